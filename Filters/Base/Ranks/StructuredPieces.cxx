#include "StructuredPieces.h"

#include "MergeArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkImageData.h"
#include "vtkMatrix3x3.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace trabecula::filters
{
namespace
{
constexpr double GeometryTolerance = 1e-6;

/// First cell and one beyond the last in a direction.
std::array<int, 2> cellRange(const Extent& part, const Extent& whole, std::size_t d)
{
  const int begin = part[2 * d];
  return { begin, whole[2 * d] == whole[2 * d + 1] ? begin + 1 : part[2 * d + 1] };
}

/// Numbers of entities of a box in a larger one. @param whole, part first and one beyond the last
std::vector<vtkIdType> numbersOf(
  const std::array<std::array<int, 2>, 3>& part, const std::array<std::array<int, 2>, 3>& whole)
{
  std::vector<vtkIdType> numbers;
  const auto size = [&](std::size_t d) { return vtkIdType(whole[d][1]) - whole[d][0]; };
  for (int k = part[2][0]; k < part[2][1]; ++k)
  {
    for (int j = part[1][0]; j < part[1][1]; ++j)
    {
      for (int i = part[0][0]; i < part[0][1]; ++i)
      {
        numbers.push_back(
          ((k - whole[2][0]) * size(1) + (j - whole[1][0])) * size(0) + (i - whole[0][0]));
      }
    }
  }
  return numbers;
}

bool isAnyEmpty(const Extent& extent)
{
  return extent[0] > extent[1] || extent[2] > extent[3] || extent[4] > extent[5];
}

void requireSameGeometry(
  vtkImageData* first, std::size_t firstRank, vtkImageData* other, std::size_t otherRank)
{
  bool isSame = true;
  for (int d = 0; d < 3; ++d)
  {
    const double spacing = std::abs(first->GetSpacing()[d]);
    isSame = isSame &&
      std::abs(other->GetSpacing()[d] - first->GetSpacing()[d]) <= GeometryTolerance * spacing &&
      std::abs(other->GetOrigin()[d] - first->GetOrigin()[d]) <= GeometryTolerance * spacing;
  }
  for (int i = 0; i < 9; ++i)
  {
    isSame = isSame &&
      std::abs(first->GetDirectionMatrix()->GetData()[i] -
        other->GetDirectionMatrix()->GetData()[i]) <= GeometryTolerance;
  }
  if (!isSame)
  {
    throw Error("The images on " + nameOfRank(firstRank) + " and " + nameOfRank(otherRank) +
      " differ in origin, spacing or direction, so that they are no parts of one image.");
  }
}

/// Whether a rank's cell is its own.
bool isOwn(vtkUnsignedCharArray* ghosts, std::size_t cell)
{
  return !ghosts ||
    (ghosts->GetValue(static_cast<vtkIdType>(cell)) & vtkDataSetAttributes::DUPLICATECELL) == 0;
}

/// Cells that have an owner already are not those of a later rank.
PlacesInWhole takeCells(const Pieces& pieces, const Extent& whole)
{
  PlacesInWhole places(pieces.size());
  std::vector<char> taken(cellsOfExtent(whole, whole).size(), 0);
  for (std::size_t r = 0; r < pieces.size(); ++r)
  {
    if (hasNothing(pieces[r]))
    {
      continue;
    }
    places[r] = cellsOfExtent(extentOf(pieces[r]), whole);
    vtkUnsignedCharArray* ghosts = pieces[r]->GetCellGhostArray();
    for (std::size_t c = 0; c < places[r].size(); ++c)
    {
      char& flag = taken[static_cast<std::size_t>(places[r][c])];
      if (flag != 0 || !isOwn(ghosts, c))
      {
        places[r][c] = -1;
      }
      else
      {
        flag = 1;
      }
    }
  }
  const auto missing = std::count(taken.begin(), taken.end(), 0);
  if (missing > 0)
  {
    throw Error("The pieces of the image on the ranks leave out " + countText(missing, "cell") +
      " of the box around them. They must fill a box.");
  }
  return places;
}

/// Marks the points of a piece that its own cells have.
void markPointsOf(
  const Extent& extent, const std::vector<vtkIdType>& ownCells, std::vector<char>& live)
{
  std::array<std::array<int, 2>, 3> cells{};
  std::array<int, 3> points{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    cells[d] = cellRange(extent, extent, d);
    points[d] = extent[2 * d + 1] - extent[2 * d] + 1;
  }
  std::size_t c = 0;
  for (int k = cells[2][0]; k < cells[2][1]; ++k)
  {
    for (int j = cells[1][0]; j < cells[1][1]; ++j)
    {
      for (int i = cells[0][0]; i < cells[0][1]; ++i, ++c)
      {
        for (int corner = 0; ownCells[c] >= 0 && corner < 8; ++corner)
        {
          const int x = std::min(i - extent[0] + (corner & 1), points[0] - 1);
          const int y = std::min(j - extent[2] + (corner >> 1 & 1), points[1] - 1);
          const int z = std::min(k - extent[4] + (corner >> 2), points[2] - 1);
          live[(static_cast<std::size_t>(z) * static_cast<std::size_t>(points[1]) +
                 static_cast<std::size_t>(y)) *
              static_cast<std::size_t>(points[0]) +
            static_cast<std::size_t>(x)] = 1;
        }
      }
    }
  }
}

/// Places of the points of a piece's own cells; -1 for others, whose values may be old.
std::vector<vtkIdType> takePoints(
  vtkDataSet* piece, const std::vector<vtkIdType>& ownCells, const Extent& whole)
{
  const Extent extent = extentOf(piece);
  std::vector<vtkIdType> places = pointsOfExtent(extent, whole);
  std::vector<char> live(places.size(), 0);
  if (ownCells.size() == cellsOfExtent(extent, extent).size())
  {
    markPointsOf(extent, ownCells, live);
  }
  for (std::size_t p = 0; p < places.size(); ++p)
  {
    places[p] = live[p] != 0 ? places[p] : -1;
  }
  return places;
}

/// The extent around a piece's own cells.
Extent extentOfOwn(const Extent& extent, const Extent& whole, const std::vector<vtkIdType>& places)
{
  Extent own = { extent[1], extent[0], extent[3], extent[2], extent[5], extent[4] };
  bool isAny = false;
  std::size_t c = 0;
  const auto x = cellRange(extent, whole, 0);
  const auto y = cellRange(extent, whole, 1);
  const auto z = cellRange(extent, whole, 2);
  for (int k = z[0]; k < z[1]; ++k)
  {
    for (int j = y[0]; j < y[1]; ++j)
    {
      for (int i = x[0]; i < x[1]; ++i, ++c)
      {
        if (places[c] < 0)
        {
          continue;
        }
        isAny = true;
        const std::array<int, 3> cell = { i, j, k };
        for (std::size_t d = 0; d < 3; ++d)
        {
          own[2 * d] = std::min(own[2 * d], cell[d]);
          own[2 * d + 1] = std::max(own[2 * d + 1], std::min(cell[d] + 1, extent[2 * d + 1]));
        }
      }
    }
  }
  return isAny ? own : Extent{ 0, -1, 0, -1, 0, -1 };
}

PiecePlace placeOf(const Extent& extent, const Extent& whole, const std::vector<vtkIdType>& places)
{
  PiecePlace place;
  place.extent = extentOfOwn(extent, whole, places);
  std::copy_if(places.begin(), places.end(), std::back_inserter(place.cells),
    [](vtkIdType cell) { return cell >= 0; });
  if (place.cells == cellsOfExtent(place.extent, whole))
  {
    place.cells.clear();
  }
  return place;
}

void mergeGridPoints(
  const Pieces& pieces, const PlacesInWhole& places, vtkIdType count, vtkStructuredGrid* whole)
{
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  points->SetNumberOfPoints(count);
  for (std::size_t r = pieces.size(); r > 0; --r)
  {
    for (std::size_t p = 0; p < places[r - 1].size(); ++p)
    {
      if (places[r - 1][p] >= 0)
      {
        points->SetPoint(places[r - 1][p], pieces[r - 1]->GetPoint(static_cast<vtkIdType>(p)));
      }
    }
  }
  whole->SetPoints(points);
}
}

Extent extentOf(vtkDataSet* data)
{
  Extent extent = { 0, -1, 0, -1, 0, -1 };
  if (auto* image = vtkImageData::SafeDownCast(data))
  {
    image->GetExtent(extent.data());
  }
  else if (auto* grid = vtkStructuredGrid::SafeDownCast(data))
  {
    grid->GetExtent(extent.data());
  }
  return isAnyEmpty(extent) ? Extent{ 0, -1, 0, -1, 0, -1 } : extent;
}

std::vector<vtkIdType> pointsOfExtent(const Extent& part, const Extent& whole)
{
  std::array<std::array<int, 2>, 3> inPart{};
  std::array<std::array<int, 2>, 3> inWhole{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    inPart[d] = { part[2 * d], part[2 * d + 1] + 1 };
    inWhole[d] = { whole[2 * d], whole[2 * d + 1] + 1 };
  }
  return numbersOf(inPart, inWhole);
}

std::vector<vtkIdType> cellsOfExtent(const Extent& part, const Extent& whole)
{
  if (isAnyEmpty(part))
  {
    return {};
  }
  std::array<std::array<int, 2>, 3> inPart{};
  std::array<std::array<int, 2>, 3> inWhole{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    inPart[d] = cellRange(part, whole, d);
    inWhole[d] = cellRange(whole, whole, d);
  }
  return numbersOf(inPart, inWhole);
}

GatheredPieces mergeStructured(const Pieces& pieces, const AgreementTest& mustAgree)
{
  GatheredPieces gathered;
  Extent whole = { 0, -1, 0, -1, 0, -1 };
  std::size_t first = pieces.size();
  for (std::size_t r = 0; r < pieces.size(); ++r)
  {
    if (hasNothing(pieces[r]))
    {
      continue;
    }
    const Extent extent = extentOf(pieces[r]);
    first = std::min(first, r);
    for (std::size_t d = 0; d < 6; d += 2)
    {
      whole[d] = r == first ? extent[d] : std::min(whole[d], extent[d]);
      whole[d + 1] = r == first ? extent[d + 1] : std::max(whole[d + 1], extent[d + 1]);
    }
    if (auto* image = vtkImageData::SafeDownCast(pieces[r]))
    {
      requireSameGeometry(vtkImageData::SafeDownCast(pieces[first]), first, image, r);
    }
  }

  const PlacesInWhole cells = takeCells(pieces, whole);
  PlacesInWhole points(pieces.size());
  gathered.places.resize(pieces.size());
  for (std::size_t r = 0; r < pieces.size(); ++r)
  {
    if (!hasNothing(pieces[r]))
    {
      points[r] = takePoints(pieces[r], cells[r], whole);
      gathered.places[r] = placeOf(extentOf(pieces[r]), whole, cells[r]);
    }
  }
  const PiecePlace& firstPlace = gathered.places[first];
  if (extentOf(pieces[first]) == whole && firstPlace.extent == whole && firstPlace.cells.empty())
  {
    gathered.whole = vtk::TakeSmartPointer(pieces[first]->NewInstance());
    gathered.whole->ShallowCopy(pieces[first]);
    return gathered;
  }
  gathered.whole = vtk::TakeSmartPointer(pieces[first]->NewInstance());
  if (auto* image = vtkImageData::SafeDownCast(gathered.whole))
  {
    image->CopyStructure(pieces[first]);
    image->SetExtent(whole.data());
    image->GetPointData()->Initialize(); // of the ghost array
    image->GetCellData()->Initialize();
  }
  else if (auto* grid = vtkStructuredGrid::SafeDownCast(gathered.whole))
  {
    grid->SetExtent(whole.data());
    mergeGridPoints(
      pieces, points, static_cast<vtkIdType>(pointsOfExtent(whole, whole).size()), grid);
  }
  mergeArrays(pieces, vtkDataObject::POINT, points, mustAgree, gathered.whole);
  mergeArrays(pieces, vtkDataObject::CELL, cells, mustAgree, gathered.whole);
  return gathered;
}
}

#include "DividePieces.h"

#include "StructuredPieces.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkExtentTranslator.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace trabecula::filters
{
namespace
{
bool isStructured(vtkDataSet* data)
{
  return vtkImageData::SafeDownCast(data) || vtkStructuredGrid::SafeDownCast(data);
}

bool isPlaceEmpty(const Extent& extent)
{
  return extent[0] > extent[1] || extent[2] > extent[3] || extent[4] > extent[5];
}

/// The nodes of a cell of a grid begin with those of the same cell of the input.
bool beginsAs(vtkCellArray* result, vtkCellArray* input)
{
  for (vtkIdType c = 0; c < input->GetNumberOfCells(); ++c)
  {
    vtkIdType size = 0;
    vtkIdType wanted = 0;
    const vtkIdType* nodes = nullptr;
    const vtkIdType* expected = nullptr;
    result->GetCellAtId(c, size, nodes);
    input->GetCellAtId(c, wanted, expected);
    if (size < wanted || !std::equal(expected, expected + wanted, nodes))
    {
      return false;
    }
  }
  return true;
}

/// The first node of each cell is that of the cell of a structured input.
bool beginsInPlace(vtkCellArray* result, const Extent& whole)
{
  // Numbers of the points at the lower corners of the cells.
  Extent corners = whole;
  for (std::size_t d = 0; d < 6; d += 2)
  {
    corners[d + 1] = std::max(whole[d], whole[d + 1] - 1);
  }
  const std::vector<vtkIdType> firsts = pointsOfExtent(corners, whole);
  for (vtkIdType c = 0; c < result->GetNumberOfCells(); ++c)
  {
    vtkIdType size = 0;
    const vtkIdType* nodes = nullptr;
    result->GetCellAtId(c, size, nodes);
    if (size == 0 || nodes[0] != firsts[static_cast<std::size_t>(c)])
    {
      return false;
    }
  }
  return true;
}

/// The place of a point in an image, in cells; false if it is not a point of the image.
bool findPlace(vtkImageData* image, const double* point, std::array<int, 3>& place)
{
  constexpr double most = 1e-3; // of an edge, from the point of the image
  double index[3];
  image->TransformPhysicalPointToContinuousIndex(point, index);
  for (std::size_t k = 0; k < 3; ++k)
  {
    const double nearest = std::round(index[k]);
    if (!(std::abs(index[k] - nearest) <= most) || nearest < image->GetExtent()[2 * k] ||
      nearest > image->GetExtent()[2 * k + 1])
    {
      return false;
    }
    place[k] = static_cast<int>(nearest);
  }
  return true;
}

/// Where the cells of a grid are in an image; empty if one is no voxel of it.
std::vector<std::array<int, 3>> placesOfVoxels(vtkUnstructuredGrid* grid, vtkImageData* image)
{
  std::vector<std::array<int, 3>> places;
  if (!grid || !image)
  {
    return places;
  }
  for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c)
  {
    const int type = grid->GetCellType(c);
    vtkIdType size = 0;
    const vtkIdType* nodes = nullptr;
    grid->GetCells()->GetCellAtId(c, size, nodes);
    std::array<int, 3> low{};
    std::array<int, 3> high{};
    double x[3];
    bool isVoxel = size == 8 && (type == VTK_HEXAHEDRON || type == VTK_VOXEL);
    if (isVoxel)
    {
      grid->GetPoint(nodes[0], x);
      isVoxel = findPlace(image, x, low);
      grid->GetPoint(nodes[type == VTK_VOXEL ? 7 : 6], x); // the opposite corner
      isVoxel = isVoxel && findPlace(image, x, high);
    }
    for (std::size_t k = 0; isVoxel && k < 3; ++k)
    {
      isVoxel = high[k] == low[k] + 1;
    }
    if (!isVoxel)
    {
      return {};
    }
    places.push_back(low);
  }
  return places;
}

/// All values of a list in its order.
void copyTuples(vtkDataSetAttributes* from, vtkIdList* list, vtkDataSetAttributes* to)
{
  vtkNew<vtkIdList> order;
  order->SetNumberOfIds(list->GetNumberOfIds());
  std::iota(order->GetPointer(0), order->GetPointer(0) + order->GetNumberOfIds(), vtkIdType(0));
  to->CopyAllOn();
  to->CopyAllocate(from, list->GetNumberOfIds());
  to->CopyData(from, list, order);
}

/// Whether a cell of an image or structured grid is a piece's own.
bool isOwnCell(const PiecePlace& place, vtkIdType cell)
{
  return place.cells.empty() || std::binary_search(place.cells.begin(), place.cells.end(), cell);
}

/// The first rank whose piece has a voxel; empty if there is none.
std::optional<std::size_t> ownerOfVoxel(
  const GatheredPieces& input, const Extent& whole, const std::array<int, 3>& voxel)
{
  const Extent around = { voxel[0], voxel[0] + 1, voxel[1], voxel[1] + 1, voxel[2], voxel[2] + 1 };
  for (std::size_t r = 0; r < input.places.size(); ++r)
  {
    const PiecePlace& place = input.places[r];
    bool isInside = true;
    for (std::size_t k = 0; k < 3; ++k)
    {
      isInside = isInside && voxel[k] >= place.extent[2 * k] && voxel[k] < place.extent[2 * k + 1];
    }
    if (isInside && (place.cells.empty() || isOwnCell(place, cellsOfExtent(around, whole).front())))
    {
      return r;
    }
  }
  return std::nullopt;
}

/// Marks cells as those of another rank, besides what is marked already.
void markDuplicates(const std::vector<vtkIdType>& cells, const PiecePlace& place, vtkDataSet* part)
{
  vtkUnsignedCharArray* known = part->GetCellGhostArray();
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  ghosts->SetNumberOfValues(static_cast<vtkIdType>(cells.size()));
  for (std::size_t c = 0; c < cells.size(); ++c)
  {
    const auto at = static_cast<vtkIdType>(c);
    const int others = known ? known->GetValue(at) : 0;
    const int duplicate = isOwnCell(place, cells[c]) ? 0 : vtkDataSetAttributes::DUPLICATECELL;
    ghosts->SetValue(at, static_cast<unsigned char>(others | duplicate));
  }
  part->GetCellData()->AddArray(ghosts);
}

vtkSmartPointer<vtkDataSet> crop(vtkDataSet* result, const Extent& extent)
{
  auto part = vtk::TakeSmartPointer(result->NewInstance());
  if (!isPlaceEmpty(extent))
  {
    part->ShallowCopy(result);
    part->Crop(extent.data());
  }
  part->GetFieldData()->ShallowCopy(result->GetFieldData());
  return part;
}
}

ResultDivision::ResultDivision(vtkDataSet* result, const GatheredPieces* input, int ranks)
  : Result(result), Input(input && input->whole && input->holders > 0 ? input : nullptr),
    Ranks(ranks)
{
  this->How = this->findManner();
}

ResultDivision::Manner ResultDivision::findManner()
{
  if (!this->Result || this->Result->GetNumberOfPoints() == 0)
  {
    return Manner::Whole;
  }
  if (isStructured(this->Result))
  {
    return this->Input && isStructured(this->Input->whole) &&
        extentOf(this->Result) == extentOf(this->Input->whole)
      ? Manner::Extents
      : Manner::Blocks;
  }
  if (!this->Input)
  {
    return Manner::Whole;
  }
  if (this->hasCellsOfInput())
  {
    return Manner::Cells;
  }
  return this->divideVoxels() ? Manner::Voxels : Manner::Whole;
}

bool ResultDivision::divideVoxels()
{
  auto* image = vtkImageData::SafeDownCast(this->Input->whole);
  const std::vector<std::array<int, 3>> voxels =
    placesOfVoxels(vtkUnstructuredGrid::SafeDownCast(this->Result), image);
  const Extent whole = extentOf(image);
  this->VoxelsOf.resize(this->Input->places.size());
  for (std::size_t c = 0; c < voxels.size(); ++c)
  {
    const std::optional<std::size_t> owner = ownerOfVoxel(*this->Input, whole, voxels[c]);
    if (!owner)
    {
      return false;
    }
    this->VoxelsOf[*owner].push_back(static_cast<vtkIdType>(c));
  }
  return !voxels.empty();
}

bool ResultDivision::hasCellsOfInput() const
{
  auto* grid = vtkUnstructuredGrid::SafeDownCast(this->Result);
  vtkDataSet* whole = this->Input->whole;
  if (!grid || grid->GetNumberOfCells() != whole->GetNumberOfCells() ||
    grid->GetNumberOfPoints() < whole->GetNumberOfPoints())
  {
    return false;
  }
  if (auto* mesh = vtkUnstructuredGrid::SafeDownCast(whole))
  {
    return mesh->GetCells() == grid->GetCells() || beginsAs(grid->GetCells(), mesh->GetCells());
  }
  return isStructured(whole) && beginsInPlace(grid->GetCells(), extentOf(whole));
}

vtkSmartPointer<vtkDataSet> ResultDivision::part(int rank)
{
  switch (this->How)
  {
    case Manner::Cells:
    case Manner::Voxels:
      return this->partOfCells(rank);
    case Manner::Extents:
      return this->partOfExtent(rank);
    case Manner::Blocks:
    {
      Extent extent{};
      Extent whole = extentOf(this->Result);
      vtkNew<vtkExtentTranslator> translator;
      translator->PieceToExtentThreadSafe(
        rank, this->Ranks, 0, whole.data(), extent.data(), vtkExtentTranslator::BLOCK_MODE, 0);
      return crop(this->Result, extent);
    }
    case Manner::Whole:
      break;
  }
  auto copy = vtk::TakeSmartPointer(this->Result->NewInstance());
  if (rank == 0)
  {
    copy->ShallowCopy(this->Result);
  }
  return copy;
}

vtkSmartPointer<vtkDataSet> ResultDivision::partOfExtent(int rank)
{
  const PiecePlace& place = this->Input->places[static_cast<std::size_t>(rank)];
  auto part = crop(this->Result, place.extent);
  if (!place.cells.empty())
  {
    markDuplicates(cellsOfExtent(place.extent, extentOf(this->Input->whole)), place, part);
  }
  return part;
}

std::vector<vtkIdType> ResultDivision::cellsOf(int rank) const
{
  const auto r = static_cast<std::size_t>(rank);
  if (this->How == Manner::Voxels)
  {
    return this->VoxelsOf[r];
  }
  const PiecePlace& place = this->Input->places[r];
  return isStructured(this->Input->whole) && place.cells.empty()
    ? cellsOfExtent(place.extent, extentOf(this->Input->whole))
    : place.cells;
}

vtkSmartPointer<vtkDataSet> ResultDivision::partOfCells(int rank)
{
  auto* result = vtkUnstructuredGrid::SafeDownCast(this->Result);
  const std::vector<vtkIdType> cells = this->cellsOf(rank);
  std::vector<vtkIdType> ownPoints;
  if (this->How == Manner::Cells)
  {
    const PiecePlace& place = this->Input->places[static_cast<std::size_t>(rank)];
    // Without all cells of its extent a part has only the points of its cells.
    ownPoints = isStructured(this->Input->whole) && place.cells.empty()
      ? pointsOfExtent(place.extent, extentOf(this->Input->whole))
      : place.points;
  }

  this->Numbers.resize(static_cast<std::size_t>(result->GetNumberOfPoints()), -1);
  vtkNew<vtkIdList> points;
  const auto number = [&](vtkIdType point)
  {
    vtkIdType& known = this->Numbers[static_cast<std::size_t>(point)];
    known = known < 0 ? points->InsertNextId(point) : known;
    return known;
  };
  for (const vtkIdType point : ownPoints)
  {
    number(point);
  }
  vtkNew<vtkCellArray> partCells;
  vtkNew<vtkUnsignedCharArray> types;
  vtkNew<vtkIdList> taken;
  std::vector<vtkIdType> renumbered;
  for (const vtkIdType cell : cells)
  {
    vtkIdType size = 0;
    const vtkIdType* nodes = nullptr;
    result->GetCells()->GetCellAtId(cell, size, nodes);
    renumbered.resize(static_cast<std::size_t>(size));
    std::transform(nodes, nodes + size, renumbered.begin(), number);
    partCells->InsertNextCell(size, renumbered.data());
    types->InsertNextValue(static_cast<unsigned char>(result->GetCellType(cell)));
    taken->InsertNextId(cell);
  }

  auto part = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> coordinates;
  coordinates->SetDataType(result->GetPoints()->GetDataType());
  coordinates->SetNumberOfPoints(points->GetNumberOfIds());
  for (vtkIdType p = 0; p < points->GetNumberOfIds(); ++p)
  {
    coordinates->SetPoint(p, result->GetPoint(points->GetId(p)));
    this->Numbers[static_cast<std::size_t>(points->GetId(p))] = -1; // for the next part
  }
  part->SetPoints(coordinates);
  part->SetCells(types, partCells);
  copyTuples(result->GetPointData(), points, part->GetPointData());
  copyTuples(result->GetCellData(), taken, part->GetCellData());
  part->GetFieldData()->ShallowCopy(result->GetFieldData());
  return part;
}
}

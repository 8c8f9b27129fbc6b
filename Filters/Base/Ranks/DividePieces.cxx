#include "DividePieces.h"

#include "StructuredPieces.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
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
#include <numeric>

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

ResultDivision::Manner ResultDivision::findManner() const
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
  return this->Input && this->hasCellsOfInput() ? Manner::Cells : Manner::Whole;
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
  const auto r = static_cast<std::size_t>(rank);
  switch (this->How)
  {
    case Manner::Cells:
      return this->partOfCells(rank);
    case Manner::Extents:
      return crop(this->Result, this->Input->places[r].extent);
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

vtkSmartPointer<vtkDataSet> ResultDivision::partOfCells(int rank)
{
  auto* result = vtkUnstructuredGrid::SafeDownCast(this->Result);
  const PiecePlace& place = this->Input->places[static_cast<std::size_t>(rank)];
  const bool isOfExtent = isStructured(this->Input->whole);
  const Extent whole = extentOf(this->Input->whole);
  const std::vector<vtkIdType> cells =
    isOfExtent ? cellsOfExtent(place.extent, whole) : place.cells;
  const std::vector<vtkIdType> ownPoints =
    isOfExtent ? pointsOfExtent(place.extent, whole) : place.points;

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

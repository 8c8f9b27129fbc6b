#include "MergePieces.h"

#include "MergeArrays.h"
#include "PlainPiece.h"
#include "SharedPoints.h"
#include "StructuredPieces.h"

#include "Core/Error.h"

#include "vtkCellArray.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointSet.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <numeric>

namespace trabecula::filters
{
namespace
{
std::size_t firstHolder(const Pieces& pieces)
{
  std::size_t rank = 0;
  while (rank < pieces.size() && hasNothing(pieces[rank]))
  {
    ++rank;
  }
  return rank;
}

void requireSameKind(const Pieces& pieces, std::size_t first)
{
  for (std::size_t r = first + 1; r < pieces.size(); ++r)
  {
    if (!hasNothing(pieces[r]) &&
      pieces[r]->GetDataObjectType() != pieces[first]->GetDataObjectType())
    {
      throw Error("The input is a " + std::string(pieces[first]->GetClassName()) + " on " +
        nameOfRank(first) + " and a " + pieces[r]->GetClassName() + " on " + nameOfRank(r) +
        ". It must be of one kind on all ranks.");
    }
  }
}

/// Places of the cells of the pieces, list after list as polygonal data number them.
PlacesInWhole placesOfCells(const Pieces& pieces, std::size_t lists)
{
  PlacesInWhole places(pieces.size());
  vtkIdType next = 0;
  for (std::size_t l = 0; l < lists; ++l)
  {
    for (std::size_t r = 0; r < pieces.size(); ++r)
    {
      vtkCellArray* cells = hasNothing(pieces[r]) ? nullptr : cellListsOf(pieces[r])[l];
      for (vtkIdType c = 0; cells && c < cells->GetNumberOfCells(); ++c)
      {
        places[r].push_back(next++);
      }
    }
  }
  return places;
}

void mergePoints(const Pieces& pieces, const SharedPoints& shared, vtkPointSet* whole)
{
  bool isSingle = true;
  for (const auto& piece : pieces)
  {
    auto* mesh = vtkPointSet::SafeDownCast(piece);
    isSingle = isSingle && (hasNothing(mesh) || mesh->GetPoints()->GetDataType() == VTK_FLOAT);
  }
  vtkNew<vtkPoints> points;
  points->SetDataType(isSingle ? VTK_FLOAT : VTK_DOUBLE);
  points->SetNumberOfPoints(shared.count);
  for (std::size_t r = pieces.size(); r > 0; --r) // the first rank gives the coordinates
  {
    const std::vector<vtkIdType>& places = shared.places[r - 1];
    for (std::size_t p = 0; p < places.size(); ++p)
    {
      double x[3];
      pieces[r - 1]->GetPoint(static_cast<vtkIdType>(p), x);
      points->SetPoint(places[p], x);
    }
  }
  whole->SetPoints(points);
}

void mergeCells(
  const Pieces& pieces, const SharedPoints& shared, std::size_t lists, vtkDataSet* whole)
{
  std::vector<vtkSmartPointer<vtkCellArray>> merged;
  for (std::size_t l = 0; l < lists; ++l)
  {
    merged.push_back(vtkSmartPointer<vtkCellArray>::New());
    for (std::size_t r = 0; r < pieces.size(); ++r)
    {
      if (vtkCellArray* cells = hasNothing(pieces[r]) ? nullptr : cellListsOf(pieces[r])[l])
      {
        appendCells(cells, shared.places[r], nullptr, merged.back());
      }
    }
  }
  vtkNew<vtkUnsignedCharArray> types;
  for (const auto& piece : pieces)
  {
    auto* grid = vtkUnstructuredGrid::SafeDownCast(piece);
    for (vtkIdType c = 0; grid && c < grid->GetNumberOfCells(); ++c)
    {
      types->InsertNextValue(static_cast<unsigned char>(grid->GetCellType(c)));
    }
  }
  setCellLists(whole, merged, types);
}

GatheredPieces mergeMeshes(const Pieces& pieces, const AgreementTest& mustAgree, vtkDataSet* model)
{
  GatheredPieces gathered;
  SharedPoints shared = matchPoints(pieces);
  const std::size_t lists = cellListsOf(model).size();
  PlacesInWhole cells = placesOfCells(pieces, lists);
  gathered.whole = vtk::TakeSmartPointer(model->NewInstance());
  mergePoints(pieces, shared, vtkPointSet::SafeDownCast(gathered.whole));
  mergeCells(pieces, shared, lists, gathered.whole);
  mergeArrays(pieces, vtkDataObject::POINT, shared.places, mustAgree, gathered.whole);
  mergeArrays(pieces, vtkDataObject::CELL, cells, mustAgree, gathered.whole);
  gathered.places.resize(pieces.size());
  for (std::size_t r = 0; r < pieces.size(); ++r)
  {
    gathered.places[r].points = std::move(shared.places[r]);
    gathered.places[r].cells = std::move(cells[r]);
  }
  return gathered;
}

GatheredPieces takeSingle(const Pieces& pieces, std::size_t rank)
{
  GatheredPieces gathered;
  gathered.whole = pieces[rank];
  gathered.places.resize(pieces.size());
  PiecePlace& place = gathered.places[rank];
  place.points.resize(static_cast<std::size_t>(gathered.whole->GetNumberOfPoints()));
  place.cells.resize(static_cast<std::size_t>(gathered.whole->GetNumberOfCells()));
  std::iota(place.points.begin(), place.points.end(), vtkIdType(0));
  std::iota(place.cells.begin(), place.cells.end(), vtkIdType(0));
  return gathered;
}
}

GatheredPieces mergePieces(const Pieces& pieces, const AgreementTest& mustAgree)
{
  GatheredPieces gathered;
  const std::size_t first = firstHolder(pieces);
  if (first == pieces.size())
  {
    gathered.places.resize(pieces.size());
    for (const auto& piece : pieces)
    {
      gathered.whole = gathered.whole ? gathered.whole : piece;
    }
    return gathered;
  }
  requireSameKind(pieces, first);
  int holders = 0;
  for (const auto& piece : pieces)
  {
    holders += hasNothing(piece) ? 0 : 1;
  }
  vtkDataSet* model = pieces[first];
  if (vtkImageData::SafeDownCast(model) || vtkStructuredGrid::SafeDownCast(model))
  {
    gathered = mergeStructured(pieces, mustAgree);
  }
  else if (holders == 1)
  {
    gathered = takeSingle(pieces, first);
  }
  else if (vtkUnstructuredGrid::SafeDownCast(model) || vtkPolyData::SafeDownCast(model))
  {
    gathered = mergeMeshes(pieces, mustAgree, model);
  }
  else
  {
    throw Error("The input is a " + std::string(model->GetClassName()) +
      " on several ranks, which cannot be brought together. Bring it onto one rank with the filter "
      "Aggregate Dataset and one target process.");
  }
  gathered.holders = holders;
  if (gathered.whole != pieces[first])
  {
    gathered.whole->GetFieldData()->ShallowCopy(pieces[first]->GetFieldData());
  }
  return gathered;
}
}

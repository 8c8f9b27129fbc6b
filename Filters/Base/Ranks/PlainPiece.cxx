#include "PlainPiece.h"

#include "PieceTypes.h"

#include "Core/Error.h"

#include "vtkAbstractArray.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <string>

namespace trabecula::filters
{
namespace
{
vtkUnsignedCharArray* ghostsOf(vtkDataSetAttributes* attributes)
{
  return vtkUnsignedCharArray::SafeDownCast(
    attributes->GetAbstractArray(vtkDataSetAttributes::GhostArrayName()));
}

/// Clears a bit in the ghost array; removes the array if no bit remains.
void clearGhosts(vtkDataSetAttributes* attributes, unsigned char bit)
{
  vtkUnsignedCharArray* ghosts = ghostsOf(attributes);
  if (!ghosts)
  {
    return;
  }
  vtkNew<vtkUnsignedCharArray> others;
  others->SetName(vtkDataSetAttributes::GhostArrayName());
  others->SetNumberOfValues(ghosts->GetNumberOfValues());
  bool isAny = false;
  for (vtkIdType i = 0; i < ghosts->GetNumberOfValues(); ++i)
  {
    const auto value = static_cast<unsigned char>(ghosts->GetValue(i) & ~bit);
    others->SetValue(i, value);
    isAny = isAny || value != 0;
  }
  attributes->RemoveArray(vtkDataSetAttributes::GhostArrayName());
  if (isAny)
  {
    attributes->AddArray(others);
  }
}

/// Replaces arrays of numbers in unusual layouts, and removes what is neither numbers nor strings.
void makePlain(vtkFieldData* arrays)
{
  for (int i = arrays->GetNumberOfArrays() - 1; i >= 0; --i)
  {
    vtkAbstractArray* array = arrays->GetAbstractArray(i);
    vtkDataArray* numbers = vtkDataArray::SafeDownCast(array);
    if (!array->GetName() || (!numbers && !vtkStringArray::SafeDownCast(array)))
    {
      arrays->RemoveArray(i);
    }
    else if (numbers && (numbers->GetDataType() == VTK_BIT || !numbers->HasStandardMemoryLayout()))
    {
      const int type =
        numbers->GetDataType() == VTK_BIT ? VTK_UNSIGNED_CHAR : numbers->GetDataType();
      const auto copy = vtk::TakeSmartPointer(vtkDataArray::CreateDataArray(type));
      copy->DeepCopy(numbers);
      copy->SetName(numbers->GetName());
      arrays->AddArray(copy); // in its place
    }
  }
}

void requireNoPolyhedra(vtkUnstructuredGrid* grid)
{
  vtkUnsignedCharArray* types = grid ? grid->GetCellTypesArray() : nullptr;
  if (types &&
    std::find(types->GetPointer(0), types->GetPointer(0) + types->GetNumberOfValues(),
      VTK_POLYHEDRON) != types->GetPointer(0) + types->GetNumberOfValues())
  {
    throw Error(
      "The mesh has polyhedra, which cannot be brought together from several ranks. Apply "
      "the filter Tetrahedralize first.");
  }
}

/// The tuples of a list in its order.
void takeTuples(vtkDataSetAttributes* from, vtkIdList* list, vtkDataSetAttributes* to)
{
  vtkNew<vtkIdList> order;
  order->SetNumberOfIds(list->GetNumberOfIds());
  for (vtkIdType i = 0; i < list->GetNumberOfIds(); ++i)
  {
    order->SetId(i, i);
  }
  to->CopyAllOn();
  to->CopyAllocate(from, list->GetNumberOfIds());
  to->CopyData(from, list, order);
}

/// A copy of a mesh without the cells that have the bit in the ghost array.
vtkSmartPointer<vtkDataSet> withoutDuplicates(vtkPointSet* mesh, vtkUnsignedCharArray* ghosts)
{
  const vtkIdType cells = mesh->GetNumberOfCells();
  vtkNew<vtkIdList> keptCells;
  std::vector<unsigned char> keep(static_cast<std::size_t>(cells));
  for (vtkIdType c = 0; c < cells; ++c)
  {
    const bool isOwn = (ghosts->GetValue(c) & vtkDataSetAttributes::DUPLICATECELL) == 0;
    keep[static_cast<std::size_t>(c)] = isOwn ? 1 : 0;
    if (isOwn)
    {
      keptCells->InsertNextId(c);
    }
  }
  // A point stays if a cell that stays has it, or no cell at all.
  const auto points = static_cast<std::size_t>(mesh->GetNumberOfPoints());
  std::vector<unsigned char> use(points, 0);
  const std::vector<vtkCellArray*> lists = cellListsOf(mesh);
  std::size_t first = 0;
  for (vtkCellArray* list : lists)
  {
    for (vtkIdType c = 0; list && c < list->GetNumberOfCells(); ++c)
    {
      vtkIdType size = 0;
      const vtkIdType* nodes = nullptr;
      list->GetCellAtId(c, size, nodes);
      for (vtkIdType n = 0; n < size; ++n)
      {
        use[static_cast<std::size_t>(nodes[n])] |=
          keep[first + static_cast<std::size_t>(c)] != 0 ? 2 : 1;
      }
    }
    first += list ? static_cast<std::size_t>(list->GetNumberOfCells()) : 0;
  }
  vtkNew<vtkIdList> keptPoints;
  std::vector<vtkIdType> newPoints(points, -1);
  for (std::size_t p = 0; p < points; ++p)
  {
    if (use[p] != 1)
    {
      newPoints[p] = keptPoints->InsertNextId(static_cast<vtkIdType>(p));
    }
  }

  const auto result = vtk::TakeSmartPointer(mesh->NewInstance());
  vtkNew<vtkPoints> coordinates;
  coordinates->SetDataType(mesh->GetPoints()->GetDataType());
  coordinates->SetNumberOfPoints(keptPoints->GetNumberOfIds());
  for (vtkIdType p = 0; p < keptPoints->GetNumberOfIds(); ++p)
  {
    coordinates->SetPoint(p, mesh->GetPoint(keptPoints->GetId(p)));
  }
  result->SetPoints(coordinates);
  std::vector<vtkSmartPointer<vtkCellArray>> kept;
  first = 0;
  for (vtkCellArray* list : lists)
  {
    kept.push_back(vtkSmartPointer<vtkCellArray>::New());
    if (list)
    {
      appendCells(list, newPoints, keep.data() + first, kept.back());
      first += static_cast<std::size_t>(list->GetNumberOfCells());
    }
  }
  vtkSmartPointer<vtkUnsignedCharArray> types;
  if (auto* grid = vtkUnstructuredGrid::SafeDownCast(mesh))
  {
    types = vtkSmartPointer<vtkUnsignedCharArray>::New();
    for (vtkIdType c = 0; c < keptCells->GetNumberOfIds(); ++c)
    {
      types->InsertNextValue(grid->GetCellTypesArray()->GetValue(keptCells->GetId(c)));
    }
  }
  setCellLists(result, kept, types);
  takeTuples(mesh->GetPointData(), keptPoints, result->GetPointData());
  takeTuples(mesh->GetCellData(), keptCells, result->GetCellData());
  result->GetFieldData()->ShallowCopy(mesh->GetFieldData());
  return result;
}
}

std::vector<vtkCellArray*> cellListsOf(vtkDataSet* mesh)
{
  if (auto* grid = vtkUnstructuredGrid::SafeDownCast(mesh))
  {
    return { grid->GetCells() };
  }
  auto* surface = vtkPolyData::SafeDownCast(mesh);
  return surface ? std::vector<vtkCellArray*>{ surface->GetVerts(), surface->GetLines(),
    surface->GetPolys(), surface->GetStrips() }
                 : std::vector<vtkCellArray*>();
}

void setCellLists(
  vtkDataSet* mesh, const std::vector<vtkSmartPointer<vtkCellArray>>& lists, vtkDataArray* types)
{
  if (auto* grid = vtkUnstructuredGrid::SafeDownCast(mesh))
  {
    grid->SetCells(vtkUnsignedCharArray::SafeDownCast(types), lists.front());
  }
  else if (auto* surface = vtkPolyData::SafeDownCast(mesh))
  {
    surface->SetVerts(lists[0]);
    surface->SetLines(lists[1]);
    surface->SetPolys(lists[2]);
    surface->SetStrips(lists[3]);
  }
}

void appendCells(vtkCellArray* from, const std::vector<vtkIdType>& points,
  const unsigned char* keep, vtkCellArray* to)
{
  std::vector<vtkIdType> renumbered;
  for (vtkIdType c = 0; c < from->GetNumberOfCells(); ++c)
  {
    if (keep && keep[c] == 0)
    {
      continue;
    }
    vtkIdType size = 0;
    const vtkIdType* nodes = nullptr;
    from->GetCellAtId(c, size, nodes);
    renumbered.resize(static_cast<std::size_t>(size));
    std::transform(nodes, nodes + size, renumbered.begin(),
      [&](vtkIdType node) { return points[static_cast<std::size_t>(node)]; });
    to->InsertNextCell(size, renumbered.data());
  }
}

vtkSmartPointer<vtkDataSet> makePlainPiece(vtkDataSet* data)
{
  if (!data)
  {
    return nullptr;
  }
  requireNoPolyhedra(vtkUnstructuredGrid::SafeDownCast(data));
  vtkSmartPointer<vtkDataSet> piece;
  vtkUnsignedCharArray* ghosts = ghostsOf(data->GetCellData());
  const bool isMesh = vtkUnstructuredGrid::SafeDownCast(data) || vtkPolyData::SafeDownCast(data);
  if (isMesh && ghosts && data->GetNumberOfCells() > 0)
  {
    piece = withoutDuplicates(vtkPointSet::SafeDownCast(data), ghosts);
  }
  else
  {
    piece = vtk::TakeSmartPointer(data->NewInstance());
    piece->ShallowCopy(data);
  }
  if (isMesh)
  {
    clearGhosts(piece->GetCellData(), vtkDataSetAttributes::DUPLICATECELL);
  }
  clearGhosts(piece->GetPointData(), vtkDataSetAttributes::DUPLICATEPOINT);
  makePlain(piece->GetPointData());
  makePlain(piece->GetCellData());
  makePlain(piece->GetFieldData());
  if (auto* mesh = vtkPointSet::SafeDownCast(piece);
      mesh && mesh->GetPoints() && !mesh->GetPoints()->GetData()->HasStandardMemoryLayout())
  {
    vtkNew<vtkPoints> points;
    points->SetDataType(mesh->GetPoints()->GetDataType());
    points->DeepCopy(mesh->GetPoints());
    mesh->SetPoints(points);
  }
  return piece;
}
}

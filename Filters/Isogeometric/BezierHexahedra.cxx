#include "BezierHexahedra.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <vector>

namespace trabecula::filters
{
namespace
{
bool hasOnly(vtkUnstructuredGrid* grid, int type)
{
  const vtkIdType count = grid->GetNumberOfCells();
  for (vtkIdType i = 0; i < count; ++i)
  {
    if (grid->GetCellType(i) != type)
    {
      return false;
    }
  }
  return count > 0;
}
}

vtkSmartPointer<vtkUnstructuredGrid> hexahedraOfBezierCells(vtkDataSet* input)
{
  auto* grid = vtkUnstructuredGrid::SafeDownCast(input);
  const bool isFlat = grid && hasOnly(grid, VTK_BEZIER_QUADRILATERAL);
  if (!isFlat && !(grid && hasOnly(grid, VTK_BEZIER_HEXAHEDRON)))
  {
    return nullptr;
  }
  constexpr double Thickness = 1.0;
  // Corners are the first points of a cell, in the order of a hexahedron's.
  const vtkIdType corners = isFlat ? 4 : 8;
  std::vector<vtkIdType> numberOf(static_cast<std::size_t>(grid->GetNumberOfPoints()), -1);
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkIdList> nodes;
  vtkNew<vtkCellArray> cells;
  cells->AllocateExact(grid->GetNumberOfCells(), 8 * grid->GetNumberOfCells());
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    grid->GetCellPoints(cell, nodes);
    vtkIdType hexahedron[8];
    for (vtkIdType i = 0; i < corners; ++i)
    {
      const vtkIdType point = nodes->GetId(i);
      vtkIdType& number = numberOf[static_cast<std::size_t>(point)];
      if (number < 0)
      {
        double x[3];
        grid->GetPoint(point, x);
        number = points->InsertNextPoint(x);
        if (isFlat)
        {
          points->InsertNextPoint(x[0], x[1], x[2] + Thickness);
        }
      }
      hexahedron[i] = number;
      if (isFlat)
      {
        hexahedron[i + 4] = number + 1;
      }
    }
    cells->InsertNextCell(8, hexahedron);
  }
  auto result = vtkSmartPointer<vtkUnstructuredGrid>::New();
  result->SetPoints(points);
  result->SetCells(VTK_HEXAHEDRON, cells);
  result->GetCellData()->PassData(grid->GetCellData());
  // It is an attribute of Bezier cells.
  result->GetCellData()->SetActiveHigherOrderDegrees(nullptr);
  result->GetCellData()->RemoveArray("HigherOrderDegrees");
  result->GetFieldData()->PassData(grid->GetFieldData());
  return result;
}
}

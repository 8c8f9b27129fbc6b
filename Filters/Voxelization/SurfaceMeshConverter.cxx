#include "SurfaceMeshConverter.h"

#include "InputArrays.h"

#include "Core/Error.h"

#include "vtkCellArray.h"
#include "vtkCellArrayIterator.h"
#include "vtkCellData.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkTriangleFilter.h"

#include <limits>
#include <numeric>
#include <string>

namespace trabecula::filters
{
SurfaceTriangles makeTriangles(vtkPolyData* surface)
{
  constexpr const char* numbersName = "TrabeculaNumbers";
  if (!surface || surface->GetNumberOfPolys() + surface->GetNumberOfStrips() == 0)
  {
    throw Error("The input has no polygons. Give it the closed surface of a solid, of an STL file "
                "for example.");
  }
  if (surface->GetNumberOfPoints() > std::numeric_limits<std::int32_t>::max())
  {
    throw Error("The surface has " + std::to_string(surface->GetNumberOfPoints()) +
      " points; it may have 2147483647 at most.");
  }
  requireNoGhosts(surface);
  vtkNew<vtkIdTypeArray> numbers;
  numbers->SetName(numbersName);
  numbers->SetNumberOfValues(surface->GetNumberOfCells());
  std::iota(
    numbers->GetPointer(0), numbers->GetPointer(0) + numbers->GetNumberOfValues(), vtkIdType(0));
  vtkNew<vtkPolyData> bare;
  bare->CopyStructure(surface);
  bare->GetCellData()->AddArray(numbers);
  vtkNew<vtkTriangleFilter> triangulate;
  triangulate->SetInputData(bare);
  triangulate->PassVertsOff();
  triangulate->PassLinesOff();
  triangulate->Update();
  vtkPolyData* triangles = triangulate->GetOutput();
  auto* cells = vtkIdTypeArray::SafeDownCast(triangles->GetCellData()->GetArray(numbersName));

  SurfaceTriangles result;
  result.mesh.points.resize(3 * static_cast<std::size_t>(surface->GetNumberOfPoints()));
  for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i)
  {
    surface->GetPoint(i, &result.mesh.points[3 * static_cast<std::size_t>(i)]);
  }
  auto cell = vtk::TakeSmartPointer(triangles->GetPolys()->NewIterator());
  for (cell->GoToFirstCell(); !cell->IsDoneWithTraversal(); cell->GoToNextCell())
  {
    vtkIdType count = 0;
    const vtkIdType* corners = nullptr;
    cell->GetCurrentCell(count, corners);
    for (vtkIdType c = 0; c < count; ++c)
    {
      result.mesh.triangles.push_back(static_cast<std::int32_t>(corners[c]));
    }
    result.cells.push_back(cells->GetValue(cell->GetCurrentCellId()));
  }
  return result;
}
}

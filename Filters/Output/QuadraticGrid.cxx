#include "QuadraticGrid.h"

#include "CopyValues.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>

namespace trabecula::filters
{
vtkSmartPointer<vtkUnstructuredGrid> makeQuadraticGrid(
  const QuadraticMesh& quadratic, vtkDataSet* linear)
{
  const Mesh& mesh = quadratic.mesh;
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  coordinates->SetNumberOfTuples(static_cast<vtkIdType>(mesh.numberOfNodes()));
  copyValues(mesh.points, coordinates->GetPointer(0));
  vtkNew<vtkPoints> points;
  points->SetData(coordinates);
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(points);
  grid->Allocate(static_cast<vtkIdType>(mesh.numberOfElements()));
  std::array<vtkIdType, CellShape::MostNodes> nodes;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    std::copy_n(mesh.element(e), mesh.nodesOf(e), nodes.begin());
    grid->InsertNextCell(
      static_cast<int>(mesh.type(e)), static_cast<vtkIdType>(mesh.nodesOf(e)), nodes.data());
  }
  grid->GetCellData()->PassData(linear->GetCellData());
  grid->GetFieldData()->PassData(linear->GetFieldData());

  vtkPointData* from = linear->GetPointData();
  vtkPointData* to = grid->GetPointData();
  const vtkIdType before = linear->GetNumberOfPoints();
  to->CopyAllOn();
  to->InterpolateAllocate(from, grid->GetNumberOfPoints());
  for (vtkIdType i = 0; i < before; ++i)
  {
    to->CopyData(from, i, i);
  }
  for (std::size_t i = 0; i < quadratic.ends.size(); ++i)
  {
    to->InterpolateEdge(
      from, before + static_cast<vtkIdType>(i), quadratic.ends[i][0], quadratic.ends[i][1], 0.5);
  }
  return grid;
}
}

#include "PartMeshOutput.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace trabecula::filters
{
namespace
{
vtkNew<vtkIdTypeArray> makeIds(const char* name, vtkIdType tuples, int components = 1)
{
  vtkNew<vtkIdTypeArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(tuples);
  return array;
}

/// Numbers of the triangles that bound one solid, not two that touch.
std::vector<std::size_t> outerTriangles(const PartMesh& part)
{
  std::vector<std::size_t> outer;
  for (std::size_t i = 0; i < part.gmsh.faces.size(); ++i)
  {
    if (part.body.pieces[static_cast<std::size_t>(part.gmsh.faces[i])].solids == 1)
    {
      outer.push_back(i);
    }
  }
  return outer;
}

void writeCells(const PartMesh& part, vtkUnstructuredGrid* output)
{
  const Mesh& mesh = part.gmsh.mesh;
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(mesh.numberOfNodes()));
  for (std::size_t i = 0; i < mesh.numberOfNodes(); ++i)
  {
    points->SetPoint(static_cast<vtkIdType>(i), &mesh.points[3 * i]);
  }
  vtkNew<vtkCellArray> cells;
  const auto nodes = static_cast<vtkIdType>(mesh.nodesPerElement());
  std::array<vtkIdType, CellShape::MostNodes> ids = {};
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    std::copy_n(mesh.element(e), nodes, ids.begin());
    cells->InsertNextCell(nodes, ids.data());
  }
  output->SetPoints(points);
  output->SetCells(static_cast<int>(mesh.cellType), cells);
}

void writeSolids(const PartMesh& part, vtkUnstructuredGrid* output)
{
  const vtkIdType count = output->GetNumberOfCells();
  const auto solids = makeIds("CadSolid", count);
  for (vtkIdType cell = 0; cell < count; ++cell)
  {
    const auto number = static_cast<std::size_t>(part.gmsh.solids[static_cast<std::size_t>(cell)]);
    solids->SetValue(cell, part.body.solidOfShape[number]);
  }
  output->GetCellData()->AddArray(solids);
}

void writeBoundary(const PartMesh& part, vtkFieldData* fields)
{
  const std::vector<std::size_t> outer = outerTriangles(part);
  const auto count = static_cast<vtkIdType>(outer.size());
  const auto triangles = makeIds("BoundaryTriangle", count, 3);
  const auto faces = makeIds("CadFaceOfBoundary", count);
  for (vtkIdType row = 0; row < count; ++row)
  {
    const std::size_t i = outer[static_cast<std::size_t>(row)];
    for (int k = 0; k < 3; ++k)
    {
      const auto corner =
        i * static_cast<std::size_t>(part.gmsh.nodesPerTriangle()) + static_cast<std::size_t>(k);
      triangles->SetTypedComponent(row, k, part.gmsh.triangles[corner]);
    }
    faces->SetValue(row, part.body.pieces[static_cast<std::size_t>(part.gmsh.faces[i])].face);
  }
  fields->AddArray(triangles);
  fields->AddArray(faces);
}
}

void writePartMesh(const PartMesh& part, vtkUnstructuredGrid* output)
{
  writeCells(part, output);
  writeSolids(part, output);
  writeBoundary(part, output->GetFieldData());
}
}

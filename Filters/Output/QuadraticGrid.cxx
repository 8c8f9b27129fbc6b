#include "QuadraticGrid.h"

#include "CopyValues.h"
#include "HexMeshConverter.h"
#include "InputArrays.h"
#include "RigidBodyArrays.h"

#include "Analysis/Refinement/QuadraticProblem.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

namespace trabecula::filters
{
namespace
{
template <class Array, class Value>
void setVectors(
  vtkUnstructuredGrid* grid, const std::string& name, const std::vector<Value>& values)
{
  vtkPointData* points = grid->GetPointData();
  if (values.empty() || !points->HasArray(name.c_str()))
  {
    return;
  }
  vtkNew<Array> array;
  array->SetName(name.c_str());
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size() / 3));
  copyValues(values, array->GetPointer(0));
  points->AddArray(array);
}

/// Returns a point array of three components; null if there is none of this name.
vtkDataArray* vectorsOf(vtkPointData* points, const std::string& name)
{
  vtkDataArray* array = points->GetArray(name.c_str());
  return array && array->GetNumberOfComponents() == 3 ? array : nullptr;
}
}

vtkSmartPointer<vtkUnstructuredGrid> makeQuadraticGrid(
  const QuadraticMesh& quadratic, const Mesh& mesh, vtkDataSet* linear)
{
  auto grid = makeGrid(quadratic.mesh);
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
  std::vector<std::string> spread = forceArraysOf(from);
  spread.emplace_back("OutputWeights");
  for (const std::string& name : spread)
  {
    if (vtkDataArray* array = vectorsOf(from, name))
    {
      setPointVectors(grid, name, quadraticForces(mesh, quadratic, valuesOf(array)));
    }
  }
  if (vtkDataArray* springs = vectorsOf(from, "Springs"))
  {
    std::vector<double> values = valuesOf(springs);
    values.resize(quadratic.mesh.points.size(), 0.0);
    setPointVectors(grid, "Springs", values);
  }
  return grid;
}

void setStructure(
  vtkUnstructuredGrid* grid, const StructureArrays& arrays, const StructuralProblem& problem)
{
  setVectors<vtkUnsignedCharArray>(grid, arrays.supports, problem.supports);
  setPointVectors(grid, arrays.prescribedDisplacement, problem.prescribedDisplacement);
  setPointVectors(grid, arrays.springs, problem.springs);
  setRigidBodyNumbers(grid, problem.rigid);
  for (const LoadCase& load : problem.loadCases)
  {
    setPointVectors(grid, load.name, load.forces);
  }
}

void setPointVectors(
  vtkUnstructuredGrid* grid, const std::string& name, const std::vector<double>& values)
{
  setVectors<vtkDoubleArray>(grid, name, values);
}
}

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
void setTuples(vtkUnstructuredGrid* grid, const std::string& name, int components,
  const std::vector<Value>& values)
{
  vtkPointData* points = grid->GetPointData();
  if (values.empty() || !points->HasArray(name.c_str()))
  {
    return;
  }
  vtkNew<Array> array;
  array->SetName(name.c_str());
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(grid->GetNumberOfPoints());
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

vtkSmartPointer<vtkUnstructuredGrid> makeQuadraticGrid(const QuadraticMesh& quadratic,
  const Mesh& mesh, vtkDataSet* linear, const std::string& pointMassArray)
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
  // Masses of points remain at their points.
  vtkDataArray* masses = pointMassArray.empty() ? nullptr : to->GetArray(pointMassArray.c_str());
  for (vtkIdType i = before; masses && i < grid->GetNumberOfPoints(); ++i)
  {
    for (int c = 0; c < masses->GetNumberOfComponents(); ++c)
    {
      masses->SetComponent(i, c, 0.0);
    }
  }
  return grid;
}

void setStructure(
  vtkUnstructuredGrid* grid, const StructureArrays& arrays, const StructuralProblem& problem)
{
  setTuples<vtkUnsignedCharArray>(grid, arrays.supports, 3, problem.supports);
  setPointVectors(grid, arrays.prescribedDisplacement, problem.prescribedDisplacement);
  setPointVectors(grid, arrays.springs, problem.springs);
  setRigidBodyNumbers(grid, problem.rigid);
  for (const LoadCase& load : problem.loadCases)
  {
    setPointVectors(grid, load.name, load.forces);
  }
}

void setHeat(vtkUnstructuredGrid* grid, const HeatArrays& arrays, const DesignHeat& heat)
{
  setTuples<vtkUnsignedCharArray>(grid, arrays.supports, 1, heat.fixed);
  setTuples<vtkDoubleArray>(grid, arrays.prescribedTemperature, 1, heat.prescribedTemperature);
  setTuples<vtkDoubleArray>(grid, arrays.heatFlow, 1, heat.heatFlow);
  setTuples<vtkDoubleArray>(grid, arrays.filmCoefficient, 1, heat.filmCoefficient);
  setTuples<vtkDoubleArray>(grid, arrays.ambientTemperature, 1, heat.ambientTemperature);
}

void setPointVectors(
  vtkUnstructuredGrid* grid, const std::string& name, const std::vector<double>& values)
{
  setTuples<vtkDoubleArray>(grid, name, 3, values);
}
}

#include "QuadraticGrid.h"

#include "CopyValues.h"
#include "HexMeshConverter.h"

#include "vtkCellData.h"
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
}

vtkSmartPointer<vtkUnstructuredGrid> makeQuadraticGrid(
  const QuadraticMesh& quadratic, vtkDataSet* linear)
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
  return grid;
}

void setStructure(
  vtkUnstructuredGrid* grid, const StructureArrays& arrays, const StructuralProblem& problem)
{
  setVectors<vtkUnsignedCharArray>(grid, arrays.supports, problem.supports);
  setPointVectors(grid, arrays.prescribedDisplacement, problem.prescribedDisplacement);
  setPointVectors(grid, arrays.springs, problem.springs);
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

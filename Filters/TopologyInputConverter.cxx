#include "TopologyInputConverter.h"

#include "HexMeshConverter.h"

#include "Core/Error.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <sstream>

namespace trabecula::filters
{
namespace
{
std::string quoted(const std::string& name)
{
  return '"' + name + '"';
}

std::string listOfArrays(vtkDataSetAttributes* attributes)
{
  std::string list;
  for (int i = 0; i < attributes->GetNumberOfArrays(); ++i)
  {
    const char* name = attributes->GetAbstractArray(i)->GetName();
    list += (list.empty() ? "" : ", ") + quoted(name ? name : "");
  }
  return list.empty() ? "none" : list;
}

/// "Point array" or "Cell array", for messages.
std::string kindOf(vtkDataSetAttributes* attributes)
{
  return vtkPointData::SafeDownCast(attributes) ? "Point array " : "Cell array ";
}

vtkDataArray* requireArray(vtkDataSetAttributes* attributes, const std::string& name,
  const std::string& purpose, int components)
{
  const std::string kind = kindOf(attributes);
  vtkAbstractArray* array = attributes->GetAbstractArray(name.c_str());
  if (!array)
  {
    throw Error(kind + quoted(name) + " is missing; it is to give the " + purpose +
      ". Arrays of this kind in the input: " + listOfArrays(attributes) +
      ". Choose one of them or add it.");
  }
  vtkDataArray* numbers = vtkDataArray::SafeDownCast(array);
  if (!numbers)
  {
    throw Error(kind + quoted(name) + " does not hold numbers but is a " + array->GetClassName() +
      "; the " + purpose + " must be numbers.");
  }
  if (numbers->GetNumberOfComponents() != components)
  {
    throw Error(kind + quoted(name) + " has " + std::to_string(numbers->GetNumberOfComponents()) +
      (numbers->GetNumberOfComponents() == 1 ? " component" : " components") + "; the " + purpose +
      " must have " + std::to_string(components) + ".");
  }
  return numbers;
}

std::vector<double> valuesOf(vtkDataArray* array)
{
  std::vector<double> values(static_cast<std::size_t>(array->GetNumberOfValues()));
  if (const auto* doubles = vtkDoubleArray::FastDownCast(array))
  {
    std::copy_n(const_cast<vtkDoubleArray*>(doubles)->GetPointer(0), values.size(), values.begin());
    return values;
  }
  const int components = array->GetNumberOfComponents();
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
  {
    array->GetTuple(i, &values[static_cast<std::size_t>(i) * components]);
  }
  return values;
}

std::string text(double value)
{
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

std::vector<std::uint8_t> readSupports(vtkUnstructuredGrid* grid, const std::string& name)
{
  vtkPointData* points = grid->GetPointData();
  const std::vector<double> values = valuesOf(requireArray(points, name, "supports", 3));
  std::vector<std::uint8_t> supports(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (values[i] != 0.0 && values[i] != 1.0)
    {
      throw Error("Point array " + quoted(name) + " has the value " + text(values[i]) +
        " at node " + std::to_string(i / 3) + ", component " + std::to_string(i % 3) +
        "; supports are 0 where a displacement component is free and 1 where it is fixed.");
    }
    supports[i] = values[i] != 0.0 ? 1 : 0;
  }
  return supports;
}

std::vector<std::string> forceArrays(vtkUnstructuredGrid* grid)
{
  vtkPointData* points = grid->GetPointData();
  std::vector<std::string> names;
  for (int i = 0; i < points->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = points->GetArray(i);
    const std::string name = array && array->GetName() ? array->GetName() : "";
    if (array && array->GetNumberOfComponents() == 3 && name.rfind("Force", 0) == 0)
    {
      names.push_back(name);
    }
  }
  if (names.empty())
  {
    throw Error("There is no load: no point array of three components has a name that starts with "
                "\"Force\", and none is chosen in Force Arrays. Point arrays in the input: " +
      listOfArrays(points) + ". Choose or add one with nodal forces.");
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<LoadCase> readLoadCases(vtkUnstructuredGrid* grid, const TopologyArrays& arrays)
{
  const std::vector<std::string> names = arrays.forces.empty() ? forceArrays(grid) : arrays.forces;
  if (!arrays.weights.empty() && arrays.weights.size() != names.size())
  {
    std::string list;
    for (const std::string& name : names)
    {
      list += (list.empty() ? "" : ", ") + name;
    }
    throw Error("Load Case Weights has " + std::to_string(arrays.weights.size()) +
      " values, but there are " + std::to_string(names.size()) + " load cases: " + list +
      ". Give one weight for each, in this order, or none at all.");
  }
  std::vector<LoadCase> cases;
  for (std::size_t i = 0; i < names.size(); ++i)
  {
    LoadCase loadCase;
    loadCase.name = names[i];
    loadCase.weight = arrays.weights.empty() ? 1.0 : arrays.weights[i];
    loadCase.forces = valuesOf(requireArray(grid->GetPointData(), names[i], "nodal forces", 3));
    cases.push_back(std::move(loadCase));
  }
  return cases;
}

std::vector<DesignRegion> readDesignRegion(vtkUnstructuredGrid* grid, const TopologyArrays& arrays)
{
  vtkCellData* cells = grid->GetCellData();
  const std::string& name = arrays.designRegion;
  if (name.empty() || (arrays.designRegionIsOptional && !cells->HasArray(name.c_str())))
  {
    return {};
  }
  const std::vector<double> values = valuesOf(requireArray(cells, name, "design region", 1));
  std::vector<DesignRegion> regions(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (values[i] != 0.0 && values[i] != 1.0 && values[i] != 2.0)
    {
      throw Error("Cell array " + quoted(name) + " has the value " + text(values[i]) + " in cell " +
        std::to_string(i) + "; the design region is 0 (design), 1 (solid) or 2 (void).");
    }
    regions[i] = static_cast<DesignRegion>(static_cast<int>(values[i]));
  }
  return regions;
}
}

void readTopologyInput(
  vtkUnstructuredGrid* grid, const TopologyArrays& arrays, TopologyProblem& problem)
{
  problem.supports = readSupports(grid, arrays.supports);
  problem.prescribedDisplacement.clear();
  if (!arrays.prescribedDisplacement.empty())
  {
    problem.prescribedDisplacement = valuesOf(requireArray(
      grid->GetPointData(), arrays.prescribedDisplacement, "prescribed displacement", 3));
  }
  problem.loadCases = readLoadCases(grid, arrays);
  vtkPointData* points = grid->GetPointData();
  problem.springs.clear();
  if (!arrays.springs.empty() &&
    !(arrays.springsAreOptional && !points->HasArray(arrays.springs.c_str())))
  {
    problem.springs = valuesOf(requireArray(points, arrays.springs, "spring stiffnesses", 3));
  }
  problem.outputWeights.clear();
  if (!arrays.outputWeights.empty())
  {
    problem.outputWeights =
      valuesOf(requireArray(points, arrays.outputWeights, "output weights", 3));
  }
  problem.designRegion = readDesignRegion(grid, arrays);
  problem.mesh = makeHexMesh(grid);
}
}

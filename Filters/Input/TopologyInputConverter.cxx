#include "TopologyInputConverter.h"

#include "DesignRegionArray.h"
#include "HexMeshConverter.h"
#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"

#include <cmath>
#include <limits>
#include <utility>

namespace trabecula::filters
{
namespace
{
std::vector<std::string> forceArrays(vtkDataSet* data)
{
  std::vector<std::string> names = forceArraysOf(data->GetPointData());
  if (names.empty())
  {
    throw Error("There is no load: no point array of three components has a name that starts with "
                "\"Force\", and none is chosen in Force Arrays. Point arrays in the input: " +
      listOfArrays(data->GetPointData()) + ". Choose or add one with nodal forces.");
  }
  return names;
}

std::vector<LoadCase> readLoadCases(vtkDataSet* data, const TopologyArrays& arrays)
{
  const std::vector<std::string> names = arrays.forces.empty() ? forceArrays(data) : arrays.forces;
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
    loadCase.forces = valuesOf(requireArray(data->GetPointData(), names[i], "nodal forces", 3));
    cases.push_back(std::move(loadCase));
  }
  return cases;
}

std::vector<std::int32_t> readVolumeRegion(vtkDataSet* data, const std::string& name)
{
  if (name.empty())
  {
    return {};
  }
  const std::vector<double> values =
    valuesOf(requireArray(data->GetCellData(), name, "volume region", 1));
  std::vector<std::int32_t> regions(values.size());
  constexpr double largest = std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (!(std::abs(values[i]) <= largest) || values[i] != std::floor(values[i]))
    {
      throw Error("Cell array " + inQuotes(name) + " has the value " + shortText(values[i]) +
        " in cell " + std::to_string(i) + "; a volume region is a whole number.");
    }
    regions[i] = static_cast<std::int32_t>(values[i]);
  }
  return regions;
}
}

void readTopologyInput(vtkDataSet* data, const TopologyArrays& arrays, TopologyProblem& problem)
{
  problem.supports = readSupports(data->GetPointData(), arrays.supports);
  vtkPointData* points = data->GetPointData();
  problem.prescribedDisplacement.clear();
  const std::string& displacement = arrays.prescribedDisplacement;
  if (!displacement.empty() &&
    !(arrays.prescribedDisplacementIsOptional && !points->HasArray(displacement.c_str())))
  {
    problem.prescribedDisplacement =
      valuesOf(requireArray(points, displacement, "prescribed displacement", 3));
  }
  problem.loadCases = readLoadCases(data, arrays);
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
  problem.designRegion = readDesignRegion(data, arrays.designRegion, arrays.designRegionIsOptional);
  problem.volumeRegion = readVolumeRegion(data, arrays.volumeRegion);
  problem.mesh = makeHexMesh(data);
}
}

#include "StructureInputConverter.h"

#include "InputArrays.h"
#include "RigidBodyArrays.h"

#include "Core/Error.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"

#include <algorithm>
#include <utility>

namespace trabecula::filters
{
namespace
{
std::vector<std::string> forceArrays(vtkDataSet* data, bool isOptional)
{
  std::vector<std::string> names = forceArraysOf(data->GetPointData());
  if (names.empty() && !isOptional)
  {
    throw Error(adviceOnConditions(data->GetPointData(), true, false));
  }
  return names;
}

/// Checks supports and loads together, so that a mesh with neither gets one message.
void requireSomeCondition(vtkPointData* points, const StructureArrays& arrays)
{
  const bool hasSupports =
    arrays.supports != DefaultSupports || points->HasArray(arrays.supports.c_str());
  const bool hasLoads = arrays.forcesAreOptional || !arrays.forces.empty() ||
    !forceArraysOf(points).empty() || points->HasArray(arrays.prescribedDisplacement.c_str());
  if (!hasSupports && !hasLoads)
  {
    throw Error(adviceOnConditions(points, false, false));
  }
}

/// @param isMoved whether a nonzero displacement is prescribed, which is a load itself
std::vector<LoadCase> readLoadCases(
  vtkDataSet* data, const StructureArrays& arrays, const bool isMoved)
{
  const std::vector<std::string> names =
    arrays.forces.empty() ? forceArrays(data, arrays.forcesAreOptional || isMoved) : arrays.forces;
  if (names.empty() && isMoved && !arrays.forcesAreOptional)
  {
    LoadCase displaced;
    displaced.name = arrays.prescribedDisplacement;
    displaced.forces.assign(3 * static_cast<std::size_t>(data->GetNumberOfPoints()), 0.0);
    return { displaced };
  }
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
}

void readStructure(vtkDataSet* data, const StructureArrays& arrays, ElasticConditions& problem)
{
  vtkPointData* points = data->GetPointData();
  requireSomeCondition(points, arrays);
  problem.supports = readSupports(points, arrays.supports);
  problem.prescribedDisplacement.clear();
  const std::string& displacement = arrays.prescribedDisplacement;
  if (!displacement.empty() &&
    !(arrays.prescribedDisplacementIsOptional && !points->HasArray(displacement.c_str())))
  {
    problem.prescribedDisplacement =
      valuesOf(requireArray(points, displacement, "prescribed displacement", 3));
  }
  const std::vector<double>& moved = problem.prescribedDisplacement;
  problem.loadCases = readLoadCases(data, arrays,
    std::any_of(moved.begin(), moved.end(), [](double value) { return value != 0.0; }));
  problem.springs.clear();
  if (!arrays.springs.empty() &&
    !(arrays.springsAreOptional && !points->HasArray(arrays.springs.c_str())))
  {
    problem.springs = valuesOf(requireArray(points, arrays.springs, "spring stiffnesses", 3));
  }
  problem.rigid = readRigidBodies(data);
}
}

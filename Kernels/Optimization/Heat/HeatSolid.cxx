#include "Optimization/Heat/HeatSolid.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/Heat/HeatLoads.h"
#include "Analysis/StructuralValidation.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Solid/SolidDistance.h"
#include "Optimization/TopologyTask.h"

#include <cmath>
#include <utility>

namespace trabecula
{
namespace
{
/// Returns the nodes with a heat flow; none if all nodes of elements have one.
LoadedNodes nodesOfFlows(
  const char* name, const std::vector<double>& flows, const std::vector<std::uint8_t>& isUsed)
{
  LoadedNodes load;
  load.name = name;
  bool isEverywhere = true;
  for (std::size_t i = 0; i < isUsed.size(); ++i)
  {
    const bool flowsHere = i < flows.size() && flows[i] != 0.0;
    isEverywhere = isEverywhere && (flowsHere || !isUsed[i]);
    if (flowsHere)
    {
      load.nodes.push_back(static_cast<std::int32_t>(i));
      load.magnitudes.push_back(std::abs(flows[i]));
    }
  }
  if (isEverywhere)
  {
    load.nodes.clear();
    load.magnitudes.clear();
  }
  return load;
}

bool isPositiveAt(const std::vector<double>& values, std::size_t node)
{
  return node < values.size() && values[node] > 0.0;
}
}

std::vector<std::uint8_t> fixedAndHeatedNodes(const HeatProblem& heat)
{
  const std::vector<std::uint8_t> isUsed = pointsOfElements(heat.mesh);
  std::vector<std::uint8_t> marked(isUsed.size(), 0);
  for (std::size_t i = 0; i < marked.size() && i < heat.fixed.size(); ++i)
  {
    marked[i] = heat.fixed[i] ? 1 : 0;
  }
  for (const std::int32_t node : nodesOfFlows("heat flow", heat.heatFlow, isUsed).nodes)
  {
    marked[static_cast<std::size_t>(node)] = 1;
  }
  return marked;
}

std::size_t keepConditionsSolid(HeatDesignProblem& problem, int layers, double most)
{
  if (layers <= 0)
  {
    return 0;
  }
  checkMesh(problem.heat.mesh);
  return makeSolid(problem.design.designRegion,
    layersOfElements(problem.heat.mesh, fixedAndHeatedNodes(problem.heat), layers), most);
}

KeptSolid keepNeighbourhoodSolid(HeatDesignProblem& problem, double most)
{
  const HeatProblem& heat = problem.heat;
  checkMesh(heat.mesh);
  const Neighbourhood around(heat.mesh, fixedAndHeatedNodes(heat));
  return makeSolidWithin(problem.design.designRegion, around.elements(),
    solidVolumes(heat.mesh, heat.solidFractions), most, problem.design.settings.volumeFraction);
}

DesignConditions heatConditions(const HeatDesignProblem& problem)
{
  const HeatProblem& heat = problem.heat;
  const std::vector<std::uint8_t> isUsed = pointsOfElements(heat.mesh);
  DesignConditions conditions;
  conditions.isOfHeat = true;
  conditions.bounds = boundsOf(ElasticConditions(), problem.design);
  conditions.solidFractions = heat.solidFractions;
  conditions.convergence = convergenceOf(problem.design.densities);
  conditions.counts = countsOf(problem.design.densities);
  for (LoadedNodes load : { nodesOfFlows("heat flow", heat.heatFlow, isUsed),
         nodesOfFlows("heat source", flowsOfSources(heat), isUsed) })
  {
    if (!load.nodes.empty())
    {
      conditions.loads.push_back(std::move(load));
    }
  }
  for (std::size_t i = 0; i < isUsed.size(); ++i)
  {
    const bool isFixed = i < heat.fixed.size() && heat.fixed[i];
    if (isUsed[i] && (isFixed || isPositiveAt(heat.filmCoefficient, i)))
    {
      conditions.held.push_back(static_cast<std::int32_t>(i));
    }
  }
  return conditions;
}
}

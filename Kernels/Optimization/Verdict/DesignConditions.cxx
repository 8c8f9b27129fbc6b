#include "Optimization/Verdict/DesignConditions.h"

#include "Design/Response/Connection/ConnectionPoints.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Validation/LoadPaths.h"
#include "Optimization/Validation/MovedSupports.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace trabecula
{
namespace
{
double lengthAt(const std::vector<double>& vectors, std::size_t node)
{
  return 3 * node + 2 < vectors.size()
    ? std::hypot(vectors[3 * node], vectors[3 * node + 1], vectors[3 * node + 2])
    : 0.0;
}

LoadedNodes nodesOf(const std::string& name, const std::vector<double>& vectors,
  const std::vector<std::uint8_t>& isUsed)
{
  LoadedNodes load;
  load.name = name;
  for (std::size_t i = 0; i < isUsed.size(); ++i)
  {
    const double length = lengthAt(vectors, i);
    if (length > 0.0)
    {
      load.nodes.push_back(static_cast<std::int32_t>(i));
      load.magnitudes.push_back(length);
    }
  }
  return load;
}
}

std::vector<ColumnBound> boundsOf(const ElasticConditions& conditions, const DesignProblem& design)
{
  std::vector<ColumnBound> bounds;
  const ResponseProblem data = responseProblem(conditions, design);
  for (const ResponseConstraint& constraint : constraintsOf(design.settings))
  {
    bounds.push_back(
      { columnsOf(constraint.response, data).front(), constraint.bound, constraint.sense });
  }
  return bounds;
}

std::vector<StageColumn> countsOf(const DensitySettings& settings)
{
  std::vector<StageColumn> counts;
  for (const StageColumn& column : stageColumns(chainSettings(settings)))
  {
    if (column.fault)
    {
      counts.push_back(column);
    }
  }
  return counts;
}

DesignConditions::DesignConditions(const ElasticConditions& conditions, const DesignProblem& design,
  const std::vector<std::uint8_t>& isUsed, const std::vector<std::int32_t>& standIns)
  : bounds(boundsOf(conditions, design))
{
  const auto used = static_cast<std::size_t>(
    std::count_if(isUsed.begin(), isUsed.end(), [](std::uint8_t flag) { return flag != 0; }));
  for (const LoadCase& load : conditions.loadCases)
  {
    LoadedNodes nodes = nodesOf(load.name, load.forces, isUsed);
    const auto loaded = static_cast<std::size_t>(std::count_if(nodes.nodes.begin(),
      nodes.nodes.end(), [&](std::int32_t node) { return isUsed[std::size_t(node)] != 0; }));
    if (loaded < used && !nodes.nodes.empty())
    {
      this->loads.push_back(std::move(nodes));
    }
  }
  if (hasOutput(design))
  {
    this->loads.push_back(nodesOf("Output", design.outputWeights, isUsed));
  }
  for (MovedSupports& moved : movedSupports(conditions, design, isUsed))
  {
    this->loads.push_back({ std::move(moved.name), std::move(moved.points),
      std::move(moved.magnitudes), std::move(moved.heldBy) });
  }
  for (std::size_t i = 0; i < isUsed.size(); ++i)
  {
    if (isHeldAt(conditions, design, i))
    {
      this->held.push_back(static_cast<std::int32_t>(i));
    }
  }
  if (!standIns.empty())
  {
    const auto replace = [&standIns](std::vector<std::int32_t>& nodes)
    {
      for (std::int32_t& node : nodes)
      {
        node = standIns[static_cast<std::size_t>(node)];
      }
    };
    replace(this->held);
    for (LoadedNodes& load : this->loads)
    {
      replace(load.nodes);
      replace(load.heldBy);
    }
  }
}

std::vector<ConnectedNodes> connectionsOf(
  const StructuralProblem& structure, const DesignProblem& design)
{
  const Mesh& mesh = structure.mesh;
  const ResponseProblem data = responseProblem(structure, design, mesh);
  std::vector<ConnectedNodes> all;
  for (const ResponseConstraint& constraint : design.settings.constraints)
  {
    const ResponseSettings& response = constraint.response;
    if (response.response != "VirtualTemperature" || !isConnectedElsewhere(response))
    {
      continue;
    }
    const std::vector<std::uint8_t> isAt =
      connectionPoints(data, response, mesh, endsOfElements(mesh));
    ConnectedNodes connected{ placeOfConnection(response), {} };
    for (std::size_t i = 0; i < isAt.size(); ++i)
    {
      if (isAt[i])
      {
        connected.nodes.push_back(static_cast<std::int32_t>(i));
      }
    }
    all.push_back(std::move(connected));
  }
  return all;
}

DesignConditions elementConditions(const TopologyProblem& problem)
{
  DesignConditions conditions(
    problem.structure, problem.design, pointsOfElements(problem.structure.mesh));
  conditions.solidFractions = problem.solidFractions;
  conditions.convergence = convergenceOf(problem.design.densities);
  conditions.counts = countsOf(problem.design.densities);
  conditions.connections = connectionsOf(problem.structure, problem.design);
  return conditions;
}
}

#include "Optimization/TopologyTask.h"

#include "Core/Hash.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"

#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
ConvergenceRule convergenceOf(const OptimizationSettings& settings)
{
  ConvergenceRule rule;
  for (const StageColumn& column : stageColumns(chainSettings(settings)))
  {
    if (!std::isnan(column.finalValue))
    {
      rule.finalValues.push_back({ column.name, column.finalValue });
    }
  }
  return rule;
}

HistoryColumns topologyColumns(const DesignedConditions& problem)
{
  std::vector<HistoryColumn> columns;
  const ResponseProblem data = responseProblem(problem);
  for (const ResponseSettings& response : responsesOf(problem.design.settings))
  {
    const bool isObjective = response == problem.design.settings.objective;
    ColumnRole role = isObjective ? ColumnRole::Objective : ColumnRole::Other;
    for (const std::string& name : columnsOf(response, data))
    {
      columns.push_back({ name, role, false });
      role = ColumnRole::Other; // of columns after the value's
    }
  }
  columns.push_back({ "Greyness", ColumnRole::Other, false });
  for (const StageColumn& column : stageColumns(chainSettings(problem.design.settings)))
  {
    columns.push_back({ column.name, ColumnRole::Other, false });
  }
  columns.push_back({ "BoundExcess", ColumnRole::Other, false });
  columns.push_back({ "DensityChange", ColumnRole::Change, false });
  columns.push_back({ "SolverIterations", ColumnRole::Other, true });
  columns.push_back({ "Residual", ColumnRole::Other, false });
  columns.push_back({ "Seconds", ColumnRole::Seconds, false });
  return HistoryColumns(std::move(columns));
}

std::vector<std::string> responseColumns(const HistoryColumns& columns)
{
  std::vector<std::string> names;
  for (const HistoryColumn& column : columns)
  {
    if (column.name == "Greyness") // the first of the loop itself
    {
      break;
    }
    names.push_back(column.name);
  }
  return names;
}

std::uint64_t designSpaceOf(const TopologyProblem& problem)
{
  Hash hash;
  hash.add(problem.mesh.connectivity);
  if (!isHexahedral(problem.mesh))
  {
    hash.add(static_cast<std::uint64_t>(problem.mesh.cellType));
    hash.add(problem.mesh.offsets);
  }
  return hash.value();
}

HistoryColumns columnsOf(const TopologyProblem& problem)
{
  return topologyColumns(problem);
}

ConvergenceRule convergenceOf(const TopologyProblem& problem)
{
  return convergenceOf(problem.settings);
}

bool repeatsBitwise(const TopologyProblem& problem)
{
  return problem.solver.reproducible;
}

std::vector<double> variablesOf(const TopologyProblem& /*problem*/, const OptimizationState& state)
{
  return state.field("design");
}
}

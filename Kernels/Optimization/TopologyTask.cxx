#include "Optimization/TopologyTask.h"

#include "Core/Hash.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
ConvergenceRule convergenceOf(const DensitySettings& settings)
{
  ConvergenceRule rule;
  for (const StageColumn& column : stageColumns(chainSettings(settings)))
  {
    if (!std::isnan(column.finalValue))
    {
      rule.finalValues.emplace_back(column.name, column.finalValue);
    }
  }
  const RobustSettings& robust = settings.stages.robust;
  rule.finalIterates += robust.isOn ? robust.interval : 0;
  return rule;
}

HistoryColumns topologyColumns(const ElasticConditions& conditions, const DesignProblem& design,
  const std::vector<StageColumn>& stages)
{
  std::vector<HistoryColumn> columns;
  const ResponseProblem data = responseProblem(conditions, design);
  for (const ResponseSettings& response : responsesOf(design.settings))
  {
    const bool isObjective = response == design.settings.objective;
    ColumnRole role = isObjective ? ColumnRole::Objective : ColumnRole::Other;
    for (const std::string& name : columnsOf(response, data))
    {
      // The compliance of a load case is that of a single load case and one of those of all.
      const auto same = std::find_if(columns.begin(), columns.end(),
        [&name](const HistoryColumn& column) { return column.name == name; });
      if (same == columns.end())
      {
        columns.push_back({ name, role, false });
      }
      else if (isObjective && role == ColumnRole::Objective)
      {
        same->role = role;
      }
      role = ColumnRole::Other; // of columns after that of the value
    }
  }
  columns.push_back({ "Greyness", ColumnRole::Other, false });
  for (const StageColumn& column : stages)
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

HistoryColumns topologyColumns(const ElasticConditions& conditions, const DensityDesign& design)
{
  return topologyColumns(conditions, design, stageColumns(chainSettings(design.densities)));
}

std::vector<std::string> responseColumns(const HistoryColumns& columns)
{
  std::vector<std::string> names;
  for (const HistoryColumn& column : columns)
  {
    if (column.name == "Greyness") // the first column that does not belong to a response
    {
      break;
    }
    names.push_back(column.name);
  }
  return names;
}

std::uint64_t designSpaceOf(const Mesh& mesh)
{
  Hash hash;
  hash.add(mesh.connectivity);
  if (!isHexahedral(mesh))
  {
    hash.add(static_cast<std::uint64_t>(mesh.cellType));
    hash.add(mesh.offsets);
  }
  return hash.value();
}

std::uint64_t designSpaceOf(const TopologyProblem& problem)
{
  return designSpaceOf(problem.structure.mesh);
}

HistoryColumns columnsOf(const TopologyProblem& problem)
{
  return topologyColumns(problem.structure, problem.design);
}

ConvergenceRule convergenceOf(const TopologyProblem& problem)
{
  return convergenceOf(problem.design.densities);
}

bool repeatsBitwise(const TopologyProblem& problem)
{
  return problem.structure.solver.reproducible;
}

std::vector<double> variablesOf(const TopologyProblem& /*problem*/, const OptimizationState& state)
{
  return state.field("design");
}
}

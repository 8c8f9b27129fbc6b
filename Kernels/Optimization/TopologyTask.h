#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYTASK_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYTASK_H

#include "Design/Stage/StageSettings.h"
#include "Optimization/Method/ProblemTask.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// The columns of a TopologyOptimizer's history, in the order of its tables.
/// @param stages those of the stages of the design, see stageColumns()
HistoryColumns topologyColumns(const ElasticConditions& conditions, const DesignProblem& design,
  const std::vector<StageColumn>& stages = {});
/// Returns the columns with those of all stages of the settings.
HistoryColumns topologyColumns(const ElasticConditions& conditions, const DensityDesign& design);

/// Names of the columns of responses among those of such a history, in their order.
std::vector<std::string> responseColumns(const HistoryColumns& columns);

/// Returns the rule of convergence of densities with these settings: a run does not converge while
/// parameters of stages are changed.
ConvergenceRule convergenceOf(const DensitySettings& settings);

/// OptimizationTask of a TopologyProblem.
using TopologyTask = ProblemTask<TopologyProblem>;

/// Returns the fingerprint of the design space of densities of the elements of a mesh.
std::uint64_t designSpaceOf(const Mesh& mesh);
std::uint64_t designSpaceOf(const TopologyProblem& problem);
HistoryColumns columnsOf(const TopologyProblem& problem);
ConvergenceRule convergenceOf(const TopologyProblem& problem);
bool repeatsBitwise(const TopologyProblem& problem);
std::vector<double> variablesOf(const TopologyProblem& problem, const OptimizationState& state);
}

#endif

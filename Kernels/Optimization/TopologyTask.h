#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYTASK_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYTASK_H

#include "Optimization/DesignedStructure.h"
#include "Optimization/Method/ProblemTask.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// The columns of a TopologyOptimizer's history, in the order of its tables.
HistoryColumns topologyColumns(const DesignedConditions& problem);

/// Names of the columns of responses among those of such a history, in their order.
std::vector<std::string> responseColumns(const HistoryColumns& columns);

/// When a run of densities with these settings has converged: not while stages are changed.
ConvergenceRule convergenceOf(const OptimizationSettings& settings);

/// OptimizationTask of a TopologyProblem.
using TopologyTask = ProblemTask<TopologyProblem>;

std::uint64_t designSpaceOf(const TopologyProblem& problem);
HistoryColumns columnsOf(const TopologyProblem& problem);
ConvergenceRule convergenceOf(const TopologyProblem& problem);
bool repeatsBitwise(const TopologyProblem& problem);
std::vector<double> variablesOf(const TopologyProblem& problem, const OptimizationState& state);
}

#endif

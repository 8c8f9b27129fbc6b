#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETTASK_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETTASK_H

#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/LevelSet/LevelSetSolid.h"
#include "Optimization/Method/ProblemTask.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// OptimizationTask of a LevelSetProblem.
using LevelSetTask = ProblemTask<LevelSetProblem>;

/// The columns of the history: those of topologyColumns(), with the relative change of the
/// objective, "ObjectiveChange", in the place of the change of the density.
HistoryColumns levelSetColumns(const LevelSetProblem& problem);

ProblemIdentity identify(const LevelSetProblem& problem);
std::uint64_t designSpaceOf(const LevelSetProblem& problem);
HistoryColumns columnsOf(const LevelSetProblem& problem);
ConvergenceRule convergenceOf(const LevelSetProblem& problem);
bool repeatsBitwise(const LevelSetProblem& problem);
/// Coefficients of the level set.
std::vector<double> variablesOf(const LevelSetProblem& problem, const OptimizationState& state);
}

#endif

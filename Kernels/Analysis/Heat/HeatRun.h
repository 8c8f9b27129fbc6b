#ifndef TRABECULA_ANALYSIS_HEAT_HEATRUN_H
#define TRABECULA_ANALYSIS_HEAT_HEATRUN_H

#include "Analysis/Heat/HeatAnalysis.h"
#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Core/Context.h"

#include <vector>

namespace trabecula
{
/// Solves a validated problem in one space, and sets temperature, iterations and residual of the
/// analysis.
/// @param heat see heatOfSystem()
/// @return false if stopped
template <class Space>
bool solveHeat(const Context<Space>& context, const HeatProblem& problem,
  const ConductionSystem& system, const ConductionMultigrid& choice,
  const std::vector<double>& heat, Observer& observer, HeatAnalysis& analysis);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template bool solveHeat(const Context<CudaSpace>& context, const HeatProblem& problem,
  const ConductionSystem& system, const ConductionMultigrid& choice,
  const std::vector<double>& heat, Observer& observer, HeatAnalysis& analysis);
}

#endif

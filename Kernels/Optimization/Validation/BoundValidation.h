#ifndef TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H

#include "Design/Response/ResponseList.h"
#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Checks that a problem has what its responses need. @param problem with its mesh
/// @throws Error for the first fault
void checkResponses(const OptimizationSettings& settings, const ResponseProblem& problem);
/// Checks which bounds go with each other, and with the objective, the optimizer and the filter.
/// @throws Error for the first fault
void checkBoundSettings(const OptimizationSettings& settings, FilterKind filter);
/// Does the same, and checks bounds against what the problem admits.
/// @throws Error for the first fault
void checkBounds(
  const OptimizationSettings& settings, FilterKind filter, const ResponseProblem& problem);
}

#endif

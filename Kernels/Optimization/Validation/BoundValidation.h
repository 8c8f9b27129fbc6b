#ifndef TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H

#include "Design/Response/ResponseList.h"
#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Checks that a problem has what its responses need. @param problem with its mesh
/// @throws Error for the first fault
void checkResponses(const OptimizationSettings& settings, const ResponseProblem& problem);
/// Checks bounds on responses, and what goes with which objective, optimizer and filter.
/// @throws Error for the first fault
void checkBounds(
  const OptimizationSettings& settings, FilterKind filter, const ResponseProblem& problem);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H

namespace trabecula
{
struct TopologyProblem;

/// Checks bounds on responses, and the requirements of Objective::Volume. @throws Error
void checkBounds(const TopologyProblem& problem);
}

#endif

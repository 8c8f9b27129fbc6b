#ifndef TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_BOUNDVALIDATION_H

namespace trabecula
{
struct TopologyProblem;

/// Bounds on responses, and what a least volume needs.
void checkBounds(const TopologyProblem& problem);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_VALIDATION_MECHANISMVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_MECHANISMVALIDATION_H

namespace trabecula
{
struct TopologyProblem;

/// Outputs and what they need, if any response is an output displacement.
void checkOutput(const TopologyProblem& problem);
}

#endif

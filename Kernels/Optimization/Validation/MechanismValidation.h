#ifndef TRABECULA_OPTIMIZATION_VALIDATION_MECHANISMVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_MECHANISMVALIDATION_H

namespace trabecula
{
struct TopologyProblem;

/// Checks output weights and their requirements, if any response is an output displacement. @throws
/// Error
void checkOutput(const TopologyProblem& problem);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_VALIDATION_TOPOLOGYVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_TOPOLOGYVALIDATION_H

#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Requirements of a problem on the solver.
SolverRequirements requirementsOf(const TopologyProblem& problem);
}

#endif

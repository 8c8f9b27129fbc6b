#ifndef TRABECULA_OPTIMIZATION_VALIDATION_TOPOLOGYVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_TOPOLOGYVALIDATION_H

#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// What the solver of a problem must cope with.
SolverDemands demandsOf(const TopologyProblem& problem);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_QUADRATICTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_QUADRATICTOPOLOGY_H

#include "Analysis/Refinement/QuadraticProblem.h"
#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// An optimization on linear cells, on the quadratic cells that makeQuadratic() makes of them: what
/// quadraticProblem() says of structures, output weights as forces, and the same design.
TopologyProblem quadraticProblem(const TopologyProblem& problem, const QuadraticMesh& quadratic);
}

#endif

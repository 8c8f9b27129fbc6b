#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_QUADRATICTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_QUADRATICTOPOLOGY_H

#include "Analysis/Refinement/QuadraticProblem.h"
#include "Optimization/TopologyProblem.h"

namespace trabecula
{
/// Converts an optimization on linear cells to the quadratic cells of makeQuadratic(). The
/// structure and the output weights, as forces, are converted by quadraticProblem() of structures;
/// the design is the same.
TopologyProblem quadraticProblem(const TopologyProblem& problem, const QuadraticMesh& quadratic);
}

#endif

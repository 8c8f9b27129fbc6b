#ifndef TRABECULA_SOLVER_SOLVERFAILURE_H
#define TRABECULA_SOLVER_SOLVERFAILURE_H

#include "Core/Error.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// Throws SolverBreakdown. To be called if a sum of the recurrence is not finite, or not positive
/// although it must be.
[[noreturn]] inline void failToSolve(int iterations)
{
  throw SolverBreakdown("The linear solver broke down after " + std::to_string(iterations) +
    " iterations: the stiffness matrix is singular or not positive definite, or numbers became "
    "too large or too small to compute with. Check that supports hold every part of the "
    "structure, or use units in which Young's modulus and forces are nearer to 1.");
}
}
}

#endif

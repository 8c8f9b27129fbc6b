#ifndef TRABECULA_SOLVER_SOLVERREPORT_H
#define TRABECULA_SOLVER_SOLVERREPORT_H

namespace trabecula
{
/// Result of an iterative solution.
struct SolverReport
{
  int iterations = 0;
  /// ||r|| / ||b|| over the free unknowns, r by recurrence.
  double residual = 0.0;
  bool converged = false;
  bool stopped = false; ///< by the observer
};
}

#endif

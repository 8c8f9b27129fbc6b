#ifndef TRABECULA_SOLVER_SOLVERREPORT_H
#define TRABECULA_SOLVER_SOLVERREPORT_H

namespace trabecula
{
/// What an iterative solver has done.
struct SolverReport
{
  int iterations = 0;
  /// ||r|| / ||b|| over the free unknowns, r by recurrence.
  double residual = 0.0;
  bool converged = false;
  bool stopped = false; ///< the observer asked to
};
}

#endif

#ifndef TRABECULA_SOLVER_SEVERALSYSTEMS_SEVERALCONJUGATEGRADIENTS_H
#define TRABECULA_SOLVER_SEVERALSYSTEMS_SEVERALCONJUGATEGRADIENTS_H

#include "Core/Observer.h"
#include "Solver/SeveralSystems/SeveralSystems.h"
#include "Solver/SolverReport.h"

#include <vector>

namespace trabecula
{
/**
 * The flexible conjugate gradients of FlexibleConjugateGradient for several systems at the same
 * time, each with its own steps, so that matrices and indices are read once for all where vectors
 * are side by side. Systems that have converged rest while others go on.
 */
class SeveralConjugateGradients
{
public:
  /// For each system ||r|| / ||b|| before each of its iterations, and at the end.
  using Histories = std::vector<std::vector<double>>;

  /**
   * Solves A u = f on free unknowns.
   *
   * @param tolerance on ||r|| / ||b||, b the residual of the prescribed displacements alone
   * @throws SolverBreakdown if sums are not positive or not finite
   */
  static std::vector<SolverReport> solve(SeveralSystems& systems, double tolerance,
    int maximumIterations, Observer& observer, Histories& histories);
};
}

#endif

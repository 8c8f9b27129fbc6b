#ifndef TRABECULA_SOLVER_PRECONDITIONEDCONJUGATEGRADIENT_H
#define TRABECULA_SOLVER_PRECONDITIONEDCONJUGATEGRADIENT_H

#include "Core/DeviceVector.h"
#include "Core/Observer.h"
#include "Operator/LinearOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/LinearPreconditioner.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Conjugate gradients with any preconditioner, for those whose one application outweighs the look
 * at the residual that follows it; with Jacobi's, ConjugateGradient is the faster one.
 *
 * The next direction is made conjugate by Polak and Ribiere's formula, which forgives a
 * preconditioner that rounding keeps from being quite symmetric (Golub, Ye, SIAM J. Sci. Comput.
 * 21, 1999).
 */
template <class Space>
class PreconditionedConjugateGradient
{
public:
  explicit PreconditionedConjugateGradient(std::int64_t unknowns);

  /**
   * Solves A u = f. Parameters are those of ConjugateGradient::solve().
   *
   * @param inverseDiagonal 0 on prescribed unknowns, which keep their value of u, and not 0 on
   *   free ones
   */
  SolverReport solve(LinearOperator<Space>& A, LinearPreconditioner<Space>& preconditioner,
    const double* inverseDiagonal, const double* f, double* u, double tolerance,
    int maximumIterations, Observer& observer);

  /// ||r|| / ||b|| before each iteration of the last solve, and at its end.
  const std::vector<double>& history() const { return this->History; }

  /// Bytes a solver of this size takes.
  static std::size_t memory(std::size_t unknowns);

private:
  DeviceVector<double, Space> Residual;
  DeviceVector<double, Space> Direction;
  DeviceVector<double, Space> Product;
  DeviceVector<double, Space> Preconditioned;
  DeviceVector<double, Space> Results;
  std::vector<double> History;
};
}

#endif

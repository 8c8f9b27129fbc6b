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
   * @param free 0 on prescribed unknowns, which keep their value of u, and not 0 on free ones
   * @param f may be rightHandSide(), or null where no forces act
   */
  SolverReport solve(LinearOperator<Space>& A, LinearPreconditioner<Space>& preconditioner,
    const float* free, const double* f, double* u, double tolerance, int maximumIterations,
    Observer& observer);

  /// ||r|| / ||b|| before each iteration of the last solve, and at its end.
  const std::vector<double>& history() const { return this->History; }

  /// A vector of the solver's own to put f in, made when it is first asked for.
  double* rightHandSide();

  /// Memory for doubles that the solver needs only while it solves.
  double* scratch() { return this->Residual.data(); }
  std::size_t scratchBytes() const { return this->Residual.bytes(); }

  /// Bytes a solver of this size takes, rightHandSide() not counted.
  static std::size_t memory(std::size_t unknowns);

private:
  DeviceVector<double, Space> Residual;
  DeviceVector<double, Space> Direction;
  DeviceVector<double, Space> Forces; ///< empty until rightHandSide() is asked for
  DeviceVector<double, Space> Results;
  std::vector<double> History;
};
}

#endif

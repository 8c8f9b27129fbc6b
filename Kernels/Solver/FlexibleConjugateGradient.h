#ifndef TRABECULA_SOLVER_FLEXIBLECONJUGATEGRADIENT_H
#define TRABECULA_SOLVER_FLEXIBLECONJUGATEGRADIENT_H

#include "Core/Context.h"
#include "Core/Observer.h"
#include "Operator/LinearOperator.h"
#include "Solver/LinearPreconditioner.h"
#include "Solver/RightHandSide.h"
#include "Solver/SolverReport.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Conjugate gradients for preconditioners whose application takes much longer than reading the
 * residual on the host in each iteration.
 *
 * Directions by the Polak-Ribiere formula, which tolerates a preconditioner that is not exactly
 * symmetric or changes (Golub, Ye, SIAM J. Sci. Comput. 21, 1999), with step lengths that minimize
 * the energy along them. The formula has the new residual times the old preconditioned one instead
 * of the reverse, which saves a vector; they differ for preconditioners that are not symmetric,
 * whose directions are conjugate only roughly.
 */
template <class Space>
class FlexibleConjugateGradient
{
public:
  FlexibleConjugateGradient(Context<Space>& context, std::int64_t unknowns);

  /// Parameters are those of ConjugateGradient::solve().
  /// @param history ||r|| / ||b|| before each iteration, and at the end
  SolverReport solve(LinearOperator<Space>& A, LinearPreconditioner<Space>& preconditioner,
    const RightHandSide<Space>& f, double* u, double tolerance, int maximumIterations,
    Observer& observer, std::vector<double>& history);

  /// Bytes of a solver of this size; it also leases a vector from the workspace.
  static std::size_t memory(std::size_t unknowns);

private:
  Context<Space>* Computing;
  DeviceVector<double, Space> Residual;
  DeviceVector<double, Space> Direction;
  DeviceVector<double, Space> Results;
};
}

#endif

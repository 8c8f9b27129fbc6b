#ifndef TRABECULA_SOLVER_CONJUGATEGRADIENT_H
#define TRABECULA_SOLVER_CONJUGATEGRADIENT_H

#include "Core/Observer.h"
#include "Operator/LinearOperator.h"
#include "Solver/LinearPreconditioner.h"
#include "Solver/RightHandSide.h"
#include "Solver/SolverReport.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
template <class Space>
class KrylovVectors;
template <class Space>
class DiagonalIteration;

/**
 * Preconditioned conjugate gradients on the free unknowns of systems with one matrix and
 * constrained unknowns, for one and for multiple right-hand sides, on one and on several parts.
 *
 * Directions follow the Polak-Ribiere formula, which tolerates a preconditioner that is not exactly
 * symmetric or changes (Golub, Ye, SIAM J. Sci. Comput. 21, 1999), with step lengths that minimize
 * the energy along them. The formula contains the product of the new residual with the previous
 * preconditioned one instead of that of the previous residual with the new preconditioned one,
 * which saves a vector. Both are equal for a symmetric preconditioner; for others directions are
 * conjugate only approximately. Multiple right-hand sides have step lengths of their own; systems
 * that have converged remain unchanged while others are continued.
 *
 * With a DiagonalPreconditioner, which is symmetric, and a single right-hand side, directions
 * follow the Fletcher-Reeves formula in few fused loops (DiagonalIteration), whose scalars remain
 * on the device.
 */
template <class Space>
class ConjugateGradient
{
public:
  /// No vectors are allocated before the first solution. @param layout of the unknowns
  explicit ConjugateGradient(LayoutPointer<Space> layout);
  ~ConjugateGradient();
  ConjugateGradient(const ConjugateGradient&) = delete;
  ConjugateGradient& operator=(const ConjugateGradient&) = delete;

  /// ||r|| / ||b|| before each iteration for which the host reads it, and at the end.
  using History = std::vector<double>;

  /**
   * Solves A u = f.
   *
   * @param preconditioner for A. The solution continues without the coarse space of a
   * DiagonalPreconditioner when its rounding errors would cause a breakdown
   * @param u initial guess, then solution. Constrained unknowns keep their value. With b = f - A
   * u_p, where u_p has the prescribed values and zeros on free unknowns, the iteration ends when
   * ||r|| <= tolerance * ||b||.
   * @throws SolverBreakdown if A or the preconditioner is found not to be positive definite, or
   * numbers are not finite
   * @throws Error if layouts do not match
   */
  SolverReport solve(LinearOperator<Space>& A, LinearPreconditioner<Space>& preconditioner,
    const RightHandSide<Space>& f, Vector<Space>& u, double tolerance, int maximumIterations,
    Observer& observer);

  /// The same for multiple right-hand sides with solutions u, at most MostColumns.
  /// @throws Error also if the preconditioner does not take that many at once
  /// (LinearPreconditioner::columnsAtOnce())
  std::vector<SolverReport> solve(LinearOperator<Space>& A,
    LinearPreconditioner<Space>& preconditioner, const std::vector<RightHandSide<Space>>& f,
    const std::vector<Vector<Space>*>& u, double tolerance, int maximumIterations,
    Observer& observer);

  /// Residuals of each system in the last solution.
  const std::vector<History>& histories() const { return this->Histories; }
  /// Residuals of the first system.
  const History& history() const { return this->Histories.front(); }

  /// Frees memory that the next solution allocates again.
  void release();

  /// Bytes of a solver of this size with its part of the workspace, with a DiagonalPreconditioner.
  static std::size_t memory(std::size_t unknowns);
  /// The same with other preconditioners and one right-hand side, without a vector in the
  /// workspace.
  static std::size_t memoryOfVectors(std::size_t unknowns)
  {
    return 2 * unknowns * sizeof(double) + 4096;
  }
  /// The part of memory() that is in the workspace.
  static std::size_t workspaceBytes(std::size_t unknowns)
  {
    return 3 * Workspace<Space>::bytesOfLease(unknowns * sizeof(double));
  }

private:
  LayoutPointer<Space> Of;
  std::vector<History> Histories{ 1 };
  std::unique_ptr<KrylovVectors<Space>> Vectors;
  std::unique_ptr<DiagonalIteration<Space>> Fused;
};
}

#endif

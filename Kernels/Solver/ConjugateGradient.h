#ifndef TRABECULA_SOLVER_CONJUGATEGRADIENT_H
#define TRABECULA_SOLVER_CONJUGATEGRADIENT_H

#include "Core/Context.h"
#include "Core/Observer.h"
#include "Operator/LinearOperator.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/FlexibleConjugateGradient.h"
#include "Solver/LinearPreconditioner.h"
#include "Solver/RightHandSide.h"
#include "Solver/SolverReport.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Preconditioned conjugate gradients on the free unknowns of a system with prescribed unknowns.
 *
 * All vectors are on the device. With a DiagonalPreconditioner (EbE paper, Algorithm 1) so are the
 * scalars of the recurrence: the host reads the residual only every few iterations, and a converged
 * solution is not changed by the remaining ones. For other preconditioners see
 * FlexibleConjugateGradient.
 */
template <class Space>
class ConjugateGradient
{
public:
  /// Allocates nothing before the first solve.
  ConjugateGradient(Context<Space>& context, std::int64_t unknowns);
  ~ConjugateGradient();
  ConjugateGradient(const ConjugateGradient&) = delete;
  ConjugateGradient& operator=(const ConjugateGradient&) = delete;

  /**
   * Solves A u = f.
   *
   * @param preconditioner for A. The coarse space of a DiagonalPreconditioner is dropped when its
   * rounding errors would cause a breakdown
   * @param u initial guess, then solution. Prescribed unknowns keep their value. With b = f - A
   *   u_p, where u_p holds the prescribed values and zeros, the iteration ends when ||r|| <=
   *   tolerance * ||b||.
   * @throws SolverBreakdown if A or the preconditioner is found not to be positive definite, or
   *   not finite
   */
  SolverReport solve(LinearOperator<Space>& A, LinearPreconditioner<Space>& preconditioner,
    const RightHandSide<Space>& f, double* u, double tolerance, int maximumIterations,
    Observer& observer);

  /// ||r|| / ||b|| before each iteration of the last solve and at its end, as far as read by the
  /// host.
  const std::vector<double>& history() const { return this->History; }

  /// Frees memory that the next solve allocates again.
  void release();

  /// Bytes of a solver of this size with its part of the workspace, with a DiagonalPreconditioner.
  static std::size_t memory(std::size_t unknowns);
  /// The part of memory() that is in the workspace.
  static std::size_t workspaceBytes(std::size_t unknowns) { return 3 * unknowns * sizeof(double); }

  /// Scalars of the recurrence; public for kernels only.
  struct Scalars
  {
    double rz;        ///< r.z
    double fineRz;    ///< the Jacobi part of r.z
    double rr;        ///< r.r over free unknowns
    double bb;        ///< b.b over free unknowns
    double alpha;     ///< step length
    double beta;      ///< of the next direction
    double threshold; ///< on rr
    int iterations;
    int maximumIterations;
    int done;
    int broken; ///< A is not positive definite on the direction
  };

private:
  SolverReport solveWithDiagonal(LinearOperator<Space>& A, const double* inverseDiagonal,
    RigidBodyCoarseSpace<Space>* coarse, const RightHandSide<Space>& f, double* u, double tolerance,
    int maximumIterations, Observer& observer);

  Context<Space>* Computing;
  std::int64_t Unknowns;
  std::vector<double> History;
  struct Workspace;
  std::unique_ptr<Workspace> Work;
  std::unique_ptr<FlexibleConjugateGradient<Space>> Flexible;
};
}

#endif

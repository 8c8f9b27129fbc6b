#ifndef TRABECULA_SOLVER_DIAGONALITERATION_H
#define TRABECULA_SOLVER_DIAGONALITERATION_H

#include "Core/Observer.h"
#include "Operator/LinearOperator.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/RightHandSide.h"
#include "Solver/SolverReport.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace trabecula
{
/**
 * The conjugate gradient method with a DiagonalPreconditioner (EbE paper, Algorithm 1), for one
 * right-hand side: vector operations are fused with the preconditioner, and the scalars of the
 * recurrence remain on the device. The host reads the residual only every few iterations; those
 * after convergence do not change the solution. With a single part an iteration is captured as a
 * graph on CUDA.
 */
template <class Space>
class DiagonalIteration
{
public:
  explicit DiagonalIteration(LayoutPointer<Space> layout);

  /// Parameters are those of ConjugateGradient::solve(). The solution continues without the coarse
  /// space of the preconditioner when its rounding errors would cause a breakdown.
  /// @param history ||r|| / ||b|| whenever the host reads it
  SolverReport solve(LinearOperator<Space>& A, DiagonalPreconditioner<Space>& preconditioner,
    const RightHandSide<Space>& f, Vector<Space>& u, double tolerance, int maximumIterations,
    Observer& observer, std::vector<double>& history)
  {
    return this->solveWith(preconditioner.coarse(), A, preconditioner, f, u, tolerance,
      maximumIterations, observer, history);
  }

  /// Bytes of an instance besides three vectors in the workspace.
  static std::size_t memory();

  /// Scalars of the recurrence, in memory of the space; public for kernels only.
  struct Scalars
  {
    double rz;        ///< r.z
    double fineRz;    ///< the Jacobi part of r.z
    double rr;        ///< r.r over free unknowns
    double bb;        ///< b.b over free unknowns
    double alpha;     ///< step length
    double beta;      ///< of the next direction
    double threshold; ///< of rr, at convergence
    int iterations;
    int maximumIterations;
    int done;
    int broken; ///< A is not positive definite on the direction
  };

private:
  /// @param coarse null for the diagonal alone
  SolverReport solveWith(RigidBodyCoarseSpace<Space>* coarse, LinearOperator<Space>& A,
    DiagonalPreconditioner<Space>& preconditioner, const RightHandSide<Space>& f, Vector<Space>& u,
    double tolerance, int maximumIterations, Observer& observer, std::vector<double>& history);

  LayoutPointer<Space> Of;
  DeviceVector<Scalars, Space> State;
  DeviceVector<double, Space> Partials; ///< of d.q, if the operator computes them
};
}

#endif

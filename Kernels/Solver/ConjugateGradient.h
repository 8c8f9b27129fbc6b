#ifndef TRABECULA_SOLVER_CONJUGATEGRADIENT_H
#define TRABECULA_SOLVER_CONJUGATEGRADIENT_H

#include "Core/DeviceVector.h"
#include "Core/Observer.h"
#include "Operator/LinearOperator.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"

#include <cstdint>
#include <memory>

namespace trabecula
{
struct SolverReport
{
  int iterations = 0;
  /// ||r|| / ||b|| over the free unknowns, r by recurrence.
  double residual = 0.0;
  bool converged = false;
  bool stopped = false; ///< the observer asked to
};

/**
 * Conjugate gradients with Jacobi preconditioning (EbE paper, Algorithm 1), and a coarse space of
 * rigid-body motions if there is one, on the free unknowns of a system some of whose unknowns are
 * prescribed.
 *
 * All vectors stay on the device, and so do the scalars of the recurrence: the host looks at the
 * residual once in a few iterations only, and an iterate that has converged is not touched again.
 */
template <class Space>
class ConjugateGradient
{
public:
  explicit ConjugateGradient(std::int64_t unknowns);
  ~ConjugateGradient();
  ConjugateGradient(const ConjugateGradient&) = delete;
  ConjugateGradient& operator=(const ConjugateGradient&) = delete;

  /**
   * Solves A u = f.
   *
   * @param inverseDiagonal 1 / A_ii on free unknowns and 0 on prescribed ones, which keep their
   *   value of u.
   * @param f right-hand side; its values on prescribed unknowns are not read. It may be
   *   rightHandSide(), and is lost then.
   * @param u first guess, then solution. With b = f - A u_p, where u_p holds the prescribed values
   *   and zeros, the iteration ends when ||r|| <= tolerance * ||b||.
   * @param coarse adds a coarse space, updated for A, to Jacobi's preconditioner; may be null, and
   *   is done without from where its rounding would break the iteration down
   * @throws Error if A is found not to be positive definite, or not finite.
   */
  SolverReport solve(LinearOperator<Space>& A, const double* inverseDiagonal, const double* f,
    double* u, double tolerance, int maximumIterations, Observer& observer,
    RigidBodyCoarseSpace<Space>* coarse = nullptr);

  /// A vector of the solver's own to put f in.
  double* rightHandSide();

  /// Memory for doubles that the solver needs only while it solves.
  void* scratch();
  std::size_t scratchBytes() const;

  /// Bytes a solver of this size takes.
  static std::size_t memory(std::size_t unknowns);

  /// Scalars of the recurrence; an implementation detail that kernels must be able to name.
  struct Scalars
  {
    double rz;        ///< r.z
    double fineRz;    ///< the part of r.z that is Jacobi's
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
  struct Workspace;
  std::unique_ptr<Workspace> Work;
};
}

#endif

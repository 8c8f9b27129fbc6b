#ifndef TRABECULA_SOLVER_SEVERALCONJUGATEGRADIENTS_H
#define TRABECULA_SOLVER_SEVERALCONJUGATEGRADIENTS_H

#include "Core/Observer.h"
#include "Solver/SolverReport.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A symmetric positive definite matrix with its preconditioner for several vectors side by side,
/// on the host; see Operator/SeveralVectors.h.
class SeveralSystem
{
public:
  virtual ~SeveralSystem() = default;
  /// FewVectors or SeveralVectors.
  virtual int vectors() const = 0;
  /// Unknowns of one vector.
  virtual std::int64_t size() const = 0;
  /// y = A x
  virtual void apply(const double* x, double* y) = 0;
  /// M^-1 r, in memory that the next call overwrites; see LinearPreconditioner.
  virtual const float* precondition(const double* r) = 0;
  /// One value per unknown, 0 on prescribed ones and not 0 on free ones.
  virtual const float* freeUnknowns() const = 0;
};

/**
 * The flexible conjugate gradients of FlexibleConjugateGradient for several vectors side by side on
 * the host, each with its own steps, so that matrices and indices are read once for all. Vectors
 * that have converged rest while others go on.
 */
class SeveralConjugateGradients
{
public:
  /// For each vector ||r|| / ||b|| before each of its iterations, and at the end.
  using Histories = std::vector<std::vector<double>>;

  /**
   * Solves A u = f on free unknowns.
   *
   * @param f null for none; values on prescribed unknowns are ignored
   * @param u on entry prescribed displacements and start values, on return the solutions
   * @param tolerance on ||r|| / ||b||, b the residual of the prescribed displacements alone
   * @throws SolverBreakdown if sums are not positive or not finite
   */
  static std::vector<SolverReport> solve(SeveralSystem& system, const double* f, double* u,
    double tolerance, int maximumIterations, Observer& observer, Histories& histories);

  /// Bytes that solve() allocates.
  static std::size_t memory(int vectors, std::size_t unknowns);
};
}

#endif

#ifndef TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_LEVELSMOOTHER_H
#define TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_LEVELSMOOTHER_H

#include "Core/Context.h"
#include "Solver/Aggregation/Smoothers/BlockJacobi.h"

#include <cstdint>

namespace trabecula
{
/// A matrix A in single precision with blocks D on its diagonal, and the steps of a Chebyshev
/// smoother for D^-1 A. The rows and columns of D^-1 that belong to constrained unknowns are zero,
/// so that steps do not change these; columns of A need not be zero.
///
/// On several parts results are those of the part's own nodes. Vectors that are multiplied by A
/// have ghosts, which are updated here.
template <class Space>
class LevelSmoother
{
public:
  virtual ~LevelSmoother() = default;
  virtual const BlockJacobi<Space>& jacobi() const = 0;
  std::int64_t size() const { return this->jacobi().size(); }

  /// d = factor D^-1 r, x += d; with fromZero, x = d. Vectors may be the same.
  void start(const float* r, float factor, bool fromZero, float* d, float* x) const
  {
    this->jacobi().start(r, factor, fromZero, d, x);
  }
  /// r -= A d, d' = keep d + factor D^-1 r, x += d'.
  /// @param next d', not in the memory of d
  virtual void step(
    const float* d, float keep, float factor, float* r, float* next, float* x) const = 0;
  /// r -= A d
  virtual void subtract(const float* d, float* r) const = 0;
  /// y = A x
  virtual void multiply(const float* x, float* y) const = 0;

  /// Estimates the largest eigenvalue of D^-1 A from below, to a few percent, by Lanczos' method
  /// from always the same vector.
  /// @param entries of a vector, with ghosts @param scratch memory for four vectors
  /// @param ofAllParts whether parts have different rows of A, rather than all of them
  double largestEigenvalue(std::int64_t entries, float* scratch, bool ofAllParts) const;
  /// The same on a single part.
  double largestEigenvalue(float* scratch) const
  {
    return this->largestEigenvalue(this->size(), scratch, true);
  }
};
}

#endif

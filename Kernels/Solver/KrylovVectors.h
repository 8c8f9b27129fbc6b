#ifndef TRABECULA_SOLVER_KRYLOVVECTORS_H
#define TRABECULA_SOLVER_KRYLOVVECTORS_H

#include "Core/Vectors/MultiVector.h"
#include "Operator/LinearOperator.h"
#include "Solver/LinearPreconditioner.h"
#include "Solver/RightHandSide.h"

#include <array>
#include <memory>
#include <vector>

namespace trabecula
{
/// A number for each right-hand side.
using EachColumn = std::array<double, static_cast<std::size_t>(MostColumns)>;
using TwoOfEachColumn = std::array<EachColumn, 2>;

/// The systems A u = f that are solved at the same time.
template <class Space>
struct LinearSystems
{
  LinearOperator<Space>& A;
  LinearPreconditioner<Space>& preconditioner;
  const std::vector<RightHandSide<Space>>& f; ///< values on constrained unknowns are ignored
  const std::vector<Vector<Space>*>& u;       ///< prescribed values and initial guesses

  int count() const { return static_cast<int>(this->u.size()); }
};

/**
 * The vectors of conjugate gradients, residual r, preconditioned residual z, direction d and its
 * product q of each right-hand side, and the loops over them. Sums over all parts come to the host
 * for all right-hand sides together.
 */
template <class Space>
class KrylovVectors
{
public:
  virtual ~KrylovVectors() = default;
  /// Whether the vectors fit a layout and a number of right-hand sides in an arrangement.
  virtual bool fits(const Layout<Space>& layout, int columns, Arrangement arrangement) const = 0;

  /// r = f - A u on free unknowns. @return b.b and r.r, where b is the residual of the prescribed
  /// values alone. The first updateDirection() has a beta of 0.
  virtual TwoOfEachColumn start(const LinearSystems<Space>& systems) = 0;

  // The following functions work on active systems at least; results of others are undefined.

  /// z = M^-1 r. @return r.z
  virtual EachColumn precondition(const LinearSystems<Space>& systems, const ColumnSet& active) = 0;
  /// d = z + beta d, q = A d. @return d.q and d.r
  virtual TwoOfEachColumn updateDirection(
    const LinearSystems<Space>& systems, const EachColumn& beta, const ColumnSet& active) = 0;
  /// u += alpha d, and r -= alpha q on free unknowns. @return r.r and r.z with the new residual.
  /// Systems that are not active have an alpha of 0.
  virtual TwoOfEachColumn step(
    const LinearSystems<Space>& systems, const EachColumn& alpha, const ColumnSet& active) = 0;
  /// Writes the solutions to u.
  virtual void finish(const LinearSystems<Space>& systems) = 0;
  /// Releases scratch memory, after finish() or a failure.
  virtual void release() = 0;

  /// Whether the vectors are to be kept for the next solution.
  virtual bool isKept() const { return true; }
};

/// Makes vectors for a number of right-hand sides.
template <class Space>
std::unique_ptr<KrylovVectors<Space>> makeKrylovVectors(
  const LayoutPointer<Space>& layout, int columns, Arrangement arrangement);

/// Bytes of the vectors for more than one right-hand side that are solved together.
template <class Space>
std::size_t krylovMemory(std::int64_t unknowns, int columns, Arrangement arrangement);
}

#endif

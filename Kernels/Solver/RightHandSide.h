#ifndef TRABECULA_SOLVER_RIGHTHANDSIDE_H
#define TRABECULA_SOLVER_RIGHTHANDSIDE_H

namespace trabecula
{
template <class Space>
class SparseVector;

/// Forces of a linear system: dense, sparse or none. Values on prescribed unknowns are ignored.
/// Pointers must remain valid during the solve.
template <class Space>
struct RightHandSide
{
  RightHandSide() = default;
  RightHandSide(const double* values) : dense(values) {}                // NOLINT: a plain view
  RightHandSide(const SparseVector<Space>& values) : sparse(&values) {} // NOLINT: a plain view

  const double* dense = nullptr;
  const SparseVector<Space>* sparse = nullptr;
};
}

#endif

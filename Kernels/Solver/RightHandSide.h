#ifndef TRABECULA_SOLVER_RIGHTHANDSIDE_H
#define TRABECULA_SOLVER_RIGHTHANDSIDE_H

#include "Core/Vectors/SparseVector.h"
#include "Core/Vectors/Vector.h"

namespace trabecula
{
/// The right-hand side of a linear system: dense, sparse or zero. Values on constrained unknowns
/// are ignored. The vectors must remain valid during the solution.
template <class Space>
struct RightHandSide
{
  RightHandSide() = default;
  RightHandSide(const Vector<Space>& values) : dense(&values) {}        // NOLINT: a plain view
  RightHandSide(const SparseVector<Space>& values) : sparse(&values) {} // NOLINT: a plain view

  const Vector<Space>* dense = nullptr;
  const SparseVector<Space>* sparse = nullptr;
};
}

#endif

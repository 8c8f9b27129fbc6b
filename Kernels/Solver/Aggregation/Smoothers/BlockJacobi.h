#ifndef TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_BLOCKJACOBI_H
#define TRABECULA_SOLVER_AGGREGATION_SMOOTHERS_BLOCKJACOBI_H

#include "Core/Context.h"
#include "Solver/Aggregation/BlockPatterns.h"

#include <cstdint>

namespace trabecula
{
/// The inverses of the diagonal blocks of a matrix: block Jacobi, D^-1. Rows and columns of
/// constrained unknowns are zero, as are those of unknowns without stiffness.
template <class Space>
class BlockJacobi
{
public:
  /// @param block unknowns of a node: 1, 3 or 6
  BlockJacobi(const Context<Space>& context, int block, std::int64_t nodes);

  /// Sets D from the diagonal blocks of a matrix. @param constrained one per unknown, nonzero for
  /// constrained ones
  void setRows(
    const BlockPattern<Space>& pattern, const double* values, const std::uint8_t* constrained);
  /// Sets D from a diagonal, for blocks of 1 unknown.
  void setDiagonal(const double* diagonal, const std::uint8_t* constrained);

  const Context<Space>& context() const { return *this->Computing; }
  int block() const { return this->Block; }
  std::int64_t nodes() const { return this->Nodes; }
  std::int64_t size() const { return this->Block * this->Nodes; }
  const float* inverses() const { return this->Inverses.data(); }

  /// d = factor D^-1 r, x += d; with fromZero, x = d.
  void start(const float* r, float factor, bool fromZero, float* d, float* x) const;
  /// Fills w with a start vector for Lanczos' method, always the same: an oscillating field with
  /// similar energies on stiff and on weak nodes.
  void startVector(float* w) const;

private:
  const Context<Space>* Computing;
  int Block;
  std::int64_t Nodes;
  DeviceVector<float, Space> Inverses;
};
}

#endif

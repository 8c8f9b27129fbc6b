#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKTRANSFER_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKTRANSFER_H

#include "Core/Context.h"
#include "Solver/Aggregation/BlockPatterns.h"
#include "Solver/Aggregation/CornerMesh.h"
#include "Solver/Aggregation/Transfer/TentativeTransfer.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * A prolongation between two levels of nodes with 1, 3 or 6 unknowns each: blocks of fine rows and
 * coarse columns, stored row by row in single precision.
 */
template <class Space>
struct BlockTransfer
{
  int fineBlock = 3;   ///< unknowns of a fine node
  int coarseBlock = 6; ///< of a coarse node
  std::int64_t coarseNodes = 0;
  BlockPattern<Space> pattern; ///< coarse nodes of each fine one
  /// Of the rows that are restricted: all, or on several parts those of the part's own fine nodes.
  /// Coarse nodes after the last of these columns have none of these rows.
  BlockColumns<Space> columns;
  DeviceVector<float, Space> values;

  std::int64_t fineNodes() const { return this->pattern.rows(); }
  int blockSize() const { return this->fineBlock * this->coarseBlock; }

  /// coarse = P^T fine, for the coarse nodes of columns
  void restrictTo(const float* fine, float* coarse) const;
  /// d = P coarse, x += d
  void prolongTo(const float* coarse, float* d, float* x) const;
};

/// Makes the interpolation from corners of quadratic elements to all of their nodes: the identity
/// at corners, and the mean of both ends in the middle of an edge.
/// @param supports of the quadratic mesh, one per unknown, 1 or 3 a node; rows of constrained
/// unknowns are zero
/// @param nodes number of the first nodes that have rows
template <class Space>
BlockTransfer<Space> makeCornerTransfer(const Context<Space>& context, const CornerMesh& corners,
  const std::vector<std::uint8_t>& supports, std::int64_t nodes);
/// The same with rows of all nodes.
template <class Space>
BlockTransfer<Space> makeCornerTransfer(const Context<Space>& context, const CornerMesh& corners,
  const std::vector<std::uint8_t>& supports)
{
  return makeCornerTransfer(
    context, corners, supports, static_cast<std::int64_t>(corners.ends.size()));
}

/// Makes the pattern of P = (I - omega D^-1 A) T; the values are undefined.
/// @param matrix pattern of A; its rows are those of P
template <class Space>
BlockTransfer<Space> makeSmoothedPattern(const Context<Space>& context,
  const BlockPattern<Space>& matrix, const TentativeTransfer<Space>& tentative);

/**
 * Computes the values of P = (I - omega D^-1 A) T, with the scaled blocks of T if there are any.
 *
 * @param values of A: blocks row by row, double precision
 * @param inverses of the diagonal blocks, zero in constrained rows
 */
template <class Space>
void smoothProlongation(const Context<Space>& context, const BlockPattern<Space>& matrix,
  const double* values, const float* inverses, double omega,
  const TentativeTransfer<Space>& tentative, BlockTransfer<Space>& transfer);
}

#endif

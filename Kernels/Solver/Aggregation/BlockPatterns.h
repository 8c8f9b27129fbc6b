#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKPATTERNS_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKPATTERNS_H

#include "Mesh/Neighbours/NeighbourMatrix.h"

#include <cstdint>

namespace trabecula
{
/// Where a matrix of blocks has any: ascending columns of each row. Rows and columns may be of
/// different levels.
template <class Space>
using BlockPattern = NeighbourMatrix<Space>;

/// Columns of a pattern: for each, the rows that have it, ascending, and where in the pattern.
template <class Space>
struct BlockColumns
{
  DeviceVector<std::int64_t, Space> starts;
  DeviceVector<std::int32_t, Space> rows;
  DeviceVector<std::int64_t, Space> entries;
};

/**
 * The pattern of the product of two matrices.
 *
 * @param right its rows are the columns of left @param columns of right
 * @throws SolverBreakdown on CUDA if a row has more candidates than a team's memory takes
 */
template <class Space>
BlockPattern<Space> multiplyPatterns(const Context<Space>& context, const BlockPattern<Space>& left,
  const BlockPattern<Space>& right, std::int64_t columns);

/// The same for a left matrix that is given by its transpose: the pattern of P^T B.
template <class Space>
BlockPattern<Space> multiplyTransposed(const Context<Space>& context,
  const BlockColumns<Space>& left, const BlockPattern<Space>& right, std::int64_t columns);

template <class Space>
BlockColumns<Space> columnsOf(
  const Context<Space>& context, const BlockPattern<Space>& pattern, std::int64_t columns);
}

#endif

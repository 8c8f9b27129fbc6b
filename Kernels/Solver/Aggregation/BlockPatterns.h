#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKPATTERNS_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKPATTERNS_H

#include "Mesh/Neighbours/NeighbourMatrix.h"

#include <cstdint>

namespace trabecula
{
/// The pattern of a matrix of blocks: the ascending columns of each row. Rows and columns may
/// belong to different levels.
template <class Space>
using BlockPattern = NeighbourMatrix<Space>;

/// A pattern by columns: the ascending rows of each column, and the places of these entries in the
/// pattern.
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
 * @param right with a row for each column of left @param columns of right
 * @throws SolverBreakdown on CUDA if the candidates for the entries of a row exceed the shared
 * memory of a team
 */
template <class Space>
BlockPattern<Space> multiplyPatterns(const Context<Space>& context, const BlockPattern<Space>& left,
  const BlockPattern<Space>& right, std::int64_t columns);

/// The same for a left matrix that is given by its transpose: the pattern of P^T B.
template <class Space>
BlockPattern<Space> multiplyTransposed(const Context<Space>& context,
  const BlockColumns<Space>& left, const BlockPattern<Space>& right, std::int64_t columns);

/// Sorts the entries of a pattern by columns. @param columns their number
template <class Space>
BlockColumns<Space> columnsOf(
  const Context<Space>& context, const BlockPattern<Space>& pattern, std::int64_t columns);
}

#endif

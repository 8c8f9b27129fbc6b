#ifndef TRABECULA_SOLVER_AGGREGATION_PARTS_ROWEXCHANGE_H
#define TRABECULA_SOLVER_AGGREGATION_PARTS_ROWEXCHANGE_H

#include "Solver/Aggregation/Parts/LevelNodes.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The pattern of a matrix of blocks on the host: ascending columns of each row.
struct HostRows
{
  std::vector<std::int64_t> starts; ///< one more than rows
  std::vector<std::int32_t> columns;

  std::int64_t count() const { return static_cast<std::int64_t>(this->starts.size()) - 1; }
  int most() const; ///< largest number of columns of a row
};

/// Rows of a matrix of blocks that another part sends to this one.
struct RowsOfNeighbour
{
  int part = 0;
  std::vector<std::int32_t> rows;       ///< their numbers in this part
  std::vector<std::int32_t> starts;     ///< of each in columns; one more than rows
  std::vector<std::int32_t> columns;    ///< in the order of the other part
  std::vector<std::int32_t> sentBlocks; ///< blocks that this part sends to the other one
};

/// Exchanges the columns of rows; called by all parts at the same time. Columns that this part does
/// not know are added to its nodes.
/// @param neighbours by their parts: which rows are sent and received
/// @param rows those that are sent; without columns if there are fewer
/// @param columns the nodes that are the columns
std::vector<RowsOfNeighbour> exchangeRows(const Communicator& parts,
  const std::vector<HaloNeighbour>& neighbours, const HostRows& rows, LevelNodes& columns);

/// Appends rows of other parts to a part's own ones.
/// @param count of all rows; all that follow the own ones are received
/// @param blocks becomes what parts exchange to update the blocks of these rows
HostRows appendRows(HostRows own, std::int64_t count, const std::vector<RowsOfNeighbour>& received,
  std::vector<HaloNeighbour>& blocks);

/// Rows that are sums of those of several parts.
struct SummedRows
{
  HostRows rows;
  /// Blocks that are added to each block, by rank of their parts: those of this part have their own
  /// numbers, and received ones follow.
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> blocks;
  std::vector<HaloNeighbour> exchanged; ///< what parts exchange to receive blocks
};

/// Adds rows that other parts send to the first ones of this part.
/// @param part this one @param mine its rows @param owned number of the first rows
/// @param numbers of columns in the result, given those of this part
SummedRows sumRows(int part, const HostRows& mine, std::int64_t owned,
  const std::vector<RowsOfNeighbour>& received, const std::vector<std::int32_t>& numbers);
}

#endif

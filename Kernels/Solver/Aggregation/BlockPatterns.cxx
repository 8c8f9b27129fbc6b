#include "Solver/Aggregation/BlockPatterns.h"

#include "Core/Error.h"
#include "Core/SortAndScan.h"
#include "Core/Teams.h"
#include "Mesh/Neighbours/NodeSet.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// A view of a sparsity pattern for kernels.
struct PatternView
{
  const std::int64_t* starts;
  const std::int32_t* columns;

  TRABECULA_FUNCTION int length(std::int64_t row) const
  {
    return static_cast<int>(this->starts[row + 1] - this->starts[row]);
  }
};

/// The symbolic product of two patterns, computed row by row.
struct PatternProduct
{
  PatternView left;
  PatternView right;
  std::int64_t columns; ///< number of columns of the right factor

  /// Returns an upper bound of the number of blocks of a row.
  TRABECULA_FUNCTION int candidates(std::int64_t row) const
  {
    std::int64_t sum = 0;
    for (std::int64_t k = this->left.starts[row]; k < this->left.starts[row + 1]; ++k)
    {
      sum += this->right.length(this->left.columns[k]);
    }
    return static_cast<int>(sum < this->columns ? sum : this->columns);
  }
};

/// Counts the blocks of a row of a product, or writes their columns if the starts of rows are
/// given.
struct MergeRows
{
  PatternProduct product;
  std::int64_t* counts;       ///< counts[row + 1] is set if columns is null
  const std::int64_t* starts; ///< starts of rows if columns is not null
  std::int32_t* columns;      ///< null to count only

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t row, const Team& team, char* scratch) const
  {
    const NodeSet set = NodeSet::make(team, scratch, powerOfTwo(this->product.candidates(row) + 1));
    const PatternView& left = this->product.left;
    const PatternView& right = this->product.right;
    for (std::int64_t k = left.starts[row]; k < left.starts[row + 1]; ++k)
    {
      const std::int64_t first = right.starts[left.columns[k]];
      team.each(
        right.length(left.columns[k]), [&](int i) { set.insert(right.columns[first + i]); });
    }
    set.finishRow(row, team, this->counts, this->starts, this->columns);
  }
};

struct CandidatesOfRow
{
  PatternProduct product;
  TRABECULA_FUNCTION int operator()(std::int64_t row) const
  {
    return this->product.candidates(row);
  }
};

struct LengthOfRow
{
  PatternView pattern;
  TRABECULA_FUNCTION int operator()(std::int64_t row) const { return this->pattern.length(row); }
};

/// Returns the largest possible scratch memory of a team, in bytes.
template <class Space>
std::size_t mostScratch(const Context<Space>& context)
{
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
#ifdef __CUDACC__
  context.stream(); // makes the context's device the current one
  return sharedMemoryOfBlock(all);
#else
  static_cast<void>(context);
  return all;
#endif
}

template <class Space>
BlockPattern<Space> productOfRows(
  const Context<Space>& context, std::int64_t rows, const PatternProduct& product)
{
  const int candidates = largestOf(context, rows, CandidatesOfRow{ product });
  const std::size_t bytes = NodeSet::bytes(powerOfTwo(candidates + 1));
  if (bytes > mostScratch(context))
  {
    throw SolverBreakdown("A row of a coarse matrix has up to " + std::to_string(candidates) +
      " blocks, more than the memory of a GPU's team of threads takes. Choose rigid-body modes as "
      "preconditioner.");
  }
  BlockPattern<Space> result;
  result.starts = DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(rows) + 1);
  result.starts.zero();
  forEachTeam<32>(
    context, rows, bytes, MergeRows{ product, result.starts.data(), nullptr, nullptr });
  inclusiveScan(result.starts);
  std::int64_t pairs = 0;
  context.copyToHost(&pairs, result.starts.data() + rows, sizeof(pairs));
  result.nodes = DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(pairs));
  if (pairs > 0) // without columns rows would be counted
  {
    forEachTeam<32>(context, rows, bytes,
      MergeRows{ product, nullptr, result.starts.data(), result.nodes.data() });
  }
  result.most = largestOf(
    context, rows, LengthOfRow{ PatternView{ result.starts.data(), result.nodes.data() } });
  return result;
}

/// Lists the columns and places of all entries, row by row.
template <class Space>
void listEntries(const Context<Space>& context, std::int64_t rows, const PatternView pattern,
  std::int32_t* columns, std::int64_t* entries)
{
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t row) {
      for (std::int64_t k = pattern.starts[row]; k < pattern.starts[row + 1]; ++k)
      {
        columns[k] = pattern.columns[k];
        entries[k] = k;
      }
    });
}

/// Finds the row of each entry of a list that is sorted by columns, and the start of each column in
/// the list, by bisection.
template <class Space>
void findRows(const Context<Space>& context, std::int64_t rows, const std::int64_t* starts,
  std::int64_t count, const std::int32_t* sortedColumns, const std::int64_t* entries,
  std::int64_t columns, std::int32_t* rowOf, std::int64_t* columnStarts)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t i) {
      std::int64_t low = 0;
      std::int64_t high = rows - 1; // the last row that does not begin after the entry
      while (low < high)
      {
        const std::int64_t middle = (low + high + 1) / 2;
        if (starts[middle] <= entries[i])
        {
          low = middle;
        }
        else
        {
          high = middle - 1;
        }
      }
      rowOf[i] = static_cast<std::int32_t>(low);
    });
  forEach(
    context, columns + 1, TRABECULA_LAMBDA(std::int64_t c) {
      std::int64_t low = 0;
      std::int64_t high = count; // the first entry whose column is not smaller
      while (low < high)
      {
        const std::int64_t middle = (low + high) / 2;
        if (sortedColumns[middle] < c)
        {
          low = middle + 1;
        }
        else
        {
          high = middle;
        }
      }
      columnStarts[c] = low;
    });
}
}

template <class Space>
BlockPattern<Space> multiplyPatterns(const Context<Space>& context, const BlockPattern<Space>& left,
  const BlockPattern<Space>& right, std::int64_t columns)
{
  return detail::productOfRows(context, left.rows(),
    detail::PatternProduct{ { left.starts.data(), left.nodes.data() },
      { right.starts.data(), right.nodes.data() }, columns });
}

template <class Space>
BlockPattern<Space> multiplyTransposed(const Context<Space>& context,
  const BlockColumns<Space>& left, const BlockPattern<Space>& right, std::int64_t columns)
{
  return detail::productOfRows(context, static_cast<std::int64_t>(left.starts.size()) - 1,
    detail::PatternProduct{ { left.starts.data(), left.rows.data() },
      { right.starts.data(), right.nodes.data() }, columns });
}

template <class Space>
BlockColumns<Space> columnsOf(
  const Context<Space>& context, const BlockPattern<Space>& pattern, std::int64_t columns)
{
  const auto count = static_cast<std::size_t>(pattern.pairs());
  BlockColumns<Space> result;
  result.entries = DeviceVector<std::int64_t, Space>(context, count);
  result.rows = DeviceVector<std::int32_t, Space>(context, count);
  result.starts = DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(columns) + 1);
  DeviceVector<std::int32_t, Space> keys(context, count);
  detail::listEntries(context, pattern.rows(), { pattern.starts.data(), pattern.nodes.data() },
    keys.data(), result.entries.data());
  sortByKey(keys, result.entries);
  detail::findRows(context, pattern.rows(), pattern.starts.data(), pattern.pairs(), keys.data(),
    result.entries.data(), columns, result.rows.data(), result.starts.data());
  return result;
}

template BlockPattern<CompiledSpace> multiplyPatterns(const Context<CompiledSpace>& context,
  const BlockPattern<CompiledSpace>& left, const BlockPattern<CompiledSpace>& right,
  std::int64_t columns);
template BlockPattern<CompiledSpace> multiplyTransposed(const Context<CompiledSpace>& context,
  const BlockColumns<CompiledSpace>& left, const BlockPattern<CompiledSpace>& right,
  std::int64_t columns);
template BlockColumns<CompiledSpace> columnsOf(const Context<CompiledSpace>& context,
  const BlockPattern<CompiledSpace>& pattern, std::int64_t columns);
}

#include "Solver/Aggregation/Parts/RowExchange.h"

#include "Core/Communication/PartLists.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace
{
/// A block that is added to one of a row.
struct AddedBlock
{
  std::int32_t column; ///< in the result
  int part;
  std::int32_t block;
};
}

int HostRows::most() const
{
  std::int64_t result = 0;
  for (std::size_t row = 1; row < this->starts.size(); ++row)
  {
    result = std::max(result, this->starts[row] - this->starts[row - 1]);
  }
  return static_cast<int>(result);
}

std::vector<RowsOfNeighbour> exchangeRows(const Communicator& parts,
  const std::vector<HaloNeighbour>& neighbours, const HostRows& rows, LevelNodes& columns)
{
  std::vector<RowsOfNeighbour> result(neighbours.size());
  std::vector<std::vector<std::int32_t>> messages(static_cast<std::size_t>(parts.size()));
  for (std::size_t i = 0; i < neighbours.size(); ++i)
  {
    std::vector<std::int32_t>& message = messages[static_cast<std::size_t>(neighbours[i].rank)];
    for (const std::int32_t row : neighbours[i].sent)
    {
      const auto at = static_cast<std::size_t>(row);
      const std::int64_t begin = row < rows.count() ? rows.starts[at] : 0;
      const std::int64_t end = row < rows.count() ? rows.starts[at + 1] : 0;
      message.push_back(static_cast<std::int32_t>(end - begin));
      for (std::int64_t k = begin; k < end; ++k)
      {
        const OwnedNode node = columns[rows.columns[static_cast<std::size_t>(k)]];
        message.insert(message.end(), { node.part, node.number });
        result[i].sentBlocks.push_back(static_cast<std::int32_t>(k));
      }
    }
  }
  messages = exchangeLists(parts, std::move(messages));
  for (std::size_t i = 0; i < neighbours.size(); ++i)
  {
    RowsOfNeighbour& of = result[i];
    const std::vector<std::int32_t>& message =
      messages[static_cast<std::size_t>(neighbours[i].rank)];
    of.part = neighbours[i].rank;
    of.rows = neighbours[i].received;
    of.starts.push_back(0);
    std::size_t next = 0;
    for (std::size_t row = 0; row < of.rows.size(); ++row)
    {
      const std::int32_t length = message[next++];
      for (std::int32_t k = 0; k < length; ++k)
      {
        of.columns.push_back(columns.numberOf({ message[next], message[next + 1] }));
        next += 2;
      }
      of.starts.push_back(static_cast<std::int32_t>(of.columns.size()));
    }
  }
  return result;
}

HostRows appendRows(HostRows own, std::int64_t count, const std::vector<RowsOfNeighbour>& received,
  std::vector<HaloNeighbour>& blocks)
{
  const std::int64_t first = own.count();
  std::vector<std::int64_t>& starts = own.starts;
  starts.resize(static_cast<std::size_t>(count) + 1, 0);
  for (const RowsOfNeighbour& of : received)
  {
    for (std::size_t i = 0; i < of.rows.size(); ++i)
    {
      starts[static_cast<std::size_t>(of.rows[i]) + 1] = of.starts[i + 1] - of.starts[i];
    }
  }
  std::partial_sum(starts.begin() + first, starts.end(), starts.begin() + first);
  own.columns.resize(static_cast<std::size_t>(starts.back()));
  for (const RowsOfNeighbour& of : received)
  {
    HaloNeighbour exchanged;
    exchanged.rank = of.part;
    exchanged.sent = of.sentBlocks;
    exchanged.received.resize(of.columns.size());
    for (std::size_t i = 0; i < of.rows.size(); ++i)
    {
      const auto begin = static_cast<std::size_t>(of.starts[i]);
      const auto length = static_cast<std::size_t>(of.starts[i + 1]) - begin;
      std::vector<std::size_t> order(length);
      std::iota(order.begin(), order.end(), begin);
      std::sort(order.begin(), order.end(),
        [&of](std::size_t a, std::size_t b) { return of.columns[a] < of.columns[b]; });
      auto block = static_cast<std::size_t>(starts[static_cast<std::size_t>(of.rows[i])]);
      for (const std::size_t k : order)
      {
        own.columns[block] = of.columns[k];
        exchanged.received[k] = static_cast<std::int32_t>(block++);
      }
    }
    blocks.push_back(std::move(exchanged));
  }
  return own;
}

SummedRows sumRows(int part, const HostRows& mine, std::int64_t owned,
  const std::vector<RowsOfNeighbour>& received, const std::vector<std::int32_t>& numbers)
{
  const auto numberOf = [&numbers](std::int32_t column)
  { return numbers[static_cast<std::size_t>(column)]; };
  std::vector<std::vector<AddedBlock>> added(static_cast<std::size_t>(owned));
  SummedRows result;
  auto next = static_cast<std::int32_t>(mine.columns.size());
  for (const RowsOfNeighbour& of : received)
  {
    HaloNeighbour exchanged;
    exchanged.rank = of.part;
    exchanged.sent = of.sentBlocks;
    exchanged.received.resize(of.columns.size());
    std::iota(exchanged.received.begin(), exchanged.received.end(), next);
    next += static_cast<std::int32_t>(of.columns.size());
    for (std::size_t i = 0; i < of.rows.size(); ++i)
    {
      for (auto k = static_cast<std::size_t>(of.starts[i]);
           k < static_cast<std::size_t>(of.starts[i + 1]); ++k)
      {
        added[static_cast<std::size_t>(of.rows[i])].push_back(
          { numberOf(of.columns[k]), of.part, exchanged.received[k] });
      }
    }
    result.exchanged.push_back(std::move(exchanged));
  }
  result.rows.starts.push_back(0);
  result.starts.push_back(0);
  for (std::size_t row = 0; row < added.size(); ++row)
  {
    std::vector<AddedBlock>& blocks = added[row];
    for (std::int64_t k = row < static_cast<std::size_t>(mine.count()) ? mine.starts[row] : 0;
         row < static_cast<std::size_t>(mine.count()) && k < mine.starts[row + 1]; ++k)
    {
      blocks.push_back({ numberOf(mine.columns[static_cast<std::size_t>(k)]), part,
        static_cast<std::int32_t>(k) });
    }
    std::sort(blocks.begin(), blocks.end(),
      [](const AddedBlock& a, const AddedBlock& b)
      { return a.column != b.column ? a.column < b.column : a.part < b.part; });
    for (std::size_t i = 0; i < blocks.size(); ++i)
    {
      if (i == 0 || blocks[i].column != blocks[i - 1].column)
      {
        if (i > 0)
        {
          result.starts.push_back(static_cast<std::int64_t>(result.blocks.size()));
        }
        result.rows.columns.push_back(blocks[i].column);
      }
      result.blocks.push_back(blocks[i].block);
    }
    if (!blocks.empty())
    {
      result.starts.push_back(static_cast<std::int64_t>(result.blocks.size()));
    }
    result.rows.starts.push_back(static_cast<std::int64_t>(result.rows.columns.size()));
    blocks = {};
  }
  return result;
}
}

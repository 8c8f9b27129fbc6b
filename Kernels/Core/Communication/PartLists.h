#ifndef TRABECULA_CORE_COMMUNICATION_PARTLISTS_H
#define TRABECULA_CORE_COMMUNICATION_PARTLISTS_H

// Lists on the host of which each part has some.

#include "Core/Communication/Communicator.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace trabecula
{
/// The numbers of all parts in the order of ranks, of which each part gives one.
inline std::vector<std::size_t> gatherCounts(const Communicator& parts, std::size_t mine)
{
  std::vector<double> counts(static_cast<std::size_t>(parts.size()), 0.0);
  counts[static_cast<std::size_t>(parts.rank())] = static_cast<double>(mine);
  parts.sum(counts.data(), counts.size());
  std::vector<std::size_t> result(counts.size());
  std::transform(counts.begin(), counts.end(), result.begin(),
    [](double count) { return static_cast<std::size_t>(count); });
  return result;
}

/// The first items of parts, given their numbers of items, and the end.
inline std::vector<std::int64_t> beginsOfParts(const std::vector<std::size_t>& counts)
{
  std::vector<std::int64_t> begins(1, 0);
  for (const std::size_t count : counts)
  {
    begins.push_back(begins.back() + static_cast<std::int64_t>(count));
  }
  return begins;
}

/// Sends a list to each part, maybe empty, and returns those that each part sent to this one.
template <class T>
std::vector<std::vector<T>> exchangeLists(
  const Communicator& parts, std::vector<std::vector<T>> toEach)
{
  const auto size = static_cast<std::size_t>(parts.size());
  const auto rank = static_cast<std::size_t>(parts.rank());
  std::vector<double> counts(size * size, 0.0); // from a part to another
  for (std::size_t to = 0; to < size; ++to)
  {
    counts[size * rank + to] = static_cast<double>(toEach[to].size());
  }
  parts.sum(counts.data(), counts.size());
  std::vector<std::vector<T>> fromEach(size);
  std::vector<Communicator::Message> sent;
  std::vector<Communicator::Message> received;
  for (std::size_t other = 0; other < size; ++other)
  {
    if (other == rank)
    {
      continue;
    }
    if (!toEach[other].empty())
    {
      sent.push_back(
        { static_cast<int>(other), toEach[other].data(), toEach[other].size() * sizeof(T) });
    }
    fromEach[other].resize(static_cast<std::size_t>(counts[size * other + rank]));
    if (!fromEach[other].empty())
    {
      received.push_back(
        { static_cast<int>(other), fromEach[other].data(), fromEach[other].size() * sizeof(T) });
    }
  }
  parts.exchange(sent, received);
  fromEach[rank] = std::move(toEach[rank]);
  return fromEach;
}

/// The lists of all parts one after another, in the order of ranks.
/// @param counts length of each, as of gatherCounts()
template <class T>
std::vector<T> gatherLists(
  const Communicator& parts, std::vector<T> mine, const std::vector<std::size_t>& counts)
{
  std::vector<T> all(std::accumulate(counts.begin(), counts.end(), std::size_t(0)));
  std::vector<Communicator::Message> sent;
  std::vector<Communicator::Message> received;
  std::size_t begin = 0;
  for (std::size_t other = 0; other < counts.size(); ++other)
  {
    const auto to = static_cast<int>(other);
    if (to == parts.rank())
    {
      std::copy(mine.begin(), mine.end(), all.begin() + static_cast<std::ptrdiff_t>(begin));
    }
    else
    {
      if (!mine.empty())
      {
        sent.push_back({ to, mine.data(), mine.size() * sizeof(T) });
      }
      if (counts[other] > 0)
      {
        received.push_back({ to, all.data() + begin, counts[other] * sizeof(T) });
      }
    }
    begin += counts[other];
  }
  parts.exchange(sent, received);
  return all;
}
}

#endif

#include "Solver/Aggregation/Parts/LevelNodes.h"

#include "Core/Communication/PartLists.h"

#include <cstddef>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace
{
std::uint64_t keyOf(const OwnedNode& node)
{
  return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(node.part)) << 32U) |
    static_cast<std::uint32_t>(node.number);
}
}

std::int32_t LevelNodes::numberOf(const OwnedNode& node)
{
  if (node.part == this->Part)
  {
    return node.number;
  }
  const auto [place, isNew] =
    this->Numbers.try_emplace(keyOf(node), static_cast<std::int32_t>(this->count()));
  if (isNew)
  {
    this->Ghosts.push_back(node);
  }
  return place->second;
}

std::vector<HaloNeighbour> LevelNodes::neighbours(const Communicator& parts) const
{
  const auto size = static_cast<std::size_t>(parts.size());
  std::vector<std::vector<std::int32_t>> asked(size);
  std::vector<std::vector<std::int32_t>> received(size);
  for (std::size_t g = 0; g < this->Ghosts.size(); ++g)
  {
    const auto owner = static_cast<std::size_t>(this->Ghosts[g].part);
    asked[owner].push_back(this->Ghosts[g].number);
    received[owner].push_back(
      static_cast<std::int32_t>(this->Owned) + static_cast<std::int32_t>(g));
  }
  std::vector<std::vector<std::int32_t>> sent = exchangeLists(parts, std::move(asked));
  std::vector<HaloNeighbour> result;
  for (std::size_t other = 0; other < size; ++other)
  {
    if (!sent[other].empty() || !received[other].empty())
    {
      result.push_back(
        { static_cast<int>(other), std::move(sent[other]), std::move(received[other]) });
    }
  }
  return result;
}

std::vector<HaloNeighbour> towardsOwners(
  const std::vector<HaloNeighbour>& neighbours, std::int64_t first)
{
  std::vector<HaloNeighbour> result;
  auto next = static_cast<std::int32_t>(first);
  for (const HaloNeighbour& neighbour : neighbours)
  {
    std::vector<std::int32_t> received(neighbour.sent.size());
    std::iota(received.begin(), received.end(), next);
    next += static_cast<std::int32_t>(received.size());
    result.push_back({ neighbour.rank, neighbour.received, std::move(received) });
  }
  return result;
}

std::int64_t numberReceived(const std::vector<HaloNeighbour>& neighbours)
{
  std::size_t count = 0;
  for (const HaloNeighbour& neighbour : neighbours)
  {
    count += neighbour.received.size();
  }
  return static_cast<std::int64_t>(count);
}
}

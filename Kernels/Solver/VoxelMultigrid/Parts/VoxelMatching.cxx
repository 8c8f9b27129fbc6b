#include "Solver/VoxelMultigrid/Parts/VoxelMatching.h"

#include "Core/Error.h"
#include "Solver/VoxelMultigrid/Parts/PartLists.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace trabecula
{
namespace
{
using Position = std::array<std::int32_t, 3>;

Position threeFrom(const std::vector<std::int32_t>& values, std::size_t index)
{
  return { values[3 * index], values[3 * index + 1], values[3 * index + 2] };
}

Position cornerOf(const std::vector<std::int32_t>& cells, std::size_t slot)
{
  Position position = threeFrom(cells, slot / 8);
  for (std::size_t d = 0; d < 3; ++d)
  {
    position[d] += static_cast<std::int32_t>(slot >> d & 1U);
  }
  return position;
}

/// A number that depends on a position alone.
std::uint32_t seedOf(const Position& position)
{
  std::uint32_t h = 0;
  for (const std::int32_t p : position)
  {
    h = (h ^ static_cast<std::uint32_t>(p)) * 2654435761U;
    h ^= h >> 15;
  }
  return h;
}

/// @throws Error on all parts if one of them was asked for a node that it does not know
void requireKnown(const Communicator& parts, bool isKnown)
{
  double unknown = isKnown ? 0.0 : 1.0;
  parts.maximum(&unknown, 1);
  if (unknown > 0.0)
  {
    throw Error("Parts have different voxels in bricks that they share. Make their grids from the "
                "same image.");
  }
}
}

std::vector<std::uint32_t> seedsOfNodes(const std::vector<std::int32_t>& cells,
  const std::vector<std::int32_t>& connectivity, std::int64_t nodes)
{
  std::vector<std::uint32_t> seeds(static_cast<std::size_t>(nodes), 0);
  for (std::size_t slot = 0; slot < connectivity.size(); ++slot)
  {
    seeds[static_cast<std::size_t>(connectivity[slot])] = seedOf(cornerOf(cells, slot));
  }
  return seeds;
}

VoxelMatching::VoxelMatching(const Communicator& parts, const VoxelGrid& grid)
  : Parts(parts), Owners(parts, grid)
{
  for (std::size_t d = 0; d < 3; ++d)
  {
    this->Cells[d] = (grid.cells()[d] + 1) / 2;
  }
}

VoxelPartNodes VoxelMatching::ofVoxels(const VoxelGrid& grid) const
{
  const std::vector<std::int32_t> positions = grid.nodePositions();
  const auto owned = static_cast<std::size_t>(grid.numberOfOwnedNodes());
  const auto count = static_cast<std::size_t>(grid.numberOfNodes());
  const auto parts = static_cast<std::size_t>(this->Parts.size());
  std::vector<Ghost> ghosts;
  std::vector<std::uint8_t> isExchanged(count - owned);
  std::vector<std::vector<std::int32_t>> asked(parts);
  for (std::size_t n = owned; n < count; ++n)
  {
    const Position at = threeFrom(positions, n);
    const int rank = this->Owners.ofNode(0, at);
    ghosts.push_back({ static_cast<std::int32_t>(n), rank, -1 });
    isExchanged[n - owned] = this->Owners.ownsNear(0, at) ? 1 : 0;
    std::vector<std::int32_t>& list = asked[static_cast<std::size_t>(rank)];
    list.insert(list.end(), at.begin(), at.end());
  }
  std::vector<std::vector<std::int32_t>> answers(parts);
  bool isKnown = true;
  const std::vector<std::vector<std::int32_t>> questions =
    exchangeLists(this->Parts, std::move(asked));
  for (std::size_t part = 0; part < parts; ++part)
  {
    for (std::size_t i = 0; i < questions[part].size() / 3; ++i)
    {
      const Position at = threeFrom(questions[part], i);
      const std::int32_t node = grid.node(at[0], at[1], at[2]);
      isKnown = isKnown && node >= 0 && node < grid.numberOfOwnedNodes();
      answers[part].push_back(node);
    }
  }
  requireKnown(this->Parts, isKnown);
  answers = exchangeLists(this->Parts, std::move(answers));
  std::vector<std::size_t> next(parts, 0);
  for (Ghost& ghost : ghosts)
  {
    const auto rank = static_cast<std::size_t>(ghost.rank);
    ghost.there = answers[rank][next[rank]++];
  }
  VoxelPartNodes nodes;
  this->finish(static_cast<std::int64_t>(owned), static_cast<std::int64_t>(count - owned), ghosts,
    isExchanged, nodes);
  return nodes;
}

void VoxelMatching::setKeys(const VoxelPartElements& elements)
{
  const std::size_t count = elements.cells.size() / 3;
  std::vector<std::int64_t> keys(count, std::numeric_limits<std::int64_t>::max());
  for (std::size_t e = 0; e < count; ++e)
  {
    if (elements.childStarts.empty())
    {
      const Position cell = threeFrom(elements.cells, e);
      keys[e] = cell[0] + this->Cells[0] * (cell[1] + this->Cells[1] * cell[2]);
      continue;
    }
    for (auto k = static_cast<std::size_t>(elements.childStarts[e]);
         k < static_cast<std::size_t>(elements.childStarts[e + 1]); ++k)
    {
      keys[e] = std::min(keys[e], this->Keys[elements.children[k] / 8]);
    }
  }
  this->Keys = std::move(keys);
}

VoxelPartNodes VoxelMatching::ofNextLevel(VoxelPartElements& elements)
{
  ++this->Level;
  this->setKeys(elements);
  const auto parts = static_cast<std::size_t>(this->Parts.size());
  const std::vector<std::int32_t>& cells = elements.cells;

  // Nodes are known by their first corner. Those of the part keep their order.
  std::vector<std::int64_t> slots(static_cast<std::size_t>(elements.nodes), -1);
  for (std::size_t s = 0; s < elements.connectivity.size(); ++s)
  {
    std::int64_t& first = slots[static_cast<std::size_t>(elements.connectivity[s])];
    first = first < 0 ? static_cast<std::int64_t>(s) : first;
  }
  VoxelPartNodes nodes;
  std::vector<std::int32_t> numbers(slots.size(), -1);
  std::vector<Ghost> ghosts;
  std::vector<std::vector<std::int64_t>> asked(parts);
  std::int32_t owned = 0;
  for (std::size_t n = 0; n < slots.size(); ++n)
  {
    const auto slot = static_cast<std::size_t>(slots[n]);
    const Position at = cornerOf(cells, slot);
    const int rank = this->Owners.ofNode(this->Level, at);
    if (rank == this->Parts.rank())
    {
      numbers[n] = owned++;
      nodes.seeds.push_back(seedOf(at));
      continue;
    }
    ghosts.push_back({ static_cast<std::int32_t>(n), rank, -1 });
    asked[static_cast<std::size_t>(rank)].push_back(
      8 * this->Keys[slot / 8] + static_cast<std::int64_t>(slot % 8));
  }

  std::unordered_map<std::int64_t, std::size_t> known; // elements that others may ask for
  for (std::size_t e = 0; e < this->Keys.size(); ++e)
  {
    if (this->Owners.isNearOthers(this->Level, threeFrom(cells, e)))
    {
      known.emplace(this->Keys[e], e);
    }
  }
  const std::vector<std::vector<std::int64_t>> questions =
    exchangeLists(this->Parts, std::move(asked));
  std::vector<std::vector<std::int32_t>> answers(parts);
  bool isKnown = true;
  for (std::size_t part = 0; part < parts; ++part)
  {
    for (const std::int64_t question : questions[part])
    {
      const auto found = known.find(question / 8);
      const std::int32_t number = found == known.end()
        ? -1
        : numbers[static_cast<std::size_t>(
            elements.connectivity[8 * found->second + static_cast<std::size_t>(question % 8)])];
      isKnown = isKnown && number >= 0;
      answers[part].push_back(number);
    }
  }
  requireKnown(this->Parts, isKnown);
  answers = exchangeLists(this->Parts, std::move(answers));
  std::vector<std::size_t> next(parts, 0);
  for (Ghost& ghost : ghosts)
  {
    const auto rank = static_cast<std::size_t>(ghost.rank);
    ghost.there = answers[rank][next[rank]++];
  }

  // Ghosts that the owner takes for one become one.
  std::sort(ghosts.begin(), ghosts.end(),
    [](const Ghost& a, const Ghost& b)
    { return std::tie(a.rank, a.there, a.here) < std::tie(b.rank, b.there, b.here); });
  std::vector<Ghost> distinct;
  std::vector<std::uint8_t> isExchanged;
  for (const Ghost& ghost : ghosts)
  {
    if (distinct.empty() || distinct.back().rank != ghost.rank ||
      distinct.back().there != ghost.there)
    {
      const auto number = owned + static_cast<std::int32_t>(distinct.size());
      distinct.push_back({ number, ghost.rank, ghost.there });
      const auto slot = static_cast<std::size_t>(slots[static_cast<std::size_t>(ghost.here)]);
      isExchanged.push_back(this->Owners.ownsNear(this->Level, cornerOf(cells, slot)) ? 1 : 0);
    }
    numbers[static_cast<std::size_t>(ghost.here)] = distinct.back().here;
  }
  for (std::int32_t& node : elements.connectivity)
  {
    node = numbers[static_cast<std::size_t>(node)];
  }
  elements.nodes = owned + static_cast<std::int64_t>(distinct.size());
  this->finish(owned, static_cast<std::int64_t>(distinct.size()), distinct, isExchanged, nodes);
  return nodes;
}

std::vector<std::int32_t> VoxelMatching::ownElements(
  int level, const std::vector<std::int32_t>& cells) const
{
  std::vector<std::int32_t> own;
  for (std::size_t e = 0; e < cells.size() / 3; ++e)
  {
    if (this->Owners.ownsNode(level, threeFrom(cells, e)))
    {
      own.push_back(static_cast<std::int32_t>(e));
    }
  }
  return own;
}

/// @param all ghosts in the order of their numbers
void VoxelMatching::finish(std::int64_t owned, std::int64_t ghosts, const std::vector<Ghost>& all,
  const std::vector<std::uint8_t>& isExchanged, VoxelPartNodes& nodes) const
{
  nodes.owned = owned;
  nodes.ghosts = ghosts;
  const std::vector<std::size_t> counts =
    gatherCounts(this->Parts, static_cast<std::size_t>(owned));
  std::vector<std::int64_t> firsts;
  for (const std::size_t count : counts)
  {
    firsts.push_back(nodes.ofAllParts);
    nodes.ofAllParts += static_cast<std::int64_t>(count);
  }
  if (nodes.ofAllParts <= std::numeric_limits<std::int32_t>::max())
  {
    for (std::int64_t n = 0; n < owned; ++n)
    {
      nodes.global.push_back(
        static_cast<std::int32_t>(firsts[static_cast<std::size_t>(this->Parts.rank())] + n));
    }
    for (const Ghost& ghost : all)
    {
      nodes.global.push_back(
        static_cast<std::int32_t>(firsts[static_cast<std::size_t>(ghost.rank)] + ghost.there));
    }
  }

  std::vector<HaloNeighbour> neighbours(counts.size());
  std::vector<std::vector<std::int32_t>> wanted(counts.size());
  for (std::size_t g = 0; g < all.size(); ++g)
  {
    if (isExchanged[g] != 0)
    {
      const auto rank = static_cast<std::size_t>(all[g].rank);
      neighbours[rank].received.push_back(all[g].here);
      wanted[rank].push_back(all[g].there);
    }
  }
  std::vector<std::vector<std::int32_t>> sent = exchangeLists(this->Parts, std::move(wanted));
  for (std::size_t rank = 0; rank < neighbours.size(); ++rank)
  {
    neighbours[rank].rank = static_cast<int>(rank);
    neighbours[rank].sent = std::move(sent[rank]);
    if (!neighbours[rank].sent.empty() || !neighbours[rank].received.empty())
    {
      nodes.neighbours.push_back(std::move(neighbours[rank]));
    }
  }
}
}

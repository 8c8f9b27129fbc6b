#include "Mesh/Distribution/VoxelHalo.h"

#include "Core/Error.h"
#include "Mesh/Voxel/BrickPositions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula
{
namespace
{
using PlaceOfBrick = std::array<std::int32_t, 3>;
using RowMasks = std::array<unsigned, VoxelBrick::Rows>;

constexpr int HaloEdge = VoxelBrick::Edge;
constexpr std::size_t Around = 27;
constexpr unsigned AllOfRow = 0xffU;

/// The owners of the places around a brick, x fastest, itself in the middle; -1 outside.
std::array<std::int32_t, Around> ownersAround(
  const VoxelDivision& division, const PlaceOfBrick& place)
{
  std::array<std::int32_t, Around> owners;
  for (std::int32_t n = 0; n < static_cast<std::int32_t>(Around); ++n)
  {
    owners[static_cast<std::size_t>(n)] =
      division.ownerNear({ place[0] + n % 3 - 1, place[1] + n / 3 % 3 - 1, place[2] + n / 9 - 1 });
  }
  return owners;
}

/// What another part has of the bricks around one.
class BrickOfOther
{
public:
  BrickOfOther(const std::array<std::int32_t, Around>& owners, int part)
    : Owners(owners), Part(part)
  {
  }

  /// Whether the part has the elements of a neighbouring brick, which may touch one that it owns.
  /// @param x, y, z -1 or 0
  bool hasElements(int x, int y, int z) const
  {
    for (int n = 0; n < 8; ++n)
    {
      if (this->owns(x + n % 2, y + n / 2 % 2, z + n / 4))
      {
        return true;
      }
    }
    return false;
  }

  /// The nodes in each row of the brick that are at most a step from a place of the part.
  RowMasks near() const
  {
    RowMasks masks = {};
    for (int row = 0; row < VoxelBrick::Rows; ++row)
    {
      const int j = row % HaloEdge;
      const int k = row / HaloEdge;
      unsigned& mask = masks[static_cast<std::size_t>(row)];
      for (int z = k == 0 ? -1 : 0; z <= (k == HaloEdge - 1 ? 1 : 0); ++z)
      {
        for (int y = j == 0 ? -1 : 0; y <= (j == HaloEdge - 1 ? 1 : 0); ++y)
        {
          mask |= this->owns(-1, y, z) ? 1U : 0U;
          mask |= this->owns(0, y, z) ? AllOfRow : 0U;
          mask |= this->owns(1, y, z) ? 1U << (HaloEdge - 1) : 0U;
        }
      }
    }
    return masks;
  }

private:
  bool owns(int x, int y, int z) const
  {
    const int place = 13 + x + 3 * y + 9 * z;
    return this->Owners[static_cast<std::size_t>(place)] == this->Part;
  }

  const std::array<std::int32_t, Around>& Owners;
  int Part;
};

/// The nodes in each row of a brick that belong to an element that the other part has.
RowMasks nodesOfOther(const VoxelGrid& grid, const VoxelBrick& brick, const BrickOfOther& other)
{
  const auto elementsAt = [&](int x, int j, int k) -> unsigned
  {
    const int y = j < 0 ? -1 : 0;
    const int z = k < 0 ? -1 : 0;
    const std::int32_t b = brick.neighbours[13 + x + 3 * y + 9 * z];
    return b >= 0 && other.hasElements(x, y, z)
      ? grid.bricks()[static_cast<std::size_t>(b)]
          .elements[j - HaloEdge * y + HaloEdge * (k - HaloEdge * z)]
      : 0U;
  };
  RowMasks masks = {};
  for (int row = 0; row < VoxelBrick::Rows; ++row)
  {
    const int j = row % HaloEdge;
    const int k = row / HaloEdge;
    unsigned any = 0;
    unsigned before = 0; // elements of the brick before along x
    for (int n = 0; n < 4; ++n)
    {
      any |= elementsAt(0, j - n % 2, k - n / 2);
      before |= elementsAt(-1, j - n % 2, k - n / 2);
    }
    masks[static_cast<std::size_t>(row)] = (any | any << 1U | before >> (HaloEdge - 1)) & AllOfRow;
  }
  return masks;
}

/// Appends the numbers of the nodes of a brick that are in masks.
void appendNodes(const VoxelBrick& brick, const RowMasks& masks, std::vector<std::int32_t>& list)
{
  for (int row = 0; row < VoxelBrick::Rows; ++row)
  {
    const unsigned all = brick.nodes[row];
    for (unsigned bits = all & masks[static_cast<std::size_t>(row)]; bits; bits &= bits - 1)
    {
      const unsigned below = (bits & (~bits + 1)) - 1;
      list.push_back(brick.firstNode + brick.nodeRows[row] + bitsSet(all & below));
    }
  }
}

/// Appends the numbers of all elements of a brick.
void appendElements(const VoxelBrick& brick, std::vector<std::int32_t>& list)
{
  std::int32_t number = brick.firstElement;
  for (const std::uint8_t mask : brick.elements)
  {
    for (int count = bitsSet(mask); count > 0; --count)
    {
      list.push_back(number++);
    }
  }
}

RowMasks both(const RowMasks& a, const RowMasks& b)
{
  RowMasks result = {};
  std::transform(a.begin(), a.end(), b.begin(), result.begin(),
    [](unsigned one, unsigned other) { return one & other; });
  return result;
}

/// The parts that exchange anything.
std::vector<HaloNeighbour> withoutEmpty(std::vector<HaloNeighbour> all)
{
  all.erase(std::remove_if(all.begin(), all.end(),
              [](const HaloNeighbour& one) { return one.sent.empty() && one.received.empty(); }),
    all.end());
  return all;
}
}

VoxelHalo planVoxelHalo(const VoxelGrid& grid, const VoxelDivision& division, int part)
{
  if (grid.ghostVoxels() != GhostVoxels::WholeBricks)
  {
    throw Error("The halo of a part is planned for grids with whole bricks of ghosts only: make "
                "them with GhostVoxels::WholeBricks.");
  }
  const std::int32_t last = *std::max_element(division.owners.begin(), division.owners.end());
  std::vector<HaloNeighbour> nodes;
  for (std::int32_t rank = 0; rank <= last; ++rank)
  {
    nodes.push_back({ rank, {}, {} });
  }
  std::vector<HaloNeighbour> elements = nodes;
  // Both parts list bricks in the order of their places.
  for (std::size_t b = 0; b < grid.bricks().size(); ++b)
  {
    const VoxelBrick& brick = grid.bricks()[b];
    const std::array<std::int32_t, Around> owners = ownersAround(division, grid.places()[b]);
    const std::int32_t owner = owners[13];
    if (owner != part)
    {
      const auto from = static_cast<std::size_t>(owner);
      appendNodes(brick, BrickOfOther(owners, part).near(), nodes[from].received);
      appendElements(brick, elements[from].received);
      continue;
    }
    if (std::all_of(owners.begin(), owners.end(),
          [part](std::int32_t rank) { return rank == part || rank < 0; }))
    {
      continue;
    }
    std::array<std::int32_t, Around> others = owners;
    std::sort(others.begin(), others.end());
    const auto end = std::unique(others.begin(), others.end());
    for (auto rank = others.begin(); rank != end; ++rank)
    {
      if (*rank < 0 || *rank == part)
      {
        continue;
      }
      const BrickOfOther other(owners, *rank);
      const auto to = static_cast<std::size_t>(*rank);
      appendNodes(brick, both(nodesOfOther(grid, brick, other), other.near()), nodes[to].sent);
      if (other.hasElements(0, 0, 0))
      {
        appendElements(brick, elements[to].sent);
      }
    }
  }
  return { withoutEmpty(std::move(nodes)), withoutEmpty(std::move(elements)) };
}
}

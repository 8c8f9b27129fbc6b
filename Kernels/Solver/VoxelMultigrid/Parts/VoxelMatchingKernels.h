#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELMATCHINGKERNELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELMATCHINGKERNELS_H

// Loops of VoxelMatching, for its source.

#include "Core/SortAndScan.h"
#include "Solver/VoxelMultigrid/Parts/VoxelOwners.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// A ghost whose number its owner is asked for.
struct VoxelGhost
{
  std::int64_t corner; ///< 8 * key of an element + corner
  std::int32_t owner;
  std::int32_t isExchanged;
};

/// The position of a corner of an element. @param slot 8 * element + corner
TRABECULA_FUNCTION void positionOfSlot(
  const std::int32_t* cells, std::int64_t slot, std::int32_t* position)
{
  for (int d = 0; d < 3; ++d)
  {
    position[d] = cells[3 * (slot / 8) + d] + static_cast<std::int32_t>(slot >> d & 1);
  }
}

/// A number that depends on a position alone.
TRABECULA_FUNCTION std::uint32_t seedOfPosition(const std::int32_t* position)
{
  std::uint32_t h = 0;
  for (int d = 0; d < 3; ++d)
  {
    h = (h ^ static_cast<std::uint32_t>(position[d])) * 2654435761U;
    h ^= h >> 15;
  }
  return h;
}

/// The last of ascending sums; zero if there are none.
template <class Space>
std::int32_t lastOf(const DeviceVector<std::int32_t, Space>& sums)
{
  std::int32_t last = 0;
  if (sums.size() > 0)
  {
    sums.context().copyToHost(&last, sums.data() + sums.size() - 1, sizeof(last));
  }
  return last;
}

template <class Space>
void markNearOthers(const Context<Space>& context, const VoxelOwners& owners, std::uint8_t* isNear)
{
  const std::int32_t width = owners.extent[0];
  const std::int32_t height = owners.extent[1];
  forEach(
    context, std::int64_t(width) * height * owners.extent[2], TRABECULA_LAMBDA(std::int64_t p) {
      const std::int32_t place[3] = { static_cast<std::int32_t>(p % width),
        static_cast<std::int32_t>(p / width % height),
        static_cast<std::int32_t>(p / width / height) };
      isNear[p] = owners.ownsNear(VoxelOwners::MostDistributed, place, true) ? 1 : 0;
    });
}

/// keys[e] = number of the cell of each element of the first coarse level.
template <class Space>
void keysOfCells(const Context<Space>& context, const VoxelMesh<Space>& mesh, std::int64_t width,
  std::int64_t height, std::int64_t* keys)
{
  const std::int32_t* cells = mesh.cells.data();
  forEach(
    context, mesh.elements, TRABECULA_LAMBDA(std::int64_t e) {
      keys[e] = cells[3 * e] + width * (cells[3 * e + 1] + height * cells[3 * e + 2]);
    });
}

/// keys[e] = least key of the children of each element.
template <class Space>
void keysOfChildren(const Context<Space>& context, std::int64_t elements,
  const VoxelTransfer<Space>& transfer, const std::int64_t* finer, std::int64_t* keys)
{
  const std::uint32_t* children = transfer.children.data();
  const std::int32_t* starts = transfer.childStarts.data();
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t e) {
      std::int64_t least = finer[children[starts[e]] / 8];
      for (std::int32_t k = starts[e] + 1; k < starts[e + 1]; ++k)
      {
        const std::int64_t other = finer[children[k] / 8];
        least = other < least ? other : least;
      }
      keys[e] = least;
    });
}

/// first[n] = first slot of node n.
template <class Space>
void findFirstSlots(const Context<Space>& context, std::int64_t slots, const std::int32_t* roots,
  const std::int32_t* connectivity, std::int32_t* first)
{
  forEach(
    context, slots, TRABECULA_LAMBDA(std::int64_t s) {
      if (roots[s] == static_cast<std::int32_t>(s))
      {
        first[connectivity[s]] = static_cast<std::int32_t>(s);
      }
    });
}

/// numbers[i] becomes the number of set flags among the first i + 1 elements that others may ask
/// for.
template <class Space>
void markKnown(const Context<Space>& context, const VoxelOwners& owners, int level,
  const std::uint8_t* isNear, const VoxelMesh<Space>& mesh,
  DeviceVector<std::int32_t, Space>& counts)
{
  const std::int32_t* cells = mesh.cells.data();
  std::int32_t* count = counts.data();
  forEach(
    context, mesh.elements, TRABECULA_LAMBDA(std::int64_t e) {
      count[e] = isNear[owners.placeOf(level, cells + 3 * e)] != 0 ? 1 : 0;
    });
  inclusiveScan(counts);
}

/// Copies keys and numbers of the elements at which the sums increase.
template <class Space>
void takeKnown(const Context<Space>& context, std::int64_t elements, const std::int32_t* counts,
  const std::int64_t* keys, std::int64_t* knownKeys, std::int32_t* known)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int32_t before = e > 0 ? counts[e - 1] : 0;
      if (counts[e] != before)
      {
        knownKeys[before] = keys[e];
        known[before] = static_cast<std::int32_t>(e);
      }
    });
}

/// The number of each asked node if this part owns it, else -1.
/// @param counts owned nodes up to each @param keys ascending, of known elements
template <class Space>
void answer(const Context<Space>& context, const DeviceVector<std::int64_t, Space>& asked,
  std::int64_t count, const std::int64_t* keys, const std::int32_t* known,
  const std::int32_t* connectivity, const std::int32_t* counts, std::int32_t* answers)
{
  const std::int64_t* corners = asked.data();
  forEach(
    context, static_cast<std::int64_t>(asked.size()), TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t key = corners[i] / 8;
      std::int64_t begin = 0;
      std::int64_t end = count;
      while (begin < end)
      {
        const std::int64_t middle = (begin + end) / 2;
        if (keys[middle] < key)
        {
          begin = middle + 1;
        }
        else
        {
          end = middle;
        }
      }
      answers[i] = -1;
      if (begin < count && keys[begin] == key)
      {
        const std::int32_t node = connectivity[8 * std::int64_t(known[begin]) + corners[i] % 8];
        const std::int32_t before = node > 0 ? counts[node - 1] : 0;
        answers[i] = counts[node] != before ? before : -1;
      }
    });
}

/// Replaces the nodes of elements. @param counts owned nodes up to each @param ghosts numbers of
/// the others, in their order
template <class Space>
void renumber(const Context<Space>& context, std::int64_t slots, const std::int32_t* counts,
  const std::int32_t* ghosts, std::int32_t* connectivity)
{
  forEach(
    context, slots, TRABECULA_LAMBDA(std::int64_t s) {
      const std::int32_t node = connectivity[s];
      const std::int32_t before = node > 0 ? counts[node - 1] : 0;
      connectivity[s] = counts[node] != before ? before : ghosts[node - before];
    });
}

/// isOwned[n] = whether this part owns a node. @param first slot of each
template <class Space>
void markOwned(const Context<Space>& context, const VoxelOwners& owners, int level,
  const VoxelMesh<Space>& mesh, const std::int32_t* first, std::int32_t* isOwned)
{
  const std::int32_t* cells = mesh.cells.data();
  forEach(
    context, mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      std::int32_t position[3];
      positionOfSlot(cells, first[n], position);
      isOwned[n] = owners.ofNode(level, position) == owners.rank ? 1 : 0;
    });
}

/// Divides nodes into owned ones, whose seeds it computes, and ghosts.
/// @param counts owned nodes up to each @param keys of elements
template <class Space>
void divideNodes(const Context<Space>& context, const VoxelOwners& owners, int level,
  const VoxelMesh<Space>& mesh, const std::int32_t* first, const std::int32_t* counts,
  const std::int64_t* keys, std::uint32_t* seeds, VoxelGhost* ghosts)
{
  const std::int32_t* cells = mesh.cells.data();
  forEach(
    context, mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      std::int32_t position[3];
      positionOfSlot(cells, first[n], position);
      const std::int32_t before = n > 0 ? counts[n - 1] : 0;
      if (counts[n] != before)
      {
        seeds[before] = seedOfPosition(position);
        return;
      }
      VoxelGhost ghost;
      ghost.corner = 8 * keys[first[n] / 8] + first[n] % 8;
      ghost.owner = owners.ofNode(level, position);
      ghost.isExchanged = owners.ownsNear(level, position, false) ? 1 : 0;
      ghosts[n - before] = ghost;
    });
}

/// A number for each node, by the position of its first corner.
template <class Space>
void findSeeds(const Context<Space>& context, const VoxelMesh<Space>& mesh, std::uint32_t* seeds)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  const std::int32_t* cells = mesh.cells.data();
  forEach(
    context, mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      std::int32_t position[3];
      positionOfSlot(cells, corners[starts[n]], position);
      seeds[n] = seedOfPosition(position);
    });
}
}
}

#endif

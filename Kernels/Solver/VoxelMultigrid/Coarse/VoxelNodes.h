#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_COARSE_VOXELNODES_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_COARSE_VOXELNODES_H

// Nodes of a finer mesh, and the coarse elements around each, for the library's own sources.

#include "Core/Parallel.h"
#include "Mesh/Voxel/VoxelLookup.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// A node of a voxel grid, and the coarse elements of the voxels around it.
struct NodeOfBrick
{
  const VoxelBrick* bricks;
  const std::int32_t* cellNumbers;
  std::int64_t brick;
  int at[3];
  /// Voxels around the row of nodes, one mask for each of the four rows of them, y fastest: bit
  /// i + 1 for voxel i, bit 0 for the one before.
  unsigned masks[4];

  TRABECULA_FUNCTION int around() const { return 8; }
  TRABECULA_FUNCTION bool hasVoxel(int k) const
  {
    return (this->masks[k >> 1] >> (this->at[0] + 1 - (k & 1)) & 1U) != 0U;
  }
  /// The coarse element that contains the k-th fine one around, and the node's position in its
  /// cell.
  /// @return false if there is none
  TRABECULA_FUNCTION bool parent(int k, std::int32_t& element, int (&within)[3]) const
  {
    if (!this->hasVoxel(k))
    {
      return false;
    }
    for (int d = 0; d < 3; ++d)
    {
      within[d] = k >> d & 1 ? 2 - (this->at[d] & 1) : this->at[d] & 1;
    }
    int position = 0;
    const std::int32_t holder = voxels::brickAt(this->bricks[this->brick], this->at[0] - (k & 1),
      this->at[1] - (k >> 1 & 1), this->at[2] - (k >> 2), position);
    element = this->cellNumbers[64 * std::int64_t(holder) + position % 8 / 2 +
      4 * (position / 8 % 8 / 2) + 16 * (position / 128)];
    return true;
  }

  /// Bits of the directions in which the node is in the middle of cells.
  TRABECULA_FUNCTION int middles() const
  {
    return (this->at[0] & 1) | (this->at[1] & 1) << 1 | (this->at[2] & 1) << 2;
  }
  /// Whether one before the k-th has the same coarse element.
  TRABECULA_FUNCTION bool isRepeated(int k) const
  {
    const int middle = this->middles();
    for (int before = 0; before < k; ++before)
    {
      if (((before ^ k) & ~middle) == 0 && this->hasVoxel(before))
      {
        return true;
      }
    }
    return false;
  }
  /// Whether the node at corner a of the cell of the k-th has it and the other cell around, too:
  /// whether both have the voxel at that corner.
  TRABECULA_FUNCTION bool meetAtCorner(int k, int other, int a) const
  {
    const int middle = this->middles();
    const int towards = ~a & middle; // the voxel before the node is that of a corner below it
    return middle != 0 && this->hasVoxel((k & ~middle) | towards) &&
      this->hasVoxel((other & ~middle) | towards);
  }
};

/// Nodes of a voxel grid. By rows of bricks, whose masks are read once; or one by one, where there
/// is much to do for each.
template <bool ByRows>
struct NodesOfBricks
{
  const VoxelBrick* bricks;
  const std::int32_t* cellNumbers; ///< coarse element of each 2x2x2 cell, 64 per brick
  std::int64_t count;              ///< of bricks

  TRABECULA_FUNCTION std::int64_t items() const
  {
    return this->count * (ByRows ? VoxelBrick::Rows : voxels::Positions);
  }
  /// Calls body(node, around) for the nodes of an item.
  template <class Body>
  TRABECULA_FUNCTION void visit(std::int64_t item, const Body& body) const
  {
    constexpr int Edge = VoxelBrick::Edge;
    const std::int64_t index = ByRows ? item : item / Edge;
    const VoxelBrick& brick = this->bricks[index / VoxelBrick::Rows];
    const int row = static_cast<int>(index % VoxelBrick::Rows);
    const int first = ByRows ? 0 : static_cast<int>(item % Edge);
    const int end = ByRows ? Edge : first + 1;
    const unsigned nodes = brick.nodes[row] & ((1U << end) - (1U << first));
    if (nodes == 0)
    {
      return;
    }
    NodeOfBrick node = { this->bricks, this->cellNumbers, index / VoxelBrick::Rows,
      { 0, row % Edge, row / Edge }, {} };
    for (int m = 0; m < 4; ++m)
    {
      node.masks[m] = voxels::RowAround(brick, row, m).mask(this->bricks);
    }
    std::int32_t number =
      brick.firstNode + brick.nodeRows[row] + voxels::bitsBelow(brick.nodes[row], first);
    for (int i = first; i < end; ++i)
    {
      if (nodes >> i & 1U)
      {
        node.at[0] = i;
        body(number++, node);
      }
    }
  }
};

/// A node of a coarse mesh, and the coarser elements of those around it.
struct NodeOfMesh
{
  const std::uint32_t* corners; ///< of the node
  int count;
  const std::int32_t* cells;
  const std::int32_t* parents;

  TRABECULA_FUNCTION int around() const { return this->count; }
  TRABECULA_FUNCTION bool parent(int k, std::int32_t& element, int (&within)[3]) const
  {
    const std::uint32_t corner = this->corners[k];
    const std::int32_t* cell = this->cells + 3 * std::int64_t(corner / 8);
    for (int d = 0; d < 3; ++d)
    {
      within[d] = (cell[d] & 1) + static_cast<int>(corner >> d & 1U);
    }
    element = this->parents[corner / 8];
    return true;
  }
  // Not known of nodes whose coarse elements need not fill their cells.
  TRABECULA_FUNCTION bool isRepeated(int) const { return false; }
  TRABECULA_FUNCTION bool meetAtCorner(int, int, int) const { return false; }
};

/// Nodes of a coarse mesh.
struct NodesOfMesh
{
  const std::int64_t* starts;
  const std::uint32_t* corners;
  const std::int32_t* cells;
  const std::int32_t* parents; ///< coarse element of each fine one
  std::int64_t count;

  TRABECULA_FUNCTION std::int64_t items() const { return this->count; }
  template <class Body>
  TRABECULA_FUNCTION void visit(std::int64_t item, const Body& body) const
  {
    body(static_cast<std::int32_t>(item),
      NodeOfMesh{ this->corners + this->starts[item],
        static_cast<int>(this->starts[item + 1] - this->starts[item]), this->cells,
        this->parents });
  }
};
}
}

#endif

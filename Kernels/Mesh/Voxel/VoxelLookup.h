#ifndef TRABECULA_MESH_VOXEL_VOXELLOOKUP_H
#define TRABECULA_MESH_VOXEL_VOXELLOOKUP_H

#include "Core/Space.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cstdint>

namespace trabecula
{
/// Numbers of nodes and elements in the bricks of a voxel grid, for kernels of every space.
namespace voxels
{
/// Positions in a brick, x fastest.
constexpr int Positions = VoxelBrick::Edge * VoxelBrick::Rows;

/// Number of bits of a mask below a position; the mask has at most 8 bits.
TRABECULA_FUNCTION int bitsBelow(unsigned mask, int position)
{
  const unsigned below = mask & ((1U << position) - 1U);
#ifdef __CUDA_ARCH__
  return __popc(below);
#else
  // Code for any x86-64 processor would call a library function for a population count.
  const unsigned pairs = below - (below >> 1 & 0x55U);
  const unsigned fours = (pairs & 0x33U) + (pairs >> 2 & 0x33U);
  return static_cast<int>((fours + (fours >> 4)) & 0xfU);
#endif
}

/// The node at a position of a brick, -1 if there is none.
TRABECULA_FUNCTION std::int32_t nodeAt(const VoxelBrick& brick, int position)
{
  const int row = position / VoxelBrick::Edge;
  const int i = position % VoxelBrick::Edge;
  return brick.nodes[row] >> i & 1
    ? brick.firstNode + brick.nodeRows[row] + bitsBelow(brick.nodes[row], i)
    : -1;
}

/// The element at a position of a brick, -1 if there is none.
TRABECULA_FUNCTION std::int32_t elementAt(const VoxelBrick& brick, int position)
{
  const int row = position / VoxelBrick::Edge;
  const int i = position % VoxelBrick::Edge;
  return brick.elements[row] >> i & 1
    ? brick.firstElement + brick.elementRows[row] + bitsBelow(brick.elements[row], i)
    : -1;
}

/// The brick that contains a position given relative to the first position of a brick, each
/// coordinate from -8 to 15; -1 if there is none. @param position its position in the found brick
TRABECULA_FUNCTION std::int32_t brickAt(const VoxelBrick& brick, int i, int j, int k, int& position)
{
  constexpr int Edge = VoxelBrick::Edge;
  i += Edge;
  j += Edge;
  k += Edge;
  position = i % Edge + Edge * (j % Edge) + VoxelBrick::Rows * (k % Edge);
  return brick.neighbours[i / Edge + 3 * (j / Edge) + 9 * (k / Edge)];
}

/// One of the four rows of voxels that touch a row of nodes of a brick.
struct RowAround
{
  std::int32_t same;   ///< the brick that contains the row of voxels; -1 for none
  std::int32_t before; ///< the previous brick along x; -1 for none
  int row;             ///< number of the row in both

  /// @param nodes number of the row of nodes @param which bit 0 chooses the lower row along y, bit
  /// 1 along z
  TRABECULA_FUNCTION RowAround(const VoxelBrick& brick, int nodes, int which)
  {
    constexpr int Edge = VoxelBrick::Edge;
    const int j = nodes % Edge - (which & 1);
    const int k = nodes / Edge - (which >> 1);
    int position = 0;
    this->same = brickAt(brick, 0, j, k, position);
    this->before = brickAt(brick, -1, j, k, position);
    this->row = position / Edge;
  }

  /// Bit i + 1 states whether voxel i is an element, bit 0 whether the voxel before is.
  TRABECULA_FUNCTION unsigned mask(const VoxelBrick* bricks) const
  {
    const unsigned eight = this->same < 0 ? 0U : bricks[this->same].elements[this->row];
    const unsigned other = this->before < 0 ? 0U : bricks[this->before].elements[this->row];
    return eight << 1U | other >> unsigned(VoxelBrick::Edge - 1);
  }
};
}
}

#endif

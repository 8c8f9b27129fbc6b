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

/// Bits of a mask below a position; of 8 bits at most.
TRABECULA_FUNCTION int bitsBelow(unsigned mask, int position)
{
  const unsigned below = mask & ((1U << position) - 1U);
#ifdef __CUDA_ARCH__
  return __popc(below);
#else
  // For any x86-64 the compiler would call a function.
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

/// The brick that holds a position counted from a brick's first, each coordinate from -8 to 15, and
/// the position in it; -1 if there is none.
TRABECULA_FUNCTION std::int32_t brickAt(const VoxelBrick& brick, int i, int j, int k, int& position)
{
  constexpr int Edge = VoxelBrick::Edge;
  i += Edge;
  j += Edge;
  k += Edge;
  position = i % Edge + Edge * (j % Edge) + VoxelBrick::Rows * (k % Edge);
  return brick.neighbours[i / Edge + 3 * (j / Edge) + 9 * (k / Edge)];
}
}
}

#endif

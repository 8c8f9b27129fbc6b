#ifndef TRABECULA_MESH_VOXEL_MORTONORDER_H
#define TRABECULA_MESH_VOXEL_MORTONORDER_H

#include "Core/Space.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Positions along the Morton curve: interleaved bits of x, y and z, x lowest (micro-FE paper,
/// A.1).
namespace morton
{
/// The bits of x: every third.
constexpr std::uint64_t AlongX = 0x1249249249249249ULL;

/// Bits 0, 1, 2, ... of a coordinate below 2^21 moved to 0, 3, 6, ...
TRABECULA_FUNCTION std::uint64_t spread(std::uint64_t v)
{
  v = (v | v << 32) & 0x001f00000000ffffULL;
  v = (v | v << 16) & 0x001f0000ff0000ffULL;
  v = (v | v << 8) & 0x100f00f00f00f00fULL;
  v = (v | v << 4) & 0x10c30c30c30c30c3ULL;
  return (v | v << 2) & AlongX;
}

TRABECULA_FUNCTION std::uint64_t key(std::int64_t x, std::int64_t y, std::int64_t z)
{
  return spread(static_cast<std::uint64_t>(x)) | spread(static_cast<std::uint64_t>(y)) << 1 |
    spread(static_cast<std::uint64_t>(z)) << 2;
}

/// The key of a corner of an element with a key: bits 0, 1, 2 of the corner are offsets in x, y, z.
TRABECULA_FUNCTION std::uint64_t corner(std::uint64_t element, int corner)
{
  // Ones in the other bits propagate the carry to the next bit of the same coordinate.
  std::uint64_t result = 0;
  for (int d = 0; d < 3; ++d)
  {
    const std::uint64_t mask = AlongX << d & 0x7fffffffffffffffULL;
    const std::uint64_t step = static_cast<std::uint64_t>(corner >> d & 1) << d;
    result |= ((element | ~mask) + step) & mask;
  }
  return result;
}
}

/// Nodes and elements of a grid along the Morton curve (micro-FE paper, section 3.1).
struct MortonOrder
{
  std::vector<std::uint64_t> nodeKeys;    ///< ascending
  std::vector<std::uint64_t> elementKeys; ///< ascending; that of the lowest node
  std::vector<std::int32_t> nodes;        ///< the grid's number of each node along the curve
  std::vector<std::int32_t> elements;     ///< the grid's number of each element along the curve
};

MortonOrder makeMortonOrder(const VoxelGrid& grid);

/// Positions along the curve of an element's corners, in the order of morton::corner().
std::array<std::int32_t, 8> mortonCorners(const MortonOrder& order, std::size_t element);
}

#endif

#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_MORTONORDER_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_MORTONORDER_H

#include "Core/Space.h"
#include "Mesh/Voxel/MortonKey.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace morton
{
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

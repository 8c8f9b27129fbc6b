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
  std::array<double, 3> spacing = {};
  std::vector<std::uint64_t> nodeKeys;    ///< ascending
  std::vector<std::uint64_t> elementKeys; ///< ascending; that of the lowest node
  std::vector<double> moduli;             ///< of the elements along the curve
  /// The grid's numbers of nodes and elements along the curve; empty for coarse grids.
  std::vector<std::int32_t> nodes;
  std::vector<std::int32_t> elements;
};

MortonOrder makeMortonOrder(const VoxelGrid& grid);

/// The paper's next coarser grid (its section 2): elements join 2 x 2 x 2, and have the mean of
/// their moduli, where those that do not exist count as 0.
MortonOrder coarsened(const MortonOrder& fine);

/// Position along the curve of a node; of a key that has no node, that of the next one.
std::size_t mortonPlace(const MortonOrder& order, std::uint64_t key);
/// Positions along the curve of an element's corners, in the order of morton::corner().
std::array<std::int32_t, 8> mortonCorners(const MortonOrder& order, std::size_t element);
/// The same of all elements.
std::vector<std::array<std::int32_t, 8>> mortonCorners(const MortonOrder& order);
}

#endif

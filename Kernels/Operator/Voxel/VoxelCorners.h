#ifndef TRABECULA_OPERATOR_VOXEL_VOXELCORNERS_H
#define TRABECULA_OPERATOR_VOXEL_VOXELCORNERS_H

// For kernels with a loop over voxels.

#include "Core/Space.h"
#include "Mesh/Voxel/VoxelLookup.h"

#include <cstdint>

namespace trabecula::detail
{
/// Values of a field at the corners of an element: 8 for each component, in VTK_HEXAHEDRON order.
template <int Components = 3>
TRABECULA_FUNCTION void cornerDisplacements(const VoxelBrick* bricks, const VoxelBrick& brick,
  int i, int j, int k, const double* u, double* corners)
{
  for (int a = 0; a < 8; ++a)
  {
    constexpr int Edge = VoxelBrick::Edge;
    const int x = i + ((a + 1) / 2 & 1);
    const int y = j + (a / 2 & 1);
    const int z = k + a / 4;
    // Neighbour index, from the middle of 27.
    const VoxelBrick& other =
      bricks[brick.neighbours[13 + x / Edge + 3 * (y / Edge) + 9 * (z / Edge)]];
    const int row = y % Edge + Edge * (z % Edge);
    const std::int64_t node = std::int64_t(other.firstNode) + other.nodeRows[row] +
      voxels::bitsBelow(other.nodes[row], x % Edge);
    for (int c = 0; c < Components; ++c)
    {
      corners[8 * c + a] = u[Components * node + c];
    }
  }
}
}

#endif

#ifndef TRABECULA_TESTING_KERNELS_VOXELMASKS_H
#define TRABECULA_TESTING_KERNELS_VOXELMASKS_H

#include "Support/Random.h"

#include "Mesh/Voxel/VoxelMask.h"

#include <array>
#include <functional>

namespace trabecula::testing
{
/// Returns a mask that is solid where a function of the voxel centre, in voxels from the middle of
/// the image, is true.
inline VoxelMask maskOf(
  const std::array<int, 3>& cells, const std::function<bool(double, double, double)>& solid)
{
  VoxelMask mask;
  mask.cells = cells;
  for (int k = 0; k < cells[2]; ++k)
  {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        mask.solid.push_back(
          solid(i + 0.5 - 0.5 * cells[0], j + 0.5 - 0.5 * cells[1], k + 0.5 - 0.5 * cells[2]));
      }
    }
  }
  return mask;
}

/// Returns a mask of random voxels, a given fraction of which is solid, with random spacing.
inline VoxelMask randomMask(const std::array<int, 3>& cells, double share, Random& random)
{
  VoxelMask mask =
    maskOf(cells, [&](double, double, double) { return random.uniform(0, 1) < share; });
  mask.spacing = { random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2) };
  return mask;
}
}

#endif

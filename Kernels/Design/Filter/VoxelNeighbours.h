#ifndef TRABECULA_DESIGN_FILTER_VOXELNEIGHBOURS_H
#define TRABECULA_DESIGN_FILTER_VOXELNEIGHBOURS_H

#include "Core/Context.h"
#include "Core/DeviceVector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Sums over the voxels of a grid within a radius, with the weights of NeighbourFilter: a stencil
/// on the bricks that have elements. Its sums are bitwise reproducible.
template <class Space>
class VoxelNeighbours
{
public:
  /// Whether what is within the radius is in neighbouring bricks, and on CUDA fits shared memory.
  static bool areNear(const std::array<double, 3>& spacing, double radius);

  /// @param radius R, length, of voxels that are near
  VoxelNeighbours(const Context<Space>& context, const VoxelGrid& grid, double radius);

  /// sums_e = sum_i H_ei values_i; one value per element, in the space, which do not overlap
  void gather(const double* values, double* sums) const;
  /// Number of ordered pairs of different elements that are nearer than the radius.
  std::int64_t countPairs() const;

private:
  void sum(const DeviceVector<double, Space>& weights, const double* values, double* sums) const;

  DeviceVector<VoxelBrick, Space> Bricks;
  std::int64_t Elements;
  std::array<int, 3> Reach = {}; // these three as in VoxelStencil
  DeviceVector<double, Space> Weights;
  DeviceVector<std::int32_t, Space> ReachOfRows;
};
}

#endif

#ifndef TRABECULA_DESIGN_FILTER_VOXELNEIGHBOURS_H
#define TRABECULA_DESIGN_FILTER_VOXELNEIGHBOURS_H

#include "Core/DeviceVector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Sums over the voxels of a grid within a radius, with the weights of NeighbourFilter, on
/// processors: a stencil on the bricks that have elements.
class VoxelNeighbours
{
public:
  /// Whether what is within the radius is in neighbouring bricks.
  static bool areNear(const std::array<double, 3>& spacing, double radius);

  /// @param radius R, length, of voxels that are near
  VoxelNeighbours(const VoxelGrid& grid, double radius);

  /// sums_e = sum_i H_ei values_i; one value per element, which do not overlap
  void gather(const double* values, double* sums) const;
  /// Number of elements nearer than the radius to each, itself included.
  void count(double* counts) const;

private:
  void sum(const std::vector<double>& weights, const double* values, double* sums) const;

  DeviceVector<VoxelBrick, HostSpace> Bricks;
  std::int64_t Elements;
  std::array<int, 3> Reach = {}; // these three as in VoxelStencil
  std::vector<double> Weights;
  std::vector<std::int32_t> ReachOfRows;
};
}

#endif

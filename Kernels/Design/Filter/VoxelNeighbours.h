#ifndef TRABECULA_DESIGN_FILTER_VOXELNEIGHBOURS_H
#define TRABECULA_DESIGN_FILTER_VOXELNEIGHBOURS_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace trabecula
{
namespace detail
{
/// @throws Error unless a vector has one component of each owned element of a layout, whatever its
/// entities are called. @param what the vector in words, as the beginning of a sentence
template <class Space>
void requireOwned(const Vector<Space>& vector, const Layout<Space>& elements, const char* what)
{
  if (vector.empty() || &vector.context() != &elements.context() ||
    vector.layout().components() != 1 || vector.ownedSize() != elements.owned())
  {
    vector.require(elements, what);
    throw Error(std::string(what) + " does not have one entry for each element.");
  }
}
}

/// Sums over the voxels of a grid within a radius, with the weights of NeighbourFilter: a stencil
/// on the bricks that have elements. Its sums are bitwise reproducible.
template <class Space>
class VoxelNeighbours
{
public:
  /// Whether all voxels within the radius of a brick are in neighbouring bricks and, on CUDA, their
  /// values fit into shared memory.
  static bool areNear(const std::array<double, 3>& spacing, double radius);

  /// @param elements those of the grid, in its order
  /// @param radius R, length, for which areNear() holds
  /// @param isEqual whether all weights within the radius are 1
  VoxelNeighbours(
    LayoutPointer<Space> elements, const VoxelGrid& grid, double radius, bool isEqual = false);

  /// sums_e = sum_i H_ei values_i for each element e; the vectors do not overlap.
  void gather(const Vector<Space>& values, Vector<Space>& sums) const;
  /// Number of ordered pairs of different elements that are nearer than the radius.
  std::int64_t countPairs() const;

private:
  void sum(const DeviceVector<double, Space>& weights, const double* values, double* sums) const;

  LayoutPointer<Space> Elements;
  DeviceVector<VoxelBrick, Space> Bricks;
  // Reach, Weights and ReachOfRows are those of VoxelStencil.
  std::array<int, 3> Reach = {};
  DeviceVector<double, Space> Weights;
  DeviceVector<std::int32_t, Space> ReachOfRows;
};
}

#endif

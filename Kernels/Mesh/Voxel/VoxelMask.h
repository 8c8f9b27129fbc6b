#ifndef TRABECULA_MESH_VOXEL_VOXELMASK_H
#define TRABECULA_MESH_VOXEL_VOXELMASK_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A dense binary image of solid and void. Outside of the image is void.
struct VoxelMask
{
  std::array<int, 3> cells = {};               ///< voxels along x, y, z
  std::array<double, 3> spacing = { 1, 1, 1 }; ///< edges of a voxel, length
  std::vector<std::uint8_t> solid;             ///< one per voxel, x fastest; nonzero is solid

  std::size_t size() const
  {
    return std::size_t(this->cells[0]) * std::size_t(this->cells[1]) * std::size_t(this->cells[2]);
  }
  std::size_t at(int i, int j, int k) const
  {
    return std::size_t(i) +
      std::size_t(this->cells[0]) * (std::size_t(j) + std::size_t(this->cells[1]) * std::size_t(k));
  }
};
}

#endif

#ifndef TRABECULA_MESH_DISTRIBUTION_VOXELDIVISION_H
#define TRABECULA_MESH_DISTRIBUTION_VOXELDIVISION_H

#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The part that owns each place of bricks of an image, void or not.
struct VoxelDivision
{
  std::array<int, 3> extent = {};   ///< numbers of places along the axes
  std::vector<std::int32_t> owners; ///< of each place, x fastest

  std::int32_t ownerOf(const std::array<std::int32_t, 3>& place) const
  {
    return this->owners[static_cast<std::size_t>(place[0] +
      std::int64_t(this->extent[0]) * (place[1] + std::int64_t(this->extent[1]) * place[2]))];
  }
  /// As above, or -1 outside of the image.
  std::int32_t ownerNear(const std::array<std::int32_t, 3>& place) const
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      if (place[d] < 0 || place[d] >= this->extent[d])
      {
        return -1;
      }
    }
    return this->ownerOf(place);
  }
  /// The division must outlive what is returned.
  BrickOwnership ofPart(int part) const
  {
    return [this, part](const std::array<std::int32_t, 3>& place)
    { return this->ownerOf(place) == part; };
  }
};

/**
 * Divides bricks among parts by recursive coordinate bisection: numbers of nodes differ by those of
 * a brick for each bisection. A cut is a plane across the longest edge of the bounding box, but for
 * one layer of bricks, whose rows and then bricks are divided, too. There may be more parts than
 * bricks; some have none then.
 *
 * @param grid of the whole image
 * @throws Error for less than one part
 */
VoxelDivision bisectBricks(const VoxelGrid& grid, int parts);

/// Consecutive nodes or elements of a part that have consecutive numbers in the grid of the whole.
struct NumberRun
{
  std::int64_t first;   ///< number in the part
  std::int64_t inWhole; ///< its number in the whole
  std::int64_t count;
};

/// The numbers that the nodes and elements that a part owns have in the grid of the whole image, in
/// ascending order.
struct NumbersInWhole
{
  std::vector<NumberRun> nodes;
  std::vector<NumberRun> elements;
};

NumbersInWhole numbersInWhole(const VoxelGrid& part, const VoxelGrid& whole);
}

#endif

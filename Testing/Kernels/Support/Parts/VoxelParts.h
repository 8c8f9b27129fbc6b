#ifndef TRABECULA_TESTING_KERNELS_VOXELPARTS_H
#define TRABECULA_TESTING_KERNELS_VOXELPARTS_H

#include "Support/Random.h"

#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// A division of the bricks of an image among parts.
struct BrickDivision
{
  std::string name;
  int parts;
  std::array<std::int32_t, 3> extent; ///< in bricks
  std::vector<int> owners;            ///< part of the brick at each place, x fastest

  int ownerOf(const std::array<std::int32_t, 3>& place) const
  {
    return this->owners[static_cast<std::size_t>(
      place[0] + this->extent[0] * (place[1] + std::int64_t(this->extent[1]) * place[2]))];
  }
  BrickOwnership ofPart(int part) const
  {
    return [this, part](const std::array<std::int32_t, 3>& place)
    { return this->ownerOf(place) == part; };
  }
};

/// Returns divisions into slabs, of which the last part has none, at random, and with all bricks in
/// one part.
inline std::vector<BrickDivision> divisionsOf(const std::array<int, 3>& cells, Random& random)
{
  std::array<std::int32_t, 3> extent = {};
  std::size_t bricks = 1;
  for (std::size_t d = 0; d < 3; ++d)
  {
    extent[d] = cells[d] / VoxelBrick::Edge + 1;
    bricks *= static_cast<std::size_t>(extent[d]);
  }
  BrickDivision slabs = { "slabs", extent[0] + 1, extent, {} };
  BrickDivision scattered = { "scattered", 5, extent, {} };
  for (std::size_t b = 0; b < bricks; ++b)
  {
    slabs.owners.push_back(static_cast<int>(b % static_cast<std::size_t>(extent[0])));
    scattered.owners.push_back(static_cast<int>(random.index(5)));
  }
  return { slabs, scattered, { "one part", 1, extent, std::vector<int>(bricks, 0) } };
}
}

#endif

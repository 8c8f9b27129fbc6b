#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELOWNERS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELOWNERS_H

#include "Core/Communication/Communicator.h"
#include "Core/Space.h"
#include "Mesh/Distribution/VoxelDivision.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cstdint>

namespace trabecula
{
/**
 * The parts that own places of the lattices of the levels: level l has cells of 2^l voxels, which
 * lie inside a brick up to level MostDistributed. A node belongs to the part that owns the brick at
 * its position, void or not; beyond the last bricks, to the owner of the nearest place.
 *
 * A view of owners in memory of a space.
 */
struct VoxelOwners
{
  /// The last level whose cells lie inside of one brick.
  static constexpr int MostDistributed = 3;

  const std::int32_t* ranks; ///< of each place, x fastest
  std::int32_t extent[3];    ///< in bricks
  std::int32_t rank;         ///< of this part

  /// @param position three numbers
  TRABECULA_FUNCTION std::int64_t placeOf(int level, const std::int32_t* position) const
  {
    std::int64_t index = 0;
    for (int d = 2; d >= 0; --d)
    {
      const std::int32_t place = position[d] >> (MostDistributed - level);
      const std::int32_t last = this->extent[d] - 1;
      index = index * this->extent[d] + (place < 0 ? 0 : place > last ? last : place);
    }
    return index;
  }
  /// The part that owns a node at a position of a level's lattice.
  TRABECULA_FUNCTION std::int32_t ofNode(int level, const std::int32_t* position) const
  {
    return this->ranks[this->placeOf(level, position)];
  }
  /// Whether this part, or else another one, owns a position or one that is a step away along any
  /// of the axes.
  TRABECULA_FUNCTION bool ownsNear(int level, const std::int32_t* position, bool isOther) const
  {
    for (int around = 0; around < 27; ++around)
    {
      const std::int32_t near[3] = { position[0] + around % 3 - 1, position[1] + around / 3 % 3 - 1,
        position[2] + around / 9 - 1 };
      if ((this->ofNode(level, near) == this->rank) != isOther)
      {
        return true;
      }
    }
    return false;
  }
};

/// The owners of all places of a grid, which parts find out together.
/// @throws Error, on all parts, unless the grid of each part has whole bricks of ghosts, and each
/// place has one owner
VoxelDivision divisionOf(const Communicator& parts, const VoxelGrid& grid);
}

#endif

#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELOWNERS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELOWNERS_H

#include "Core/Communication/Communicator.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The parts that own places of the lattices of the levels: level l has cells of 2^l voxels, which
 * lie inside a brick up to level MostDistributed. A node belongs to the part that owns the brick at
 * its position, void or not; beyond the last bricks, to the owner of the nearest place.
 *
 * Made by all parts at the same time.
 */
class VoxelOwners
{
public:
  /// The last level whose cells lie inside of one brick.
  static constexpr int MostDistributed = 3;

  /// @throws Error, on all parts, unless the grid of each part has whole bricks of ghosts, and each
  /// place has one owner
  VoxelOwners(const Communicator& parts, const VoxelGrid& grid);

  /// The part that owns a node at a position of a level's lattice.
  int ofNode(int level, const std::array<std::int32_t, 3>& position) const
  {
    return this->Ranks[this->placeOf(level, position)];
  }
  bool ownsNode(int level, const std::array<std::int32_t, 3>& position) const
  {
    return this->ofNode(level, position) == this->Rank;
  }
  /// Whether the part owns a node's position or one that is a step away along any of the axes.
  bool ownsNear(int level, const std::array<std::int32_t, 3>& position) const;
  /// Whether another part owns a place around the brick of a cell.
  bool isNearOthers(int level, const std::array<std::int32_t, 3>& cell) const;

private:
  std::size_t placeOf(int level, const std::array<std::int32_t, 3>& position) const;

  int Rank;
  std::array<int, 3> Extent;
  std::vector<std::int32_t> Ranks;      ///< of each place, x fastest
  std::vector<std::uint8_t> NearOthers; ///< of each place
};
}

#endif

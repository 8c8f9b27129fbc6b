#ifndef TRABECULA_MESH_DISTRIBUTION_VOXELHALO_H
#define TRABECULA_MESH_DISTRIBUTION_VOXELHALO_H

#include "Core/Vectors/Halo.h"
#include "Mesh/Distribution/VoxelDivision.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// What the grid of a part exchanges with other parts.
struct VoxelHalo
{
  /// Ghosts at most one step from a place of the part: those that products need. Others belong to
  /// elements that only coarse levels of multigrid need.
  std::vector<HaloNeighbour> nodes;
  std::vector<HaloNeighbour> elements; ///< all ghosts
};

/**
 * Plans the exchanges of a part from its own grid and the division alone, without communication: it
 * knows all elements at the nodes that it owns, and which of them another part has.
 *
 * @param grid of the part, with GhostVoxels::WholeBricks
 * @throws Error if it has other ghosts
 */
VoxelHalo planVoxelHalo(const VoxelGrid& grid, const VoxelDivision& division, int part);

/// @param exchanged one of the lists of the plan
template <class Space>
std::shared_ptr<const Halo<Space>> makeHalo(const Context<Space>& context, std::int64_t owned,
  std::int64_t count, const std::vector<HaloNeighbour>& exchanged)
{
  return std::make_shared<const Halo<Space>>(context, owned, count - owned, exchanged);
}
}

#endif

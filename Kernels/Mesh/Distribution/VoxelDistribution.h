#ifndef TRABECULA_MESH_DISTRIBUTION_VOXELDISTRIBUTION_H
#define TRABECULA_MESH_DISTRIBUTION_VOXELDISTRIBUTION_H

#include "Mesh/Distribution/HaloPlan.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace trabecula
{
/// A part of a voxel grid. The global numbers of the plans are those of the grid of the whole
/// image; the grid of the part numbers its nodes and elements in the order of the plans.
struct GridOfPart
{
  VoxelGrid grid;
  HaloPlan nodes;
  HaloPlan elements;
};

/// The grid of each part. @param partOfBrick the part that owns the brick at a place, counted in
/// bricks @param ghosts WholeBricks for multigrid, which needs an owner of each place, void or not
/// @throws Error unless it is from 0 to parts - 1 for each brick of the grid
std::vector<GridOfPart> distributeVoxels(const VoxelImage& image, VoxelParts which,
  const std::function<int(const std::array<std::int32_t, 3>& place)>& partOfBrick, int parts,
  GhostVoxels ghosts = GhostVoxels::Touching);
}

#endif

#ifndef TRABECULA_MESH_VOXEL_SOLID_SOLIDVOXELS_H
#define TRABECULA_MESH_VOXEL_SOLID_SOLIDVOXELS_H

#include "Mesh/Voxel/Solid/VoxelBits.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The solid voxels of an image, those with a positive modulus. @throws Error if the image is
/// invalid
VoxelBits solidVoxels(const VoxelImage& image);

/// Makes all voxels void that touch no node of the bricks that a part owns, or those of bricks
/// without such a voxel, or of bricks that are not around these.
/// @param extent numbers of bricks along the axes @param owned one per brick, nonzero if the part
/// owns the brick
void clearFarVoxels(const std::array<int, 3>& extent, const std::vector<std::uint8_t>& owned,
  GhostVoxels ghosts, VoxelBits& solid);
}

#endif

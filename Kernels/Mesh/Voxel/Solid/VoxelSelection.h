#ifndef TRABECULA_MESH_VOXEL_SOLID_VOXELSELECTION_H
#define TRABECULA_MESH_VOXEL_SOLID_VOXELSELECTION_H

#include "Mesh/Voxel/Solid/VoxelBits.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cstdint>

namespace trabecula
{
/// The voxels of an image that become elements. Grids of several parts share one selection, so that
/// the image is read and labelled once.
struct VoxelSelection
{
  VoxelBits voxels;
  std::int64_t droppedVoxels; ///< solid voxels that are not selected
  std::int64_t droppedParts;  ///< the parts that these voxels form
};

/// Selects voxels of an image. @throws Error if the image is invalid
VoxelSelection selectVoxels(const VoxelImage& image, VoxelParts parts);
}

#endif

#ifndef TRABECULA_MESH_VOXEL_VOXELSURFACE_H
#define TRABECULA_MESH_VOXEL_VOXELSURFACE_H

#include "Mesh/Voxel/VoxelGrid.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The faces of the elements of a grid that no other element shares.
struct VoxelSurface
{
  std::vector<std::int32_t> nodes; ///< nodes of the grid on faces, in ascending order
  std::vector<std::int32_t> faces; ///< indices into nodes, 4 per face, anticlockwise from outside
  std::vector<std::int32_t> elements; ///< one per face, in ascending order
};

struct VoxelSurfaceSize
{
  std::int64_t nodes;
  std::int64_t faces;
};

/// The numbers of nodes and faces without their lists, in a fraction of the time.
VoxelSurfaceSize sizeOfVoxelSurface(const VoxelGrid& grid);

VoxelSurface makeVoxelSurface(const VoxelGrid& grid);
}

#endif

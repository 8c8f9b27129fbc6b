#ifndef TRABECULA_GEOMETRY_VOXELIZATION_VOXELSWITHIN_H
#define TRABECULA_GEOMETRY_VOXELIZATION_VOXELSWITHIN_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/KeptVoxels.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Which voxels and nodes of a grid belong to something, not 0 where they do.
struct VoxelMarks
{
  std::vector<std::uint8_t> voxels;
  std::vector<std::uint8_t> nodes;
};

/**
 * Kept voxels whose centre, and nodes of kept voxels that are within a distance of the nearest
 * point of some triangles, this distance included.
 *
 * @param patch any triangles
 * @param distance length, 0 or more
 */
VoxelMarks voxelsWithin(const TriangleMesh& patch, double distance, const KeptVoxels& voxels);

/// Whether a node of a grid is one of a kept voxel, not 0 where it is.
std::vector<std::uint8_t> nodesOfKept(const KeptVoxels& voxels);
}

#endif

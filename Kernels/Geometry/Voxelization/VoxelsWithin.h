#ifndef TRABECULA_GEOMETRY_VOXELIZATION_VOXELSWITHIN_H
#define TRABECULA_GEOMETRY_VOXELIZATION_VOXELSWITHIN_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/KeptVoxels.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Marks of the voxels and nodes of a grid, nonzero where marked.
struct VoxelMarks
{
  std::vector<std::uint8_t> voxels;
  std::vector<std::uint8_t> nodes;
};

/**
 * Marks kept voxels whose centre is, and nodes of kept voxels that are, at most a distance away
 * from the nearest point of some triangles.
 *
 * @param patch any triangles
 * @param distance length, 0 or more
 */
VoxelMarks voxelsWithin(const TriangleMesh& patch, double distance, const KeptVoxels& voxels);

/// Marks of the nodes of a grid that belong to a kept voxel.
std::vector<std::uint8_t> nodesOfKept(const KeptVoxels& voxels);
}

#endif

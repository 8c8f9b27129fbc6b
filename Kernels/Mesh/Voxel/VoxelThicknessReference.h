#ifndef TRABECULA_MESH_VOXEL_VOXELTHICKNESSREFERENCE_H
#define TRABECULA_MESH_VOXEL_VOXELTHICKNESSREFERENCE_H

#include "Mesh/Voxel/VoxelThickness.h"

#include <vector>

namespace trabecula::reference
{
/// Radii of the largest inscribed balls, from the distance of each point to each void voxel.
std::vector<double> inscribedRadii(const VoxelMask& mask);

/// The smallest thickness by its definition, from all pairs of voxels. For a few hundred voxels.
double smallestThickness(const VoxelMask& mask);
}

#endif

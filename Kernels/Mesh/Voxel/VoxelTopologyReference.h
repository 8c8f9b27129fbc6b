#ifndef TRABECULA_MESH_VOXEL_VOXELTOPOLOGYREFERENCE_H
#define TRABECULA_MESH_VOXEL_VOXELTOPOLOGYREFERENCE_H

#include "Mesh/Voxel/VoxelTopology.h"

namespace trabecula::reference
{
/// Betti numbers as ranks of homology modulo 2, from the boundary matrices of the complex of solid
/// voxels, pairs of voxels, squares and cubes. For a few dozen voxels.
VoxelTopology measureTopology(const VoxelMask& mask);
}

#endif

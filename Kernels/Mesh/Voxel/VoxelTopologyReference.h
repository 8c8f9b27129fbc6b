#ifndef TRABECULA_MESH_VOXEL_VOXELTOPOLOGYREFERENCE_H
#define TRABECULA_MESH_VOXEL_VOXELTOPOLOGYREFERENCE_H

#include "Mesh/Voxel/VoxelTopology.h"

namespace trabecula::reference
{
/// Betti numbers as ranks of homology with coefficients 0 and 1: of the complex of voxels, pairs of
/// voxels, squares and cubes, all solid, whose boundary matrices are reduced. For a few dozen
/// voxels.
VoxelTopology measureTopology(const VoxelMask& mask);
}

#endif

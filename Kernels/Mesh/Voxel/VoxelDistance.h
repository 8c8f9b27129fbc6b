#ifndef TRABECULA_MESH_VOXEL_VOXELDISTANCE_H
#define TRABECULA_MESH_VOXEL_VOXELDISTANCE_H

#include "Core/Observer.h"
#include "Mesh/Voxel/VoxelMask.h"

#include <optional>
#include <vector>

namespace trabecula
{
/**
 * Radii of the largest balls that fit into the solid, length: for each solid voxel that of the
 * largest one whose centre is at the voxel's centre or on the middle of one of its faces or edges
 * or at a corner; 0 for void voxels. Voxels are bricks, not points, so that a plate of t voxels
 * has a ball of radius t / 2, whether t is even or odd.
 *
 * Exact Euclidean distances to void, that outside of the image included, on the lattice of half the
 * spacing: a brick's nearest point to a point of this lattice is another one. By lower envelopes of
 * parabolas, axis after axis (Felzenszwalb and Huttenlocher, "Distance transforms of sampled
 * functions", 2012). Takes 32 bytes a voxel of the box around the solid, and four of the image.
 *
 * @return nothing if the observer asked to stop
 */
std::optional<std::vector<float>> inscribedRadii(const VoxelMask& mask, Observer& observer);
}

#endif

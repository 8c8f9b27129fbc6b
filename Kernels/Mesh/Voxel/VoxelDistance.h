#ifndef TRABECULA_MESH_VOXEL_VOXELDISTANCE_H
#define TRABECULA_MESH_VOXEL_VOXELDISTANCE_H

#include "Core/Observer.h"
#include "Mesh/Voxel/VoxelMask.h"

#include <optional>
#include <vector>

namespace trabecula
{
/**
 * Radii of the largest balls inscribed in the solid, length: for each solid voxel the radius of the
 * largest ball centred at the centre of the voxel, of one of its faces or edges, or at a corner; 0
 * for void voxels. Voxels are bricks, not points, so that a plate of t voxels has a ball of radius
 * t / 2 for even and odd t.
 *
 * The radii are exact Euclidean distances to void, including the void outside of the image, on the
 * lattice of half the spacing, which contains the nearest point of a brick to each of its points.
 * They are computed by lower envelopes of parabolas, axis after axis (Felzenszwalb and
 * Huttenlocher, "Distance transforms of sampled functions", 2012). Takes 32 bytes per voxel of the
 * bounding box of the solid, and four per voxel of the image.
 *
 * @return nothing if the observer asked to stop
 */
std::optional<std::vector<float>> inscribedRadii(const VoxelMask& mask, Observer& observer);
}

#endif

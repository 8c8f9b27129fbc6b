#ifndef TRABECULA_GEOMETRY_VOXELIZATION_VOXELFRACTIONS_H
#define TRABECULA_GEOMETRY_VOXELIZATION_VOXELFRACTIONS_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/SurfaceGrid.h"

#include <optional>
#include <vector>

namespace trabecula
{
/**
 * The fraction of each voxel's volume that is inside a closed surface, exact to rounding.
 *
 * By the divergence theorem for the field (x, 0, 0): each triangle is cut at the planes between
 * voxels, and the part in a voxel adds the signed volume between itself and the voxel's lower face
 * in x to that voxel, and its signed projected area to all voxels below in x. The sum of fractions
 * times the volume of a voxel is the volume that the surface encloses. Fractions within rounding of
 * 0 or 1 are set to these numbers.
 *
 * Layers of voxels in z are computed in parallel; results do not depend on the number of threads.
 * Takes 8 bytes for each voxel of the result, 16 for each voxel of a layer and thread, and 4 for
 * each pair of a triangle and a layer.
 *
 * @param surface closed and oriented, within the grid
 * @return one per voxel; nothing if the observer asks to stop
 * @throws Error with a place if a fraction is not in [0, 1]: parts of the surface overlap or are
 * inside out
 */
std::optional<std::vector<double>> voxelFractions(
  const TriangleMesh& surface, const SurfaceGrid& grid, Observer& observer);
}

#endif

#ifndef TRABECULA_FILTERS_VOXELREGIONS_H
#define TRABECULA_FILTERS_VOXELREGIONS_H

#include "SurfaceRegions.h"

#include "Geometry/Voxelization/KeptVoxels.h"
#include "Geometry/Voxelization/SurfaceFaults.h"

#include <cstddef>
#include <cstdint>
#include <vector>

class vtkImageData;

namespace trabecula::filters
{
/**
 * Applies the regions of a surface to the voxels inside it, and writes the cell and point arrays
 * `DesignRegion`.
 *
 * - A patch with a distance contains the kept voxels whose centre is within the distance of its
 *   triangles, the nodes of kept voxels that are, and the voxels that the triangles intersect.
 * - A patch without a distance contains the voxels that it intersects, and their nodes nearest to
 *   it.
 * - A shape contains the kept voxels whose centre is inside, and the nodes of kept voxels that are.
 *
 * @param cellOf cell of the surface for each triangle
 * @param triangleOf for each voxel the triangle from trianglesOfVoxels()
 * @return the number of voxels of each region
 */
std::vector<std::int64_t> writeSurfaceRegions(const SurfaceRegions& regions,
  const MergedSurface& merged, const std::vector<std::int64_t>& cellOf,
  const std::vector<std::int32_t>& triangleOf, const KeptVoxels& voxels, vtkImageData* output);
}

#endif

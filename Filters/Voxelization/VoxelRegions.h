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
 * Applies the regions of a surface to the voxels inside it: writes the cell and point arrays
 * `DesignRegion`.
 *
 * - A patch with a distance has the kept voxels whose centre, and the nodes of kept voxels that are
 *   within the distance of its triangles, and the voxels that these pass through.
 * - A patch without has the voxels that it passes through, and their nodes next to it.
 * - A shape has the kept voxels whose centre, and the nodes of kept voxels that are inside.
 *
 * @param cellOf the surface's cell of each triangle
 * @param triangleOf for each voxel the triangle of trianglesOfVoxels()
 * @return for each region how many voxels it has
 */
std::vector<std::int64_t> writeSurfaceRegions(const SurfaceRegions& regions,
  const MergedSurface& merged, const std::vector<std::int64_t>& cellOf,
  const std::vector<std::int32_t>& triangleOf, const KeptVoxels& voxels, vtkImageData* output);
}

#endif

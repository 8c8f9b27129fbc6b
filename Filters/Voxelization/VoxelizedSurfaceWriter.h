#ifndef TRABECULA_FILTERS_VOXELIZEDSURFACEWRITER_H
#define TRABECULA_FILTERS_VOXELIZEDSURFACEWRITER_H

#include "SurfaceMeshConverter.h"

#include "Geometry/Voxelization/KeptVoxels.h"
#include "Geometry/Voxelization/SurfaceFaults.h"

#include <cstdint>
#include <vector>

class vtkImageData;
class vtkPolyData;

namespace trabecula::filters
{
/// Makes an image with the cell array `SolidFraction`, active scalars, and hides cells that are not
/// kept.
void writeVoxels(
  const std::vector<double>& fractions, const KeptVoxels& voxels, vtkImageData* output);

/**
 * Transfers the arrays of a surface to the voxels of an image.
 *
 * Cells get `SurfaceCell`, the index of the surface cell with the largest area in them, or -1, and
 * the values of this surface cell; elsewhere integer arrays are -1 (`DesignRegion` 0), others 0. Of
 * point arrays, forces (names that begin with `Force`), `Springs` and `OutputWeights` keep their
 * sums, `Supports` marks nodes, and others are interpolated to nodes of voxels on the surface.
 *
 * If the surface lists regions of the solid, `DesignRegion` is derived from them; see
 * SurfaceRegion.
 *
 * @param merged merged triangles
 * @return the number of voxels of each of these regions
 */
std::vector<std::int64_t> writeMarks(vtkPolyData* surface, const SurfaceTriangles& triangles,
  const MergedSurface& merged, const KeptVoxels& voxels, vtkImageData* output);
}

#endif

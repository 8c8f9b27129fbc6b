#ifndef TRABECULA_FILTERS_THRESHOLDSURFACE_H
#define TRABECULA_FILTERS_THRESHOLDSURFACE_H

#include "CommonMesh.h"

#include "Geometry/Triangles/SurfaceDistance.h"

#include <cstddef>

namespace trabecula::filters
{
/// Makes the closed isosurface of the densities of a design at the threshold, interpolated between
/// voxel centres (vtkFlyingEdges3D). The density outside the image is 0.
TriangleMesh thresholdSurface(const CommonMesh& common, std::size_t design, double threshold);
}

#endif

#ifndef TRABECULA_FILTERS_THRESHOLDSURFACE_H
#define TRABECULA_FILTERS_THRESHOLDSURFACE_H

#include "CommonMesh.h"

#include "Geometry/Triangles/SurfaceDistance.h"

#include <cstddef>

namespace trabecula::filters
{
/// The closed isosurface of the densities of a design, interpolated between voxel centres, at the
/// threshold (vtkFlyingEdges3D). The density outside of the image is 0.
TriangleMesh thresholdSurface(const CommonMesh& common, std::size_t design, double threshold);
}

#endif

#ifndef TRABECULA_FILTERS_THRESHOLDSURFACE_H
#define TRABECULA_FILTERS_THRESHOLDSURFACE_H

#include "CommonMesh.h"

#include "Geometry/Triangles/SurfaceDistance.h"

#include <cstddef>

namespace trabecula::filters
{
/// The closed surface where the densities of a design, taken between the centres of voxels, are at
/// a threshold (vtkFlyingEdges3D). All is void outside of the image.
TriangleMesh thresholdSurface(const CommonMesh& common, std::size_t design, double threshold);
}

#endif

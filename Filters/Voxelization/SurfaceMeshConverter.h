#ifndef TRABECULA_FILTERS_SURFACEMESHCONVERTER_H
#define TRABECULA_FILTERS_SURFACEMESHCONVERTER_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

class vtkPolyData;

namespace trabecula::filters
{
/// The polygons of a dataset as triangles.
struct SurfaceTriangles
{
  TriangleMesh mesh;               ///< points have the indices of the dataset
  std::vector<std::int64_t> cells; ///< cell index in the dataset for each triangle
};

/**
 * Divides polygons and strips into triangles; vertices and lines are left out.
 *
 * @throws Error if there are none, for ghost cells, and for more points than 32-bit indices allow
 */
SurfaceTriangles makeTriangles(vtkPolyData* surface);
}

#endif

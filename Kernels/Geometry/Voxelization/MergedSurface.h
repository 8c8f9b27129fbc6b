#ifndef TRABECULA_GEOMETRY_VOXELIZATION_MERGEDSURFACE_H
#define TRABECULA_GEOMETRY_VOXELIZATION_MERGEDSURFACE_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A surface without coincident points, which files of triangles contain several times.
struct MergedSurface
{
  TriangleMesh mesh;
  std::vector<std::int32_t> points;    ///< the merged point for each original one
  std::vector<std::int32_t> triangles; ///< the original number of each remaining triangle
};

/// Merges points of equal coordinates. Triangles with two equal corners are removed, which leaves
/// no gap, as they have no area. @throws Error for a coordinate that is not finite
MergedSurface mergeEqualPoints(const TriangleMesh& surface);
}

#endif

#ifndef TRABECULA_GEOMETRY_VOXELIZATION_MERGEDSURFACE_H
#define TRABECULA_GEOMETRY_VOXELIZATION_MERGEDSURFACE_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A surface whose points differ from each other, as files of triangles have them several times.
struct MergedSurface
{
  TriangleMesh mesh;
  std::vector<std::int32_t> points;    ///< the merged point for each original one
  std::vector<std::int32_t> triangles; ///< the original triangle for each that is left
};

/// Points of equal coordinates become one. Triangles with two equal corners are left out: they have
/// no area and leave no gap. @throws Error for a coordinate that is not finite
MergedSurface mergeEqualPoints(const TriangleMesh& surface);
}

#endif

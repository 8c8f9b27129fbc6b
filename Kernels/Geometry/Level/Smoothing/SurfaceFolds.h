#ifndef TRABECULA_GEOMETRY_LEVEL_SMOOTHING_SURFACEFOLDS_H
#define TRABECULA_GEOMETRY_LEVEL_SMOOTHING_SURFACEFOLDS_H

#include "Geometry/Level/Smoothing/SurfaceConstraints.h"
#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// One value per triangle: 1 if its normal is opposed to that of its fixed plane, or to the mean of
/// the normals around it.
/// @param constraints of the points, or null
std::vector<std::uint8_t> findFolds(
  const TriangleMesh& mesh, const PointTriangles& around, const SurfaceConstraints* constraints);

/// Number of triangles whose normal is opposed to the mean of the normals at their points.
std::int64_t countFolds(const TriangleMesh& mesh);
}

#endif

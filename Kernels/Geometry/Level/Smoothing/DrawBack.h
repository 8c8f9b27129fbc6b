#ifndef TRABECULA_GEOMETRY_LEVEL_SMOOTHING_DRAWBACK_H
#define TRABECULA_GEOMETRY_LEVEL_SMOOTHING_DRAWBACK_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Smoothing/SurfaceConstraints.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Position of a point in an array of three coordinates for each.
inline Position pointOf(const std::vector<double>& points, std::int64_t p)
{
  return { points[3 * p], points[3 * p + 1], points[3 * p + 2] };
}

/**
 * Reduces displacements until all points are on their faces and in the part, and no triangle is
 * newly folded or degenerate.
 *
 * @param before positions of the points before they moved, three for each
 * @param part that points must not leave, or null
 */
void drawBack(LevelSurface& surface, const std::vector<double>& before,
  const PointTriangles& around, const SurfaceConstraints& constraints, const PartShape* part);
}

#endif

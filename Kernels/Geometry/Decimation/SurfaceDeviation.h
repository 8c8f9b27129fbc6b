#ifndef TRABECULA_GEOMETRY_DECIMATION_SURFACEDEVIATION_H
#define TRABECULA_GEOMETRY_DECIMATION_SURFACEDEVIATION_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Distances of the points of one surface from another, length.
struct SurfaceDeviation
{
  double largest = 0.0;                  ///< of the points that were examined
  std::vector<std::int32_t> beyond = {}; ///< triangles with such a point beyond the limit
};

/**
 * Examines whether all points of a surface are within a limit of another surface.
 *
 * The corners of each triangle are examined first. All of a triangle is within the limit if its
 * corners are within it of one triangle of the other surface, as the distance from a convex set is
 * a convex function, or if a corner's distance and the longest side from there together are.
 * Otherwise the triangle is divided into four, until its sides are shorter than the spacing; then
 * only its corners are known.
 *
 * @param limit, spacing lengths, above 0 @return nothing if the observer asked to stop
 */
std::optional<SurfaceDeviation> findDeviation(const TriangleMesh& surface,
  const TriangleMesh& other, double limit, double spacing, Observer& observer);
}

#endif

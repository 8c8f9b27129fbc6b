#ifndef TRABECULA_GEOMETRY_TRIANGLES_SURFACEDISTANCE_H
#define TRABECULA_GEOMETRY_TRIANGLES_SURFACEDISTANCE_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <optional>

namespace trabecula
{
/// Distances between two surfaces, length; NaN if one of them has no triangle.
struct SurfaceDistances
{
  /// Symmetric Hausdorff distance, evaluated at the points of the triangles.
  double hausdorff = 0.0;
  /// Mean over both surfaces of the distance to the other: the integral over the area of both,
  /// linear in triangles, divided by this area (average symmetric surface distance).
  double mean = 0.0;
};

/**
 * Distances between surfaces, from each point to the nearest point of a triangle. Both measures
 * follow Gerig, Jomier and Chakos, "Valmet: a new validation tool for assessing and improving 3D
 * object segmentation", 2001.
 *
 * @param a, b surfaces without unused points
 * @return nothing if the observer asked to stop
 */
std::optional<SurfaceDistances> measureDistances(
  const TriangleMesh& a, const TriangleMesh& b, Observer& observer);
}

#endif

#ifndef TRABECULA_GEOMETRY_TRIANGLES_SURFACEDISTANCE_H
#define TRABECULA_GEOMETRY_TRIANGLES_SURFACEDISTANCE_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <optional>

namespace trabecula
{
/// How far two surfaces are apart, length; NaN if one of them has no triangle.
struct SurfaceDistances
{
  /// The farthest point of the one from the other, whichever is farther (symmetric Hausdorff
  /// distance), over the points of the triangles.
  double hausdorff = 0.0;
  /// Mean over both surfaces of the distance to the other: the integral over the area of both,
  /// linear in triangles, divided by this area (average symmetric surface distance).
  double mean = 0.0;
};

/**
 * Distances between surfaces, each point's to the nearest point of a triangle. For both measures
 * Gerig, Jomier and Chakos, "Valmet: a new validation tool for assessing and improving 3D object
 * segmentation", 2001.
 *
 * @param a, b every point is in use
 * @return nothing if the observer asked to stop
 */
std::optional<SurfaceDistances> measureDistances(
  const TriangleMesh& a, const TriangleMesh& b, Observer& observer);
}

#endif

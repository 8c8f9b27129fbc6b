#ifndef TRABECULA_GEOMETRY_TRIANGLES_SURFACEFIT_H
#define TRABECULA_GEOMETRY_TRIANGLES_SURFACEFIT_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The point of a triangle that is nearest to a position (Ericson, "Real-Time Collision Detection",
/// 2004, section 5.1.5).
std::array<double, 3> nearestOnTriangle(const std::array<double, 3>& position,
  const std::array<double, 3>& a, const std::array<double, 3>& b, const std::array<double, 3>& c);

/// Numbers of points near a target surface.
struct SurfaceFit
{
  std::int64_t fitted = 0;  ///< points that are on it now
  std::int64_t moved = 0;   ///< those of them that were not on it before
  std::int64_t stopped = 0; ///< points that were only moved nearer, to avoid inverted triangles
};

/// A point of a surface and the position to which it is to be moved.
struct PointGoal
{
  std::size_t point;
  std::array<double, 3> position;
};

/**
 * Moves points of a surface to given positions. A step that would turn a triangle by more than 85
 * degrees or remove its area is halved; the rest of it is tried again in later passes.
 *
 * @return the goals that were not reached
 */
std::vector<PointGoal> moveToGoals(TriangleMesh& surface, std::vector<PointGoal> goals);

/**
 * Moves points of a surface to the nearest points of another one as moveToGoals() does.
 *
 * @param chosen nonzero for each point of the surface that may be moved
 * @param target with at least one triangle
 * @param reach points that are farther away are not moved, length
 */
SurfaceFit fitToSurface(TriangleMesh& surface, const std::vector<std::uint8_t>& chosen,
  const TriangleMesh& target, double reach);
}

#endif

#ifndef TRABECULA_GEOMETRY_VOXELIZATION_NEARESTPOINT_H
#define TRABECULA_GEOMETRY_VOXELIZATION_NEARESTPOINT_H

#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace trabecula
{
/// The point of a triangle that is nearest to another point.
struct NearestPoint
{
  std::array<double, 3> coordinates = {}; ///< barycentric
  double squaredDistance = 0.0;
};

/// The projection onto the plane of the triangle if it is inside, else the nearest point of the
/// sides.
inline NearestPoint nearestInTriangle(const Position& x, const std::array<Position, 3>& triangle)
{
  const auto at = [&](const std::array<double, 3>& coordinates)
  {
    Position difference = x;
    for (std::size_t c = 0; c < 3; ++c)
    {
      for (std::size_t d = 0; d < 3; ++d)
      {
        difference[d] -= coordinates[c] * triangle[c][d];
      }
    }
    return NearestPoint{ coordinates, dotProduct(difference, difference) };
  };
  const Position u = minus(triangle[1], triangle[0]);
  const Position v = minus(triangle[2], triangle[0]);
  const Position w = minus(x, triangle[0]);
  const Position normal = crossProduct(u, v);
  const double square = dotProduct(normal, normal);
  if (square > 0.0)
  {
    const double s = dotProduct(crossProduct(w, v), normal) / square;
    const double t = dotProduct(crossProduct(u, w), normal) / square;
    if (s >= 0.0 && t >= 0.0 && s + t <= 1.0)
    {
      return at({ 1.0 - s - t, s, t });
    }
  }
  NearestPoint best;
  for (std::size_t c = 0; c < 3; ++c)
  {
    const std::size_t next = (c + 1) % 3;
    const Position side = minus(triangle[next], triangle[c]);
    const double length = dotProduct(side, side);
    const double t =
      length > 0.0 ? std::clamp(dotProduct(minus(x, triangle[c]), side) / length, 0.0, 1.0) : 0.0;
    std::array<double, 3> coordinates{};
    coordinates[c] = 1.0 - t;
    coordinates[next] = t;
    const NearestPoint found = at(coordinates);
    best = c == 0 || found.squaredDistance < best.squaredDistance ? found : best;
  }
  return best;
}
}

#endif

#ifndef TRABECULA_GEOMETRY_TRIANGLES_POSITION_H
#define TRABECULA_GEOMETRY_TRIANGLES_POSITION_H

#include <array>
#include <cmath>

namespace trabecula
{
/// A point or a vector in space.
using Position = std::array<double, 3>;

inline Position minus(const Position& a, const Position& b)
{
  return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}

inline Position crossProduct(const Position& a, const Position& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

inline double dotProduct(const Position& a, const Position& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline double lengthOf(const Position& v)
{
  return std::sqrt(dotProduct(v, v));
}

inline double cosineOfDegrees(double angle)
{
  return std::cos(angle * std::acos(-1.0) / 180.0);
}
}

#endif

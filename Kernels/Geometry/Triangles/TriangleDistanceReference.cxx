#include "Geometry/Triangles/TriangleDistanceReference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula::reference
{
namespace
{
using Components3 = std::array<double, 3>;

Components3 minus(const Components3& a, const Components3& b)
{
  return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}

Components3 cross(const Components3& a, const Components3& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

double dot(const Components3& a, const Components3& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double toSegment(const Components3& p, const Components3& a, const Components3& b)
{
  const Components3 along = minus(b, a);
  const double length = dot(along, along);
  const double s = length > 0.0 ? std::clamp(dot(along, minus(p, a)) / length, 0.0, 1.0) : 0.0;
  const Components3 rest = { p[0] - a[0] - s * along[0], p[1] - a[1] - s * along[1],
    p[2] - a[2] - s * along[2] };
  return std::sqrt(dot(rest, rest));
}
}

double distance(const std::array<double, 3>& point, const TriangleMesh& surface)
{
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    Components3 x[3];
    for (std::size_t c = 0; c < 3; ++c)
    {
      x[c] = surface.point(surface.triangles[3 * t + c]);
    }
    const Components3 normal = cross(minus(x[1], x[0]), minus(x[2], x[0]));
    const double size = std::sqrt(dot(normal, normal));
    bool above = size > 0.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      const Components3& from = x[c];
      const Components3& to = x[(c + 1) % 3];
      least = std::min(least, toSegment(point, from, to));
      above = above && dot(cross(normal, minus(to, from)), minus(point, from)) >= 0.0;
    }
    if (above)
    {
      least = std::min(least, std::abs(dot(normal, minus(point, x[0]))) / size);
    }
  }
  return least;
}
}

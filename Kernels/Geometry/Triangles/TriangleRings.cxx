#include "Geometry/Triangles/TriangleRings.h"

namespace trabecula
{
std::vector<std::int32_t> TriangleRings::neighboursOf(std::int32_t point) const
{
  std::vector<std::int32_t> points;
  this->forTriangles(point,
    [&](std::int32_t t)
    {
      for (const std::int32_t c : this->cornersOf(t))
      {
        if (c != point)
        {
          points.push_back(c);
        }
      }
    });
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

std::int32_t TriangleRings::acrossOf(std::int32_t triangle, std::int32_t a, std::int32_t b) const
{
  std::int32_t other = -1;
  this->forTriangles(a,
    [&](std::int32_t t) { other = t != triangle && hasCorner(this->cornersOf(t), b) ? t : other; });
  return other;
}

bool TriangleRings::isTriangle(std::int32_t a, std::int32_t b, std::int32_t c) const
{
  bool isOne = false;
  this->forTriangles(a,
    [&](std::int32_t t)
    {
      const TriangleCorners corners = this->cornersOf(t);
      isOne = isOne || (hasCorner(corners, b) && hasCorner(corners, c));
    });
  return isOne;
}
}

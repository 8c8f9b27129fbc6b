#include "Geometry/Triangles/SurfaceWithin.h"

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
/// Largest edge of triangles that are cut, relative to the distance and to the diagonal of the
/// surface. The distance of a chord of this length from its arc is its square over eight radii.
constexpr double EdgeOverDistance = 0.125;
constexpr double EdgeOverDiagonal = 2e-3;
/// Largest distance of points of a triangle from its nearest corner, over the longest edge.
constexpr double ReachOverEdge = 0.58;

struct MeasuredCorner
{
  Position x;
  double distance; ///< distance to the patch
};

using MeasuredTriangle = std::array<MeasuredCorner, 3>;

Position pointBetween(const Position& a, const Position& b, double share)
{
  Position x;
  for (std::size_t c = 0; c < 3; ++c)
  {
    x[c] = (1.0 - share) * a[c] + share * b[c];
  }
  return x;
}

double edgeLength(const Position& a, const Position& b)
{
  return lengthOf(minus(a, b));
}

/// The corner from which the longest edge leads to the next corner.
std::size_t longestEdgeOf(const MeasuredTriangle& triangle)
{
  std::size_t longest = 0;
  for (std::size_t e = 1; e < 3; ++e)
  {
    longest = edgeLength(triangle[e].x, triangle[(e + 1) % 3].x) >
        edgeLength(triangle[longest].x, triangle[(longest + 1) % 3].x)
      ? e
      : longest;
  }
  return longest;
}

double diagonalOfPoints(const TriangleMesh& surface)
{
  Position low;
  Position high;
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < surface.points.size(); ++i)
  {
    low[i % 3] = std::min(low[i % 3], surface.points[i]);
    high[i % 3] = std::max(high[i % 3], surface.points[i]);
  }
  return surface.points.empty() ? 0.0 : edgeLength(low, high);
}

void appendPolygon(const std::vector<Position>& polygon, TriangleMesh& mesh)
{
  const auto first = static_cast<std::int32_t>(mesh.numberOfPoints());
  for (const Position& x : polygon)
  {
    mesh.points.insert(mesh.points.end(), x.begin(), x.end());
  }
  for (std::int32_t i = 2; i < static_cast<std::int32_t>(polygon.size()); ++i)
  {
    mesh.triangles.insert(mesh.triangles.end(), { first, first + i - 1, first + i });
  }
}

/// The polygon of the corners within the distance and of the points of edges at the distance.
std::vector<Position> clipToDistance(const MeasuredTriangle& triangle, double distance)
{
  std::vector<Position> polygon;
  for (std::size_t c = 0; c < 3; ++c)
  {
    const MeasuredCorner& a = triangle[c];
    const MeasuredCorner& b = triangle[(c + 1) % 3];
    if (a.distance <= distance)
    {
      polygon.push_back(a.x);
    }
    if ((a.distance <= distance) != (b.distance <= distance))
    {
      polygon.push_back(
        pointBetween(a.x, b.x, (distance - a.distance) / (b.distance - a.distance)));
    }
  }
  return polygon;
}
}

TriangleMesh surfaceWithin(const TriangleMesh& surface, const TriangleMesh& patch, double distance)
{
  const TriangleTree tree(patch);
  std::int32_t nearest = 0;
  const auto cornerAt = [&](const Position& x) {
    return MeasuredCorner{ x, std::sqrt(tree.squaredDistance(x, nearest)) };
  };
  const double shortest =
    std::max(EdgeOverDistance * distance, EdgeOverDiagonal * diagonalOfPoints(surface));

  TriangleMesh within;
  std::vector<MeasuredTriangle> rest;
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    const std::int32_t* corners = &surface.triangles[3 * t];
    rest.push_back({ cornerAt(surface.point(corners[0])), cornerAt(surface.point(corners[1])),
      cornerAt(surface.point(corners[2])) });
    while (!rest.empty())
    {
      const MeasuredTriangle triangle = rest.back();
      rest.pop_back();
      const auto range =
        std::minmax({ triangle[0].distance, triangle[1].distance, triangle[2].distance });
      const std::size_t e = longestEdgeOf(triangle);
      const MeasuredCorner& a = triangle[e];
      const MeasuredCorner& b = triangle[(e + 1) % 3];
      const MeasuredCorner& c = triangle[(e + 2) % 3];
      const double edge = edgeLength(a.x, b.x);
      const double reach = ReachOverEdge * edge;
      if (range.first - reach > distance)
      {
        continue;
      }
      if (edge <= shortest || range.second + reach <= distance)
      {
        const std::vector<Position> polygon = clipToDistance(triangle, distance);
        appendPolygon(polygon, within);
        continue;
      }
      const MeasuredCorner middle = cornerAt(pointBetween(a.x, b.x, 0.5));
      rest.push_back({ a, middle, c });
      rest.push_back({ middle, b, c });
    }
  }
  return within;
}
}

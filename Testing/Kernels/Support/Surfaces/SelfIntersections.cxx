#include "Support/Surfaces/SelfIntersections.h"

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula::testing
{
namespace
{
/// Six times the volume of a tetrahedron.
double volumeOf(const Position& a, const Position& b, const Position& c, const Position& d)
{
  return dotProduct(minus(a, d), crossProduct(minus(b, d), minus(c, d)));
}

bool doesCross(
  const std::array<Position, 2>& edge, const std::array<Position, 3>& x, double tolerance)
{
  const double from = volumeOf(x[0], x[1], x[2], edge[0]);
  const double to = volumeOf(x[0], x[1], x[2], edge[1]);
  if (from * to >= 0.0 || std::min(std::abs(from), std::abs(to)) < tolerance)
  {
    return false;
  }
  std::array<double, 3> sides{};
  for (std::size_t i = 0; i < 3; ++i)
  {
    sides[i] = volumeOf(edge[0], edge[1], x[i], x[(i + 1) % 3]);
  }
  return std::all_of(sides.begin(), sides.end(), [](double s) { return s > 0.0; }) ||
    std::all_of(sides.begin(), sides.end(), [](double s) { return s < 0.0; });
}
}

std::int64_t countSelfIntersections(const TriangleMesh& mesh, double tolerance)
{
  const TriangleTree tree(mesh);
  std::int64_t count = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
  {
    const std::array<std::int32_t, 2> ends = { mesh.triangles[i],
      mesh.triangles[i / 3 * 3 + (i + 1) % 3] };
    const std::array<Position, 2> edge = { mesh.point(ends[0]), mesh.point(ends[1]) };
    Position low{};
    Position high{};
    for (std::size_t c = 0; c < 3; ++c)
    {
      low[c] = std::min(edge[0][c], edge[1][c]);
      high[c] = std::max(edge[0][c], edge[1][c]);
    }
    tree.visitBox(low, high,
      [&](std::int32_t other)
      {
        const std::int32_t* c = &mesh.triangles[3 * static_cast<std::size_t>(other)];
        const bool isCommon =
          std::any_of(c, c + 3, [&](std::int32_t p) { return p == ends[0] || p == ends[1]; });
        const bool crosses = ends[0] < ends[1] && !isCommon &&
          doesCross(edge, { mesh.point(c[0]), mesh.point(c[1]), mesh.point(c[2]) }, tolerance);
        count += crosses ? 1 : 0;
      });
  }
  return count;
}
}

#include "Geometry/Triangles/SurfaceFit.h"

#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
constexpr int MostPasses = 30;
constexpr int MostHalvings = 4;
constexpr double LeastCosine = 0.087;   ///< cosine of 85 degrees
constexpr double LeastAreaRatio = 1e-4; ///< ratio to the initial area of a triangle
/// Points at most this far from the target, as a fraction of the reach, are on it.
constexpr double OnTarget = 1e-6;

/// a + s (b - a)
Position between(const Position& a, const Position& b, double s)
{
  return { a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2]) };
}

/// The normal of a triangle times twice its area.
Position areaVector(const TriangleMesh& mesh, std::size_t triangle)
{
  const std::int32_t* corners = &mesh.triangles[3 * triangle];
  const Position a = mesh.point(corners[0]);
  const Position u = minus(mesh.point(corners[1]), a);
  const Position v = minus(mesh.point(corners[2]), a);
  return { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0] };
}

void setPoint(TriangleMesh& mesh, std::size_t point, const Position& position)
{
  std::copy(position.begin(), position.end(), mesh.points.begin() + 3 * std::ptrdiff_t(point));
}

/// Moves one point, unless that would invert a triangle.
bool tryMove(TriangleMesh& mesh, const PointTriangles& around,
  const std::vector<double>& initialAreas, std::size_t point, const Position& position)
{
  const Position before = mesh.point(static_cast<std::int32_t>(point));
  const auto first = static_cast<std::size_t>(around.starts[point]);
  const auto last = static_cast<std::size_t>(around.starts[point + 1]);
  std::vector<Position> normals;
  for (std::size_t i = first; i < last; ++i)
  {
    normals.push_back(areaVector(mesh, static_cast<std::size_t>(around.triangles[i])));
  }
  setPoint(mesh, point, position);
  for (std::size_t i = first; i < last; ++i)
  {
    const auto triangle = static_cast<std::size_t>(around.triangles[i]);
    const Position now = areaVector(mesh, triangle);
    const Position& was = normals[i - first];
    const double area = std::sqrt(dotProduct(now, now));
    if (area < LeastAreaRatio * initialAreas[triangle] ||
      dotProduct(now, was) < LeastCosine * area * std::sqrt(dotProduct(was, was)))
    {
      setPoint(mesh, point, before);
      return false;
    }
  }
  return true;
}
}

std::array<double, 3> nearestOnTriangle(const std::array<double, 3>& position,
  const std::array<double, 3>& a, const std::array<double, 3>& b, const std::array<double, 3>& c)
{
  const Position ab = minus(b, a);
  const Position ac = minus(c, a);
  const Position ap = minus(position, a);
  const double d1 = dotProduct(ab, ap);
  const double d2 = dotProduct(ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0)
  {
    return a;
  }
  const Position bp = minus(position, b);
  const double d3 = dotProduct(ab, bp);
  const double d4 = dotProduct(ac, bp);
  if (d3 >= 0.0 && d4 <= d3)
  {
    return b;
  }
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
  {
    return between(a, b, d1 / (d1 - d3));
  }
  const Position cp = minus(position, c);
  const double d5 = dotProduct(ab, cp);
  const double d6 = dotProduct(ac, cp);
  if (d6 >= 0.0 && d5 <= d6)
  {
    return c;
  }
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
  {
    return between(a, c, d2 / (d2 - d6));
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 >= d3 && d5 >= d6)
  {
    return between(b, c, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
  }
  const double sum = va + vb + vc;
  return { a[0] + ab[0] * vb / sum + ac[0] * vc / sum, a[1] + ab[1] * vb / sum + ac[1] * vc / sum,
    a[2] + ab[2] * vb / sum + ac[2] * vc / sum };
}

std::vector<PointGoal> moveToGoals(TriangleMesh& surface, std::vector<PointGoal> goals)
{
  const PointTriangles around = findPointTriangles(surface);
  std::vector<double> areas(surface.numberOfTriangles());
  for (std::size_t t = 0; t < areas.size(); ++t)
  {
    const Position normal = areaVector(surface, t);
    areas[t] = std::sqrt(dotProduct(normal, normal));
  }
  for (int pass = 0; pass < MostPasses && !goals.empty(); ++pass)
  {
    std::vector<PointGoal> left;
    for (const PointGoal& goal : goals)
    {
      const Position x = surface.point(static_cast<std::int32_t>(goal.point));
      double share = 1.0;
      int halvings = 0;
      while (halvings < MostHalvings &&
        !tryMove(surface, around, areas, goal.point, between(x, goal.position, share)))
      {
        share *= 0.5;
        ++halvings;
      }
      if (halvings > 0)
      {
        left.push_back(goal);
      }
    }
    goals = std::move(left);
  }
  return goals;
}

SurfaceFit fitToSurface(TriangleMesh& surface, const std::vector<std::uint8_t>& chosen,
  const TriangleMesh& target, double reach)
{
  const TriangleTree tree(target);
  std::vector<PointGoal> goals;
  std::vector<std::uint8_t> isMoved(chosen.size(), 0);
  std::int32_t nearest = 0;
  for (std::size_t p = 0; p < chosen.size(); ++p)
  {
    const Position x = surface.point(static_cast<std::int32_t>(p));
    if (!chosen[p])
    {
      continue;
    }
    const double squared = tree.squaredDistance(x, nearest);
    if (squared <= reach * reach)
    {
      const std::int32_t* corners = &target.triangles[3 * static_cast<std::size_t>(nearest)];
      isMoved[p] = squared > OnTarget * OnTarget * reach * reach ? 1 : 0;
      goals.push_back({ p,
        nearestOnTriangle(
          x, target.point(corners[0]), target.point(corners[1]), target.point(corners[2])) });
    }
  }

  SurfaceFit fit;
  const std::size_t all = goals.size();
  const std::vector<PointGoal> left = moveToGoals(surface, std::move(goals));
  for (const PointGoal& goal : left)
  {
    isMoved[goal.point] = 0;
  }
  fit.stopped = static_cast<std::int64_t>(left.size());
  fit.fitted = static_cast<std::int64_t>(all - left.size());
  fit.moved = std::count(isMoved.begin(), isMoved.end(), 1);
  return fit;
}
}

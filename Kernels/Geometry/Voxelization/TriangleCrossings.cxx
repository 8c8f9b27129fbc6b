#include "Geometry/Voxelization/TriangleCrossings.h"

#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

namespace trabecula
{
namespace
{
using Corners = std::array<std::int32_t, 3>;

/// Returns the sign of the volume of a tetrahedron, 0 within rounding (the static filter of
/// Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates",
/// 1997).
int orientation(const Position& a, const Position& b, const Position& c, const Position& d)
{
  constexpr double bound = 8.0 * std::numeric_limits<double>::epsilon();
  const Position u = minus(a, d);
  const Position v = minus(b, d);
  const Position w = minus(c, d);
  const double vw = v[0] * w[1] - w[0] * v[1];
  const double wu = w[0] * u[1] - u[0] * w[1];
  const double uv = u[0] * v[1] - v[0] * u[1];
  const double determinant = u[2] * vw + v[2] * wu + w[2] * uv;
  const double permanent = std::abs(u[2]) * (std::abs(v[0] * w[1]) + std::abs(w[0] * v[1])) +
    std::abs(v[2]) * (std::abs(w[0] * u[1]) + std::abs(u[0] * w[1])) +
    std::abs(w[2]) * (std::abs(u[0] * v[1]) + std::abs(v[0] * u[1]));
  return determinant > bound * permanent ? 1 : determinant < -bound * permanent ? -1 : 0;
}

Corners cornersOf(const TriangleMesh& mesh, std::int32_t triangle)
{
  const std::int32_t* corners = &mesh.triangles[3 * std::size_t(triangle)];
  return { corners[0], corners[1], corners[2] };
}

bool has(const Corners& triangle, std::int32_t point)
{
  return std::find(triangle.begin(), triangle.end(), point) != triangle.end();
}

/// The other triangle of each side; -1 if there is none or several.
std::vector<std::int32_t> findNeighbours(const TriangleMesh& mesh)
{
  using Side = std::tuple<std::int32_t, std::int32_t, std::int32_t>; // ends and number
  std::vector<Side> sides(mesh.triangles.size());
  for (std::size_t i = 0; i < sides.size(); ++i)
  {
    const auto [low, high] =
      std::minmax(mesh.triangles[i], mesh.triangles[i % 3 == 2 ? i - 2 : i + 1]);
    sides[i] = { low, high, static_cast<std::int32_t>(i) };
  }
  std::sort(sides.begin(), sides.end());
  const auto isSame = [&](std::size_t i, std::size_t j)
  {
    return j < sides.size() && std::get<0>(sides[i]) == std::get<0>(sides[j]) &&
      std::get<1>(sides[i]) == std::get<1>(sides[j]);
  };
  std::vector<std::int32_t> neighbours(sides.size(), -1);
  for (std::size_t i = 0; i < sides.size();)
  {
    std::size_t end = i + 1;
    while (isSame(i, end))
    {
      ++end;
    }
    if (end == i + 2)
    {
      const std::int32_t a = std::get<2>(sides[i]);
      const std::int32_t b = std::get<2>(sides[i + 1]);
      neighbours[std::size_t(a)] = b / 3;
      neighbours[std::size_t(b)] = a / 3;
    }
    i = end;
  }
  return neighbours;
}

/// A surface with the neighbours of its triangles.
struct LinkedSurface
{
  const TriangleMesh& mesh;
  std::vector<std::int32_t> neighbours;
};

/// 1 or -1 for a line segment that passes from one side of a triangle's plane to the other, else 0.
int passage(const TriangleMesh& mesh, std::int32_t from, std::int32_t to, const Corners& triangle)
{
  const Position a = mesh.point(triangle[0]);
  const Position b = mesh.point(triangle[1]);
  const Position c = mesh.point(triangle[2]);
  const int start = orientation(a, b, c, mesh.point(from));
  return start * orientation(a, b, c, mesh.point(to)) < 0 ? start : 0;
}

bool passesThrough(
  const LinkedSurface& surface, std::int32_t from, std::int32_t to, std::int32_t triangle)
{
  const TriangleMesh& mesh = surface.mesh;
  const Corners corners = cornersOf(mesh, triangle);
  const int direction = passage(mesh, from, to, corners);
  if (direction == 0)
  {
    return false;
  }
  const Position p = mesh.point(from);
  const Position q = mesh.point(to);
  std::array<int, 3> sides{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    sides[c] = orientation(p, q, mesh.point(corners[c]), mesh.point(corners[(c + 1) % 3]));
  }
  const auto [least, most] = std::minmax_element(sides.begin(), sides.end());
  const auto met = std::count(sides.begin(), sides.end(), 0);
  if (*least * *most < 0 || met > 1)
  {
    return false;
  }
  if (met == 0)
  {
    return true;
  }
  const auto side =
    static_cast<std::size_t>(std::find(sides.begin(), sides.end(), 0) - sides.begin());
  const std::int32_t next = surface.neighbours[3 * std::size_t(triangle) + side];
  return next >= 0 && passage(mesh, from, to, cornersOf(mesh, next)) == direction;
}

/// Intersection of a line segment with the plane of a triangle through which it passes.
Position meetingPoint(
  const TriangleMesh& mesh, std::int32_t from, std::int32_t to, const Corners& triangle)
{
  const Position p = mesh.point(from);
  const Position a = mesh.point(triangle[0]);
  const Position normal =
    crossProduct(minus(mesh.point(triangle[1]), a), minus(mesh.point(triangle[2]), a));
  const Position along = minus(mesh.point(to), p);
  const double t =
    std::clamp(dotProduct(normal, minus(a, p)) / dotProduct(normal, along), 0.0, 1.0);
  return { p[0] + t * along[0], p[1] + t * along[1], p[2] + t * along[2] };
}

/// Whether a side of one triangle passes through the other.
bool sideCrosses(
  const LinkedSurface& surface, std::int32_t first, std::int32_t second, Position& place)
{
  const Corners one = cornersOf(surface.mesh, first);
  const Corners other = cornersOf(surface.mesh, second);
  for (std::size_t c = 0; c < 3; ++c)
  {
    const std::int32_t from = one[c];
    const std::int32_t to = one[(c + 1) % 3];
    if (!has(other, from) && !has(other, to) && passesThrough(surface, from, to, second))
    {
      place = meetingPoint(surface.mesh, from, to, other);
      return true;
    }
  }
  return false;
}

bool cross(const LinkedSurface& surface, std::int32_t first, std::int32_t second, Position& place)
{
  const Corners a = cornersOf(surface.mesh, first);
  const Corners b = cornersOf(surface.mesh, second);
  const auto shared =
    std::count_if(a.begin(), a.end(), [&](std::int32_t point) { return has(b, point); });
  return shared < 2 &&
    (sideCrosses(surface, first, second, place) || sideCrosses(surface, second, first, place));
}

/// Signed distance of x from the line through p and q in the plane of a unit normal: twice the
/// signed area of a triangle over the length of its side from p to q.
double distanceFromSide(
  const Position& p, const Position& q, const Position& x, const Position& normal)
{
  const Position side = minus(q, p);
  const double length = std::sqrt(dotProduct(side, side));
  return dotProduct(crossProduct(side, minus(x, p)), normal) / length;
}

/// Whether the other triangle is outside of a side of the first one, up to rounding.
bool isSeparated(const std::array<Position, 3>& one, const std::array<Position, 3>& other,
  const Position& normal, double rounding)
{
  for (std::size_t c = 0; c < 3; ++c)
  {
    const Position& p = one[c];
    const Position& q = one[(c + 1) % 3];
    if (std::all_of(other.begin(), other.end(),
          [&](const Position& x) { return distanceFromSide(p, q, x, normal) <= rounding; }))
    {
      return true;
    }
  }
  return false;
}

/// Unit normal of a triangle; zero if the triangle is not wider than rounding.
Position unitNormal(const std::array<Position, 3>& corners, double rounding)
{
  const Position a = minus(corners[1], corners[0]);
  const Position b = minus(corners[2], corners[0]);
  const Position normal = crossProduct(a, b);
  const double area = std::sqrt(dotProduct(normal, normal));
  const double longest = std::sqrt(std::max(dotProduct(a, a), dotProduct(b, b)));
  return area > rounding * longest
    ? Position{ normal[0] / area, normal[1] / area, normal[2] / area }
    : Position{};
}

/// Whether two triangles overlap in one plane with the same orientation.
bool overlap(const TriangleMesh& mesh, std::int32_t first, std::int32_t second, Position& place)
{
  constexpr double share = 1e-12; // relative to lengths and coordinates, above their rounding
  std::array<Position, 3> one{};
  std::array<Position, 3> other{};
  double largest = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    one[c] = mesh.point(cornersOf(mesh, first)[c]);
    other[c] = mesh.point(cornersOf(mesh, second)[c]);
    for (std::size_t d = 0; d < 3; ++d)
    {
      largest = std::max({ largest, std::abs(one[c][d]), std::abs(other[c][d]) });
    }
  }
  const double rounding = share * largest;
  const Position normal = unitNormal(one, rounding);
  if (!(dotProduct(normal, unitNormal(other, rounding)) > 0.0) ||
    std::any_of(other.begin(), other.end(),
      [&](const Position& x)
      { return std::abs(dotProduct(normal, minus(x, one[0]))) > rounding; }) ||
    isSeparated(one, other, normal, rounding) || isSeparated(other, one, normal, rounding))
  {
    return false;
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    place[d] = (one[0][d] + one[1][d] + one[2][d]) / 3.0;
  }
  return true;
}

void add(TrianglePairs& sum, const TrianglePairs& other)
{
  if (other.count > 0 &&
    (sum.count == 0 || std::tie(other.first, other.second) < std::tie(sum.first, sum.second)))
  {
    sum.first = other.first;
    sum.second = other.second;
    sum.place = other.place;
  }
  sum.count += other.count;
}
}

SurfaceCrossings findCrossings(const TriangleMesh& surface, std::vector<std::int32_t>* involved)
{
  SurfaceCrossings result;
  const auto count = static_cast<std::int64_t>(surface.numberOfTriangles());
  if (count == 0)
  {
    return result;
  }
  const TriangleTree tree(surface);
  const LinkedSurface linked = { surface, findNeighbours(surface) };
#pragma omp parallel
  {
    SurfaceCrossings part;
    std::vector<std::int32_t> triangles;
#pragma omp for schedule(dynamic, 1024) nowait
    for (std::int64_t t = 0; t < count; ++t)
    {
      const auto first = static_cast<std::int32_t>(t);
      const Corners corners = cornersOf(surface, first);
      Position low = surface.point(corners[0]);
      Position high = low;
      for (const std::int32_t corner : corners)
      {
        const Position x = surface.point(corner);
        for (std::size_t d = 0; d < 3; ++d)
        {
          low[d] = std::min(low[d], x[d]);
          high[d] = std::max(high[d], x[d]);
        }
      }
      tree.visitBox(low, high,
        [&](std::int32_t second)
        {
          TrianglePairs pair = { 1, first, second, {} };
          if (second <= first)
          {
            return;
          }
          const bool overlaps = overlap(surface, first, second, pair.place);
          if (overlaps || cross(linked, first, second, pair.place))
          {
            add(overlaps ? part.overlapping : part.crossing, pair);
            triangles.insert(triangles.end(), { first, second });
          }
        });
    }
#pragma omp critical(trabecula_crossings)
    {
      add(result.crossing, part.crossing);
      add(result.overlapping, part.overlapping);
      if (involved)
      {
        involved->insert(involved->end(), triangles.begin(), triangles.end());
      }
    }
  }
  if (involved)
  {
    std::sort(involved->begin(), involved->end());
    involved->erase(std::unique(involved->begin(), involved->end()), involved->end());
  }
  return result;
}
}

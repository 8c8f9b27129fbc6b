#include "Geometry/Triangles/SurfaceColumns.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
namespace
{
using Point = std::array<double, 3>;

/// Whether (x, y) is to the left of the line from a to b. The result is consistent with that for b
/// to a: ends are ordered first, and points on the line are perturbed as documented in the class.
bool isLeftOf(const Point& a, const Point& b, double x, double y)
{
  const bool swapped = std::make_pair(b[0], b[1]) < std::make_pair(a[0], a[1]);
  const Point& p = swapped ? b : a;
  const Point& q = swapped ? a : b;
  const double dx = q[0] - p[0];
  const double dy = q[1] - p[1];
  const double cross = dx * (y - p[1]) - dy * (x - p[0]);
  // Displacement by (e, e^2) changes the cross product by -dy e + dx e^2.
  const bool left = cross != 0.0 ? cross > 0.0 : dy != 0.0 ? dy < 0.0 : dx > 0.0;
  return left != swapped;
}

/// Calls visit(column, z) for each line that intersects a triangle.
template <class Visit>
void visitTriangle(const std::array<Point, 3>& t, const std::array<double, 2>& origin,
  const std::array<double, 2>& spacing, const std::array<int, 2>& count, Visit visit)
{
  std::array<int, 2> first{};
  std::array<int, 2> last{};
  for (std::size_t c = 0; c < 2; ++c)
  {
    const double low = std::min({ t[0][c], t[1][c], t[2][c] });
    const double high = std::max({ t[0][c], t[1][c], t[2][c] });
    const double most = count[c] - 1.0;
    first[c] = static_cast<int>(std::clamp(std::floor((low - origin[c]) / spacing[c]), 0.0, most));
    last[c] = static_cast<int>(std::clamp(std::ceil((high - origin[c]) / spacing[c]), 0.0, most));
  }
  const double ux = t[1][0] - t[0][0];
  const double uy = t[1][1] - t[0][1];
  const double vx = t[2][0] - t[0][0];
  const double vy = t[2][1] - t[0][1];
  const double area = ux * vy - uy * vx;
  for (int j = first[1]; j <= last[1]; ++j)
  {
    for (int i = first[0]; i <= last[0]; ++i)
    {
      const double x = origin[0] + i * spacing[0];
      const double y = origin[1] + j * spacing[1];
      const bool left = isLeftOf(t[0], t[1], x, y);
      if (left != isLeftOf(t[1], t[2], x, y) || left != isLeftOf(t[2], t[0], x, y))
      {
        continue;
      }
      const double px = x - t[0][0];
      const double py = y - t[0][1];
      // The projection of a vertical triangle has no area; any of its z values is valid.
      const double a = area != 0.0 ? std::clamp((px * vy - py * vx) / area, 0.0, 1.0) : 0.0;
      const double b = area != 0.0 ? std::clamp((ux * py - uy * px) / area, 0.0, 1.0) : 0.0;
      visit(static_cast<std::size_t>(i) +
          static_cast<std::size_t>(count[0]) * static_cast<std::size_t>(j),
        t[0][2] + a * (t[1][2] - t[0][2]) + b * (t[2][2] - t[0][2]));
    }
  }
}

template <class Visit>
void visitSurface(const TriangleMesh& surface, const std::array<double, 2>& origin,
  const std::array<double, 2>& spacing, const std::array<int, 2>& count, Visit visit)
{
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    const std::int32_t* corners = &surface.triangles[3 * t];
    visitTriangle(
      { surface.point(corners[0]), surface.point(corners[1]), surface.point(corners[2]) }, origin,
      spacing, count, visit);
  }
}
}

SurfaceColumns::SurfaceColumns(const TriangleMesh& surface, const std::array<double, 2>& origin,
  const std::array<double, 2>& spacing, const std::array<int, 2>& count)
  : Origin(origin), Spacing(spacing), Count(count),
    Starts(static_cast<std::size_t>(count[0]) * static_cast<std::size_t>(count[1]) + 1, 0)
{
  visitSurface(surface, origin, spacing, count,
    [&](std::size_t column, double /*z*/) { ++this->Starts[column + 1]; });
  for (std::size_t i = 1; i < this->Starts.size(); ++i)
  {
    this->Starts[i] += this->Starts[i - 1];
  }
  this->Crossings.resize(this->Starts.back());
  std::vector<std::size_t> next(this->Starts.begin(), this->Starts.end() - 1);
  visitSurface(surface, origin, spacing, count,
    [&](std::size_t column, double z) { this->Crossings[next[column]++] = z; });
#pragma omp parallel for schedule(static)
  for (std::size_t i = 1; i < this->Starts.size(); ++i)
  {
    std::sort(
      this->Crossings.data() + this->Starts[i - 1], this->Crossings.data() + this->Starts[i]);
  }
}

bool SurfaceColumns::isInside(const std::array<double, 3>& point) const
{
  std::array<std::size_t, 2> at{};
  for (std::size_t c = 0; c < 2; ++c)
  {
    const double place = std::round((point[c] - this->Origin[c]) / this->Spacing[c]);
    at[c] = static_cast<std::size_t>(std::clamp(place, 0.0, this->Count[c] - 1.0));
  }
  const std::size_t column = at[0] + static_cast<std::size_t>(this->Count[0]) * at[1];
  const double* begin = this->Crossings.data() + this->Starts[column];
  const double* end = this->Crossings.data() + this->Starts[column + 1];
  return (std::upper_bound(begin, end, point[2]) - begin) % 2 == 1;
}
}

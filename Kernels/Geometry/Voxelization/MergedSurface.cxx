#include "Geometry/Voxelization/MergedSurface.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

namespace trabecula
{
MergedSurface mergeEqualPoints(const TriangleMesh& surface)
{
  const std::size_t count = surface.numberOfPoints();
  for (std::size_t i = 0; i < surface.points.size(); ++i)
  {
    if (!std::isfinite(surface.points[i]))
    {
      throw Error("Point " + std::to_string(i / 3) + " of the surface has the coordinate " +
        shortText(surface.points[i]) + "; coordinates must be finite.");
    }
  }
  std::vector<std::int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](std::int32_t p) { return surface.point(p); };
  std::sort(order.begin(), order.end(),
    [&](std::int32_t a, std::int32_t b)
    {
      const Position x = key(a);
      const Position y = key(b);
      return x != y ? x < y : a < b;
    });
  // The first of several equal points represents all, and the order of points is preserved.
  std::vector<std::int32_t> same(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    const bool isSame = i > 0 && key(order[i]) == key(order[i - 1]);
    same[std::size_t(order[i])] = isSame ? same[std::size_t(order[i - 1])] : order[i];
  }
  MergedSurface merged;
  merged.points.resize(count);
  for (std::size_t p = 0; p < count; ++p)
  {
    const auto first = std::size_t(same[p]);
    if (first == p)
    {
      merged.points[p] = static_cast<std::int32_t>(merged.mesh.numberOfPoints());
      const Position x = surface.point(static_cast<std::int32_t>(p));
      merged.mesh.points.insert(merged.mesh.points.end(), x.begin(), x.end());
    }
    merged.points[p] = merged.points[first];
  }
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    std::array<std::int32_t, 3> corners{};
    for (std::size_t c = 0; c < 3; ++c)
    {
      corners[c] = merged.points[std::size_t(surface.triangles[3 * t + c])];
    }
    if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
    {
      merged.mesh.triangles.insert(merged.mesh.triangles.end(), corners.begin(), corners.end());
      merged.triangles.push_back(static_cast<std::int32_t>(t));
    }
  }
  return merged;
}
}

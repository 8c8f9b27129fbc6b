#include "Geometry/Decimation/SurfaceSamples.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace trabecula
{
SurfaceSamples findSamples(const TriangleMesh& mesh)
{
  SurfaceSamples samples;
  const std::size_t points = mesh.numberOfPoints();
  for (std::size_t p = 0; p < points; ++p)
  {
    samples.positions.push_back(mesh.point(static_cast<std::int32_t>(p)));
  }
  struct Side
  {
    std::int32_t low;
    std::int32_t high;
    std::size_t place;
  };
  std::vector<Side> sides(mesh.triangles.size());
  for (std::size_t i = 0; i < sides.size(); ++i)
  {
    const std::int32_t a = mesh.triangles[i];
    const std::int32_t b = mesh.triangles[i % 3 == 2 ? i - 2 : i + 1];
    sides[i] = { std::min(a, b), std::max(a, b), i };
  }
  std::sort(sides.begin(), sides.end(),
    [](const Side& a, const Side& b)
    { return std::tie(a.low, a.high, a.place) < std::tie(b.low, b.high, b.place); });
  samples.middles.resize(sides.size());
  for (std::size_t i = 0; i < sides.size(); ++i)
  {
    const Side& side = sides[i];
    if (i == 0 || sides[i - 1].low != side.low || sides[i - 1].high != side.high)
    {
      const Position a = mesh.point(side.low);
      const Position b = mesh.point(side.high);
      samples.positions.push_back(
        { 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]) });
    }
    samples.middles[side.place] = static_cast<std::int32_t>(samples.positions.size()) - 1;
  }
  return samples;
}
}

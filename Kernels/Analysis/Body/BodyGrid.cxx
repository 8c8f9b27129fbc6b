#include "Analysis/Body/BodyGrid.h"

#include "Analysis/ElementGeometry.h"
#include "Core/Requirements.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
void BodyBounds::add(const Position& x)
{
  for (std::size_t d = 0; d < 3; ++d)
  {
    this->low[d] = std::min(this->low[d], x[d]);
    this->high[d] = std::max(this->high[d], x[d]);
  }
}

void BodyBounds::add(const Mesh& mesh)
{
  for (const std::int32_t node : mesh.connectivity)
  {
    const double* x = &mesh.points[3 * static_cast<std::size_t>(node)];
    this->add(Position{ x[0], x[1], x[2] });
  }
}

void BodyBounds::add(const TriangleMesh& surface)
{
  for (const std::int32_t corner : surface.triangles)
  {
    this->add(surface.point(corner));
  }
}

double BodyBounds::longest(bool isPlane) const
{
  const double ofPlane = std::max(this->high[0] - this->low[0], this->high[1] - this->low[1]);
  return isPlane ? ofPlane : std::max(ofPlane, this->high[2] - this->low[2]);
}

SurfaceGrid makeBodyGrid(const BodyBounds& bounds, bool isPlane, double resolution)
{
  SurfaceGrid grid;
  const double longest = bounds.longest(isPlane);
  double nodes = 1.0;
  std::array<double, 3> counts{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double length = bounds.high[d] - bounds.low[d];
    if (!(length > 0.0) || !std::isfinite(length))
    {
      fail("The design has the extent ", length, " in ", "xyz"[d],
        " and so no volume. Give it elements with finite points.");
    }
    counts[d] = isPlane && d == 2 ? 1.0 : std::max(1.0, std::round(resolution * length / longest));
    nodes *= counts[d] + 1.0;
    grid.spacing[d] = length / counts[d];
  }
  if (!(nodes <= std::numeric_limits<std::int32_t>::max()))
  {
    fail("The body would be analysed on ", counts[0], " x ", counts[1], " x ", counts[2],
      " voxels, more than can be numbered. Choose a smaller resolution.");
  }
  std::transform(counts.begin(), counts.end(), grid.cells.begin(),
    [](double count) { return static_cast<int>(count); });
  grid.origin = bounds.low;
  return grid;
}

double resolutionOf(const BodyBounds& bounds, bool isPlane, double voxels)
{
  double box = 1.0;
  const double longest = bounds.longest(isPlane);
  for (std::size_t d = 0; d < (isPlane ? 2U : 3U); ++d)
  {
    box *= (bounds.high[d] - bounds.low[d]) / longest;
  }
  return isPlane ? std::sqrt(voxels / box) : std::cbrt(voxels / box);
}

double meanEdge(const Mesh& mesh, bool isPlane)
{
  double volume = 0.0;
  for (const double one : elementVolumes(mesh))
  {
    volume += std::abs(one);
  }
  volume /= static_cast<double>(std::max<std::size_t>(mesh.numberOfElements(), 1));
  if (!isPlane)
  {
    return std::cbrt(volume);
  }
  BodyBounds bounds;
  bounds.add(mesh);
  return std::sqrt(volume / (bounds.high[2] - bounds.low[2]));
}
}

#include "Geometry/Voxelization/SurfaceGrid.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
// Bounds of the longest side: orientations are computed from products of five lengths.
constexpr double LeastLength = 1e-50;
constexpr double MostLength = 1e50;
constexpr double LeastVolume = 1e-290; ///< of the bounding box; voxels must have a volume, too

struct SurfaceBounds
{
  Position low;
  Position size;
};

SurfaceBounds boundsOf(const TriangleMesh& surface)
{
  if (surface.numberOfTriangles() == 0)
  {
    throw Error(
      "The surface has no polygons. Give it a closed surface, of an STL file for example.");
  }
  constexpr double far = std::numeric_limits<double>::infinity();
  Position low = { far, far, far };
  Position high = { -far, -far, -far };
  for (const std::int32_t corner : surface.triangles)
  {
    const Position x = surface.point(corner);
    for (std::size_t d = 0; d < 3; ++d)
    {
      if (!std::isfinite(x[d]))
      {
        throw Error("Point " + std::to_string(corner) + " of the surface has the coordinate " +
          shortText(x[d]) + "; coordinates must be finite.");
      }
      low[d] = std::min(low[d], x[d]);
      high[d] = std::max(high[d], x[d]);
    }
  }
  SurfaceBounds bounds = { low, minus(high, low) };
  for (std::size_t d = 0; d < 3; ++d)
  {
    if (!(bounds.size[d] > 0.0) || !std::isfinite(bounds.size[d]))
    {
      throw Error("The surface has the extent " + shortText(bounds.size[d]) + " in " +
        std::string(1, static_cast<char>('x' + d)) +
        " and so encloses no volume. Give it the closed surface of a solid.");
    }
  }
  const Position& size = bounds.size;
  const double longest = std::max({ size[0], size[1], size[2] });
  if (!(longest >= LeastLength && longest <= MostLength &&
        size[0] * size[1] * size[2] >= LeastVolume))
  {
    throw Error("The surface measures " + shortText(size[0]) + " x " + shortText(size[1]) + " x " +
      shortText(size[2]) +
      ", and volumes of this size cannot be computed. Check its points, or scale it with the "
      "filter Transform.");
  }
  return bounds;
}

/// @param counts wanted numbers of cells, which may exceed the range of integers
void setCells(SurfaceGrid& grid, const std::array<double, 3>& counts)
{
  const double nodes = (counts[0] + 1.0) * (counts[1] + 1.0) * (counts[2] + 1.0);
  if (!(nodes <= std::numeric_limits<std::int32_t>::max()))
  {
    throw Error("The image would have " + shortText(counts[0]) + " x " + shortText(counts[1]) +
      " x " + shortText(counts[2]) +
      " voxels, more than can be numbered. Use fewer cells or larger voxels.");
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    grid.cells[d] = static_cast<int>(counts[d]);
  }
}
}

SurfaceGrid gridByCells(const TriangleMesh& surface, int cells)
{
  const SurfaceBounds bounds = boundsOf(surface);
  if (cells < 1)
  {
    throw Error("The number of cells along the longest side is " + std::to_string(cells) +
      "; it must be 1 or more.");
  }
  const double longest = std::max({ bounds.size[0], bounds.size[1], bounds.size[2] });
  std::array<double, 3> counts{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    counts[d] = std::max(1.0, std::round(bounds.size[d] / longest * cells));
  }
  SurfaceGrid grid;
  setCells(grid, counts);
  grid.origin = bounds.low;
  for (std::size_t d = 0; d < 3; ++d)
  {
    grid.spacing[d] = bounds.size[d] / counts[d];
  }
  return grid;
}

SurfaceGrid gridByEdge(const TriangleMesh& surface, double edge)
{
  const SurfaceBounds bounds = boundsOf(surface);
  if (!(edge > 0.0) || !std::isfinite(edge))
  {
    throw Error("The edge of a voxel is " + shortText(edge) + "; it must be a length above zero.");
  }
  // Rounding may make a side that consists of a whole number of voxels slightly longer.
  constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();
  std::array<double, 3> counts{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    counts[d] = std::max(1.0, std::ceil(bounds.size[d] / edge * (1.0 - rounding)));
  }
  SurfaceGrid grid;
  setCells(grid, counts);
  for (std::size_t d = 0; d < 3; ++d)
  {
    grid.spacing[d] = edge;
    grid.origin[d] = bounds.low[d] - 0.5 * (counts[d] * edge - bounds.size[d]);
  }
  return grid;
}
}

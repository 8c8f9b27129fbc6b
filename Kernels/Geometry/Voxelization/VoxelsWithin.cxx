#include "Geometry/Voxelization/VoxelsWithin.h"

#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace trabecula
{
namespace
{
/// Factor of the distance by which positions exactly at it are included in spite of rounding.
constexpr double ReachOfDistance = 1.0 + 1e-9;

/// Range of positions of a grid, centres of voxels or nodes, that may be within reach.
struct ReachedRange
{
  std::array<int, 3> first = { 0, 0, 0 };
  std::array<int, 3> last = { -1, -1, -1 };
};

/// @param shift in units of voxels from the grid's corner to the first position
ReachedRange reachedRangeOf(const TriangleMesh& patch, double reach, const SurfaceGrid& grid,
  double shift, const std::array<int, 3>& counts)
{
  ReachedRange range;
  for (std::size_t d = 0; d < 3; ++d)
  {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const std::int32_t corner : patch.triangles)
    {
      const double x = patch.points[3 * std::size_t(corner) + d];
      low = std::min(low, x);
      high = std::max(high, x);
    }
    const double least = (low - reach - grid.origin[d]) / grid.spacing[d] - shift;
    const double most = (high + reach - grid.origin[d]) / grid.spacing[d] - shift;
    const double end = counts[d] - 1.0;
    range.first[d] = static_cast<int>(std::clamp(std::floor(least), 0.0, end));
    range.last[d] = static_cast<int>(std::clamp(std::ceil(most), -1.0, end));
  }
  return range;
}

/// Calls mark(i, j, k) for positions within reach, from several threads.
template <class Mark>
void markReached(const TriangleMesh& patch, double reach, const SurfaceGrid& grid, double shift,
  const std::array<int, 3>& counts, const Mark& mark)
{
  const ReachedRange range = reachedRangeOf(patch, reach, grid, shift, counts);
  const TriangleTree tree(patch);
#pragma omp parallel
  {
    std::int32_t nearest = 0; // consecutive positions are close to each other
#pragma omp for schedule(dynamic)
    for (int k = range.first[2]; k <= range.last[2]; ++k)
    {
      for (int j = range.first[1]; j <= range.last[1]; ++j)
      {
        for (int i = range.first[0]; i <= range.last[0]; ++i)
        {
          const Position x = grid.inSpace({ i + shift, j + shift, k + shift });
          if (tree.squaredDistance(x, nearest) <= reach * reach)
          {
            mark(i, j, k);
          }
        }
      }
    }
  }
}
}

VoxelMarks voxelsWithin(const TriangleMesh& patch, double distance, const KeptVoxels& voxels)
{
  const SurfaceGrid& grid = voxels.grid();
  VoxelMarks marks;
  marks.voxels.assign(grid.numberOfVoxels(), 0);
  marks.nodes.assign(grid.numberOfNodes(), 0);
  if (patch.triangles.empty())
  {
    return marks;
  }
  const double reach = distance * ReachOfDistance;
  markReached(patch, reach, grid, 0.5, grid.cells,
    [&](int i, int j, int k)
    {
      const std::size_t voxel = grid.voxel(i, j, k);
      marks.voxels[voxel] = voxels.isKept(voxel) ? 1 : 0;
    });
  const std::vector<std::uint8_t> isOfKept = nodesOfKept(voxels);
  markReached(patch, reach, grid, 0.0, { grid.cells[0] + 1, grid.cells[1] + 1, grid.cells[2] + 1 },
    [&](int i, int j, int k)
    {
      const std::size_t node = grid.node(i, j, k);
      marks.nodes[node] = isOfKept[node];
    });
  return marks;
}

std::vector<std::uint8_t> nodesOfKept(const KeptVoxels& voxels)
{
  const SurfaceGrid& grid = voxels.grid();
  std::vector<std::uint8_t> isOfKept(grid.numberOfNodes(), 0);
  for (int k = 0; k < grid.cells[2]; ++k)
  {
    for (int j = 0; j < grid.cells[1]; ++j)
    {
      for (int i = 0; i < grid.cells[0]; ++i)
      {
        for (int corner = 0; corner < 8 && voxels.isKept({ i, j, k }); ++corner)
        {
          isOfKept[grid.node(i + (corner & 1), j + (corner >> 1 & 1), k + (corner >> 2))] = 1;
        }
      }
    }
  }
  return isOfKept;
}
}

#include "Geometry/Voxelization/KeptVoxels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace trabecula
{
namespace
{
/// Square of the distance to a voxel, in units of voxels.
double squaredDistance(const std::array<int, 3>& voxel, const Position& x)
{
  double sum = 0.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double outside = std::max({ voxel[d] - x[d], x[d] - (voxel[d] + 1.0), 0.0 });
    sum += outside * outside;
  }
  return sum;
}
}

KeptVoxels::KeptVoxels(const SurfaceGrid& grid, std::vector<std::uint8_t> isKept)
  : Grid(grid), IsKept(std::move(isKept))
{
}

double solidVolume(const std::vector<double>& fractions, const KeptVoxels& voxels)
{
  double sum = 0.0;
  for (std::size_t v = 0; v < fractions.size(); ++v)
  {
    sum += voxels.isKept(v) ? fractions[v] : 0.0;
  }
  return sum * voxels.grid().voxelVolume();
}

std::array<int, 3> KeptVoxels::nearest(const std::array<int, 3>& voxel, const Position& x) const
{
  if (this->isKept(voxel))
  {
    return voxel;
  }
  const std::array<int, 3>& cells = this->Grid.cells;
  const int farthest = std::max({ cells[0], cells[1], cells[2] });
  std::array<int, 3> best = voxel;
  double least = std::numeric_limits<double>::infinity();
  // Voxels of ring n are at least n - 1 edges away.
  for (int ring = 1; ring <= farthest && (ring - 1.0) * (ring - 1.0) < least; ++ring)
  {
    std::array<int, 3> at{};
    for (at[2] = std::max(0, voxel[2] - ring); at[2] <= std::min(cells[2] - 1, voxel[2] + ring);
         ++at[2])
    {
      for (at[1] = std::max(0, voxel[1] - ring); at[1] <= std::min(cells[1] - 1, voxel[1] + ring);
           ++at[1])
      {
        const bool isFace =
          std::max(std::abs(at[1] - voxel[1]), std::abs(at[2] - voxel[2])) == ring;
        // Rows that are not on a face of the ring contribute their two ends in x only.
        for (at[0] = voxel[0] - ring; at[0] <= voxel[0] + ring; at[0] += isFace ? 1 : 2 * ring)
        {
          if (at[0] < 0 || at[0] >= cells[0] || !this->isKept(at))
          {
            continue;
          }
          const double distance = squaredDistance(at, x);
          if (distance < least)
          {
            least = distance;
            best = at;
          }
        }
      }
    }
  }
  return best;
}
}

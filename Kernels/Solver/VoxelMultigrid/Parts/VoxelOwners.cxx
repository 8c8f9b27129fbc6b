#include "Solver/VoxelMultigrid/Parts/VoxelOwners.h"

#include "Core/Error.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
namespace
{
/// Sums over parts count owners in multiples of this number and add their ranks.
constexpr double OneOwner = 1 << 24;
}

VoxelDivision divisionOf(const Communicator& parts, const VoxelGrid& grid)
{
  double isNarrow = grid.ghostVoxels() == GhostVoxels::WholeBricks ? 0.0 : 1.0;
  parts.maximum(&isNarrow, 1);
  if (isNarrow > 0.0)
  {
    throw Error("Multigrid on voxels needs grids of parts with whole bricks of ghosts: make them "
                "with GhostVoxels::WholeBricks.");
  }
  const std::vector<std::uint8_t>& owned = grid.ownedPlaces();
  std::vector<double> sums(owned.size());
  std::transform(owned.begin(), owned.end(), sums.begin(),
    [&parts](std::uint8_t isOwned) { return isOwned ? OneOwner + parts.rank() : 0.0; });
  parts.sum(sums.data(), sums.size());
  VoxelDivision division;
  division.extent = grid.extent();
  division.owners.resize(sums.size());
  for (std::size_t p = 0; p < sums.size(); ++p)
  {
    const double owners = std::floor(sums[p] / OneOwner);
    if (owners != 1.0)
    {
      const auto width = static_cast<std::size_t>(division.extent[0]);
      const auto height = static_cast<std::size_t>(division.extent[1]);
      throw Error("The brick at (" + std::to_string(p % width) + ", " +
        std::to_string(p / width % height) + ", " + std::to_string(p / width / height) +
        ") belongs to " + std::to_string(static_cast<int>(owners)) +
        " parts. Coarse meshes of multigrid need one owner of each brick, void ones included.");
    }
    division.owners[p] = static_cast<std::int32_t>(sums[p] - OneOwner);
  }
  return division;
}
}

#include "Solver/VoxelMultigrid/Parts/VoxelOwners.h"

#include "Core/Error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace trabecula
{
namespace
{
/// Sums over parts count owners in multiples of this number and add their ranks.
constexpr double OneOwner = 1 << 24;
}

VoxelOwners::VoxelOwners(const Communicator& parts, const VoxelGrid& grid)
  : Rank(parts.rank()), Extent(grid.extent())
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
    [this](std::uint8_t isOwned) { return isOwned ? OneOwner + this->Rank : 0.0; });
  parts.sum(sums.data(), sums.size());
  this->Ranks.resize(sums.size());
  const std::array<int, 3>& n = this->Extent;
  for (std::size_t p = 0; p < sums.size(); ++p)
  {
    const double owners = std::floor(sums[p] / OneOwner);
    if (owners != 1.0)
    {
      const std::size_t x = p % std::size_t(n[0]);
      const std::size_t y = p / std::size_t(n[0]) % std::size_t(n[1]);
      const std::size_t z = p / std::size_t(n[0]) / std::size_t(n[1]);
      throw Error("The brick at (" + std::to_string(x) + ", " + std::to_string(y) + ", " +
        std::to_string(z) + ") belongs to " + std::to_string(static_cast<int>(owners)) +
        " parts. Coarse meshes of multigrid need one owner of each brick, void ones included.");
    }
    this->Ranks[p] = static_cast<std::int32_t>(sums[p] - OneOwner);
  }
  this->NearOthers.resize(sums.size());
  for (int z = 0; z < n[2]; ++z)
  {
    for (int y = 0; y < n[1]; ++y)
    {
      for (int x = 0; x < n[0]; ++x)
      {
        bool isNear = false;
        for (int around = 0; around < 27; ++around)
        {
          const std::array<std::int32_t, 3> place = { x + around % 3 - 1, y + around / 3 % 3 - 1,
            z + around / 9 - 1 };
          isNear = isNear || !this->ownsNode(MostDistributed, place);
        }
        this->NearOthers[this->placeOf(MostDistributed, { x, y, z })] = isNear ? 1 : 0;
      }
    }
  }
}

bool VoxelOwners::ownsNear(int level, const std::array<std::int32_t, 3>& position) const
{
  for (int around = 0; around < 27; ++around)
  {
    if (this->ownsNode(level,
          { position[0] + around % 3 - 1, position[1] + around / 3 % 3 - 1,
            position[2] + around / 9 - 1 }))
    {
      return true;
    }
  }
  return false;
}

bool VoxelOwners::isNearOthers(int level, const std::array<std::int32_t, 3>& cell) const
{
  return this->NearOthers[this->placeOf(level, cell)] != 0;
}

std::size_t VoxelOwners::placeOf(int level, const std::array<std::int32_t, 3>& position) const
{
  std::size_t index = 0;
  for (std::size_t d = 3; d-- > 0;)
  {
    const int place = position[d] >> (MostDistributed - level);
    index = index * static_cast<std::size_t>(this->Extent[d]) +
      static_cast<std::size_t>(std::clamp(place, 0, this->Extent[d] - 1));
  }
  return index;
}
}

#include "Operator/Voxel/VoxelTiles.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace trabecula
{
namespace
{
constexpr int Middle = 13;
constexpr int AlongX = 1;
constexpr int AlongY = 3;

using Place = std::array<std::int32_t, 3>;

/// An index of tiles by their places, which are counted in bricks along x and z and in tiles along
/// y.
class TileIndex
{
public:
  TileIndex(const std::vector<Place>& bricks, int deep)
  {
    for (const Place& brick : bricks)
    {
      for (int d = 0; d < 3; ++d)
      {
        this->Extent[d] = std::max(this->Extent[d], brick[d] / (d == 1 ? deep : 1) + 1);
      }
    }
    this->Numbers.assign(
      std::size_t(this->Extent[0]) * std::size_t(this->Extent[1]) * std::size_t(this->Extent[2]),
      -1);
  }
  std::int32_t& at(const Place& place)
  {
    return this->Numbers[std::size_t(place[0]) +
      std::size_t(this->Extent[0]) *
        (std::size_t(place[1]) + std::size_t(this->Extent[1]) * std::size_t(place[2]))];
  }
  /// Returns the tile the given number of layers above a place; -1 outside of the grid and for
  /// missing tiles.
  std::int32_t above(Place place, int layers)
  {
    place[2] += layers;
    return place[2] < 0 || place[2] >= this->Extent[2] ? -1 : this->at(place);
  }

private:
  Place Extent = {};
  std::vector<std::int32_t> Numbers;
};
}

VoxelTiles makeVoxelTiles(const VoxelGrid& grid, int deep, int longest)
{
  const std::vector<VoxelBrick>& bricks = grid.bricks();
  TileIndex index(grid.places(), deep);
  std::vector<VoxelTile> tiles;
  std::vector<Place> places;
  std::vector<std::uint8_t> areOwned; // tiles with a brick that the part owns
  for (std::size_t b = 0; b < bricks.size(); ++b)
  {
    const Place& brick = grid.places()[b];
    const Place place = { brick[0], brick[1] / deep, brick[2] };
    std::int32_t& tile = index.at(place);
    if (tile < 0)
    {
      tile = static_cast<std::int32_t>(tiles.size());
      tiles.emplace_back();
      std::fill(std::begin(tiles.back().bricks), std::end(tiles.back().bricks), -1);
      places.push_back(place);
      // Owned bricks come first.
      areOwned.push_back(static_cast<std::int64_t>(b) < grid.numberOfOwnedBricks() ? 1 : 0);
    }
    for (int dy = -1; dy <= 1; ++dy)
    {
      for (int dx = -1; dx <= 1; ++dx)
      {
        tiles[tile].bricks[VoxelTile::Wide * (1 + brick[1] % deep + dy) + 1 + dx] =
          bricks[b].neighbours[Middle + AlongX * dx + AlongY * dy];
      }
    }
  }

  VoxelTiles result;
  result.tiles.reserve(tiles.size());
  std::vector<Place> bottoms; // lowest places of columns
  for (std::size_t lowest = 0; lowest < tiles.size(); ++lowest)
  {
    if (index.above(places[lowest], -1) >= 0)
    {
      continue;
    }
    auto tile = static_cast<std::int32_t>(lowest);
    bool isInColumn = false;
    for (int height = 0; tile >= 0; ++height)
    {
      const bool isOwned = areOwned[tile] != 0;
      if (isOwned && (!isInColumn || result.columns.back().count == longest))
      {
        result.columns.push_back({ static_cast<std::int32_t>(result.tiles.size()), 0,
          static_cast<std::int8_t>(height > 0), 0 });
        bottoms.push_back(places[tile]);
      }
      isInColumn = isOwned;
      result.tiles.push_back(tiles[tile]);
      tile = index.above(places[tile], 1);
      if (isOwned)
      {
        ++result.columns.back().count;
        result.columns.back().continuesAbove = static_cast<std::int8_t>(tile >= 0);
      }
    }
  }

  // Blocks start in the order of columns, so that blocks sharing planes run at about the same time.
  std::vector<std::int32_t> order(result.columns.size());
  for (std::size_t c = 0; c < order.size(); ++c)
  {
    order[c] = static_cast<std::int32_t>(c);
  }
  std::sort(order.begin(), order.end(),
    [&](std::int32_t a, std::int32_t b)
    {
      const auto key = [&](std::int32_t c)
      {
        const Place& p = bottoms[c];
        return std::make_tuple(p[2] / longest, p[1], p[0], p[2]);
      };
      return key(a) < key(b);
    });
  std::vector<VoxelColumn> sorted;
  sorted.reserve(order.size());
  for (const std::int32_t c : order)
  {
    sorted.push_back(result.columns[c]);
  }
  result.columns = std::move(sorted);
  return result;
}
}

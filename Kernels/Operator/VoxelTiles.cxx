#include "Operator/VoxelTiles.h"

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
constexpr int AlongZ = 9;

/// A tile by its two bricks, before all tiles are known.
struct Pair
{
  std::int32_t bricks[2];
  std::array<std::int32_t, 3> place; ///< of the pair along y, of the bricks along x and z
};

VoxelTile tileOf(const std::vector<VoxelBrick>& bricks, const Pair& pair)
{
  VoxelTile tile;
  std::fill_n(tile.bricks, VoxelTile::Wide * VoxelTile::Deep, -1);
  for (int side = 0; side < 2; ++side)
  {
    if (pair.bricks[side] < 0)
    {
      continue;
    }
    const VoxelBrick& brick = bricks[pair.bricks[side]];
    for (int dy = -1; dy <= 1; ++dy)
    {
      for (int dx = -1; dx <= 1; ++dx)
      {
        tile.bricks[VoxelTile::Wide * (1 + side + dy) + 1 + dx] =
          brick.neighbours[Middle + AlongX * dx + AlongY * dy];
      }
    }
  }
  return tile;
}
}

VoxelTiles makeVoxelTiles(const VoxelGrid& grid, int longest)
{
  const std::vector<VoxelBrick>& bricks = grid.bricks();
  std::vector<Pair> pairs;
  std::vector<std::int32_t> pairOf(bricks.size());
  for (std::size_t b = 0; b < bricks.size(); ++b)
  {
    const std::array<std::int32_t, 3>& place = grid.places()[b];
    const bool upper = place[1] % 2 == 1;
    if (upper && bricks[b].neighbours[Middle - AlongY] >= 0)
    {
      continue; // belongs to the brick before
    }
    const auto brick = static_cast<std::int32_t>(b);
    const std::int32_t other = upper ? -1 : bricks[b].neighbours[Middle + AlongY];
    for (const std::int32_t member : { brick, other })
    {
      if (member >= 0)
      {
        pairOf[member] = static_cast<std::int32_t>(pairs.size());
      }
    }
    pairs.push_back({ { upper ? -1 : brick, upper ? brick : other },
      { place[0], place[1] / 2, place[2] } });
  }
  const auto neighbour = [&](const Pair& pair, int direction)
  {
    for (const std::int32_t b : pair.bricks)
    {
      const std::int32_t other = b < 0 ? -1 : bricks[b].neighbours[Middle + direction];
      if (other >= 0)
      {
        return pairOf[other];
      }
    }
    return -1;
  };

  VoxelTiles result;
  result.tiles.reserve(pairs.size());
  std::vector<std::array<std::int32_t, 3>> places; // of columns: z first
  for (const Pair& lowest : pairs)
  {
    if (neighbour(lowest, -AlongZ) >= 0)
    {
      continue;
    }
    const Pair* pair = &lowest;
    for (int height = 0; pair; ++height)
    {
      const auto tile = static_cast<std::int32_t>(result.tiles.size());
      if (height % longest == 0)
      {
        result.columns.push_back({ tile, 0, static_cast<std::int8_t>(height > 0), 0 });
        places.push_back({ pair->place[2], pair->place[1], pair->place[0] });
      }
      result.tiles.push_back(tileOf(bricks, *pair));
      ++result.columns.back().count;
      const std::int32_t above = neighbour(*pair, AlongZ);
      pair = above < 0 ? nullptr : &pairs[above];
      result.columns.back().goesOnAbove = static_cast<std::int8_t>(above >= 0);
    }
  }

  // Blocks start in the order of columns: those that share planes at about the same time.
  std::vector<std::int32_t> order(result.columns.size());
  for (std::size_t c = 0; c < order.size(); ++c)
  {
    order[c] = static_cast<std::int32_t>(c);
  }
  std::sort(order.begin(), order.end(),
    [&](std::int32_t a, std::int32_t b)
    {
      const std::int32_t layerA = places[a][0] / longest;
      const std::int32_t layerB = places[b][0] / longest;
      return std::tie(layerA, places[a][1], places[a][2], places[a][0]) <
        std::tie(layerB, places[b][1], places[b][2], places[b][0]);
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

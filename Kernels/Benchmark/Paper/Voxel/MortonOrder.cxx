#include "Benchmark/Paper/Voxel/MortonOrder.h"

#include "Core/Parallel.h"

#include <thrust/sort.h>

#include <algorithm>
#include <numeric>

namespace trabecula
{
namespace
{
/// Sorts positions by their keys. @param numbers index of the position of each key
void sortAlongCurve(const std::vector<std::int32_t>& positions, std::vector<std::uint64_t>& keys,
  std::vector<std::int32_t>& numbers)
{
  const auto count = static_cast<std::int64_t>(positions.size() / 3);
  keys.resize(positions.size() / 3);
  const std::int32_t* from = positions.data();
  std::uint64_t* to = keys.data();
  forEach<HostSpace>(count,
    [=](std::int64_t i) { to[i] = morton::key(from[3 * i], from[3 * i + 1], from[3 * i + 2]); });
  numbers.resize(keys.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  thrust::sort_by_key(thrust::omp::par, to, to + count, numbers.data());
}
}

MortonOrder makeMortonOrder(const VoxelGrid& grid)
{
  MortonOrder order;
  order.spacing = grid.spacing();
  sortAlongCurve(grid.nodePositions(), order.nodeKeys, order.nodes);
  sortAlongCurve(grid.elementPositions(), order.elementKeys, order.elements);
  order.moduli.resize(order.elements.size());
  for (std::size_t e = 0; e < order.moduli.size(); ++e)
  {
    order.moduli[e] = grid.moduli()[static_cast<std::size_t>(order.elements[e])];
  }
  return order;
}

MortonOrder coarsened(const MortonOrder& fine)
{
  MortonOrder coarse;
  for (std::size_t d = 0; d < 3; ++d)
  {
    coarse.spacing[d] = 2.0 * fine.spacing[d];
  }
  // Along the curve, the elements of a coarse one follow each other.
  for (std::size_t e = 0; e < fine.elementKeys.size(); ++e)
  {
    const std::uint64_t key = fine.elementKeys[e] >> 3;
    if (coarse.elementKeys.empty() || coarse.elementKeys.back() != key)
    {
      coarse.elementKeys.push_back(key);
      coarse.moduli.push_back(0.0);
    }
    coarse.moduli.back() += fine.moduli[e] / 8.0;
  }
  const auto elements = static_cast<std::int64_t>(coarse.elementKeys.size());
  coarse.nodeKeys.resize(8 * coarse.elementKeys.size());
  const std::uint64_t* of = coarse.elementKeys.data();
  std::uint64_t* keys = coarse.nodeKeys.data();
  forEach<HostSpace>(elements,
    [=](std::int64_t e)
    {
      for (int a = 0; a < 8; ++a)
      {
        keys[8 * e + a] = morton::corner(of[e], a);
      }
    });
  thrust::sort(thrust::omp::par, keys, keys + 8 * elements);
  coarse.nodeKeys.erase(
    std::unique(coarse.nodeKeys.begin(), coarse.nodeKeys.end()), coarse.nodeKeys.end());
  return coarse;
}

std::size_t mortonPlace(const MortonOrder& order, std::uint64_t key)
{
  return static_cast<std::size_t>(
    std::lower_bound(order.nodeKeys.begin(), order.nodeKeys.end(), key) - order.nodeKeys.begin());
}

std::array<std::int32_t, 8> mortonCorners(const MortonOrder& order, std::size_t element)
{
  std::array<std::int32_t, 8> corners = {};
  const auto begin = order.nodeKeys.begin();
  const auto first = std::lower_bound(begin, order.nodeKeys.end(), order.elementKeys[element]);
  for (int a = 0; a < 8; ++a)
  {
    corners[static_cast<std::size_t>(a)] = static_cast<std::int32_t>(
      std::lower_bound(first, order.nodeKeys.end(), morton::corner(order.elementKeys[element], a)) -
      begin);
  }
  return corners;
}

std::vector<std::array<std::int32_t, 8>> mortonCorners(const MortonOrder& order)
{
  std::vector<std::array<std::int32_t, 8>> corners(order.elementKeys.size());
  std::array<std::int32_t, 8>* to = corners.data();
  const MortonOrder* from = &order;
  forEach<HostSpace>(static_cast<std::int64_t>(corners.size()),
    [=](std::int64_t e) { to[e] = mortonCorners(*from, static_cast<std::size_t>(e)); });
  return corners;
}
}

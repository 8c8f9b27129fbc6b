#include "Benchmark/Paper/Voxel/MortonOrder.h"

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
  const std::size_t count = positions.size() / 3;
  std::vector<std::uint64_t> unsorted(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    unsorted[i] = morton::key(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
  }
  numbers.resize(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::sort(numbers.begin(), numbers.end(),
    [&](std::int32_t a, std::int32_t b) { return unsorted[a] < unsorted[b]; });
  keys.resize(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    keys[i] = unsorted[numbers[i]];
  }
}
}

MortonOrder makeMortonOrder(const VoxelGrid& grid)
{
  MortonOrder order;
  sortAlongCurve(grid.nodePositions(), order.nodeKeys, order.nodes);
  sortAlongCurve(grid.elementPositions(), order.elementKeys, order.elements);
  return order;
}

std::array<std::int32_t, 8> mortonCorners(const MortonOrder& order, std::size_t element)
{
  std::array<std::int32_t, 8> corners = {};
  const auto begin = order.nodeKeys.begin();
  const auto first = std::lower_bound(begin, order.nodeKeys.end(), order.elementKeys[element]);
  for (int a = 0; a < 8; ++a)
  {
    corners[a] = static_cast<std::int32_t>(
      std::lower_bound(first, order.nodeKeys.end(), morton::corner(order.elementKeys[element], a)) -
      begin);
  }
  return corners;
}
}

#include "Mesh/ElementOrder.h"

#include "Core/Parallel.h"

#include <array>
#include <limits>
#include <numeric>

namespace trabecula
{
namespace
{
/// Spreads the lower 21 bits of a number so that two zeros follow each.
std::uint64_t spreadBits(std::uint64_t x)
{
  x = (x | x << 32) & 0x1f00000000ffffULL;
  x = (x | x << 16) & 0x1f0000ff0000ffULL;
  x = (x | x << 8) & 0x100f00f00f00f00fULL;
  x = (x | x << 4) & 0x10c30c30c30c30c3ULL;
  return (x | x << 2) & 0x1249249249249249ULL;
}
}

std::vector<std::int32_t> mortonOrder(const HexMesh& mesh)
{
  std::array<double, 3> low;
  std::array<double, 3> high;
  low.fill(std::numeric_limits<double>::max());
  high.fill(std::numeric_limits<double>::lowest());
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
  {
    low[i % 3] = std::min(low[i % 3], mesh.points[i]);
    high[i % 3] = std::max(high[i % 3], mesh.points[i]);
  }
  const double extent = std::max({ high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-300 });
  const double scale = double((1 << 21) - 1) / extent;

  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  DeviceVector<std::uint64_t, HostSpace> keys(mesh.numberOfElements());
  std::vector<std::int32_t> identity(mesh.numberOfElements());
  std::iota(identity.begin(), identity.end(), 0);
  DeviceVector<std::int32_t, HostSpace> order(identity);
  std::uint64_t* key = keys.data();
  forEach<HostSpace>(elements,
    [&mesh, key, scale, low](std::int64_t e)
    {
      std::uint64_t code = 0;
      for (int d = 0; d < 3; ++d)
      {
        double centroid = 0.0;
        for (int a = 0; a < 8; ++a)
        {
          centroid += mesh.points[3 * std::size_t(mesh.connectivity[8 * e + a]) + d] / 8.0;
        }
        const double cell = std::max(0.0, (centroid - low[d]) * scale);
        code |= spreadBits(static_cast<std::uint64_t>(cell)) << d;
      }
      key[e] = code;
    });
  sortByKey(keys, order);
  return order.toHost();
}

ColouredBlocks colourBlocks(
  const std::vector<std::int32_t>& connectivity, std::size_t numberOfNodes)
{
  constexpr std::size_t nodesPerBlock = std::size_t(8) * ColouredBlocks::BlockSize;
  constexpr int mostShared = 63;
  const std::size_t numberOfBlocks = (connectivity.size() + nodesPerBlock - 1) / nodesPerBlock;
  std::vector<std::uint64_t> taken(numberOfNodes, 0); // one bit for each colour at a node
  std::vector<int> colourOfBlock(numberOfBlocks);
  int colours = 0;
  int alone = mostShared; // blocks for which the bits do not suffice get a colour of their own
  for (std::size_t b = 0; b < numberOfBlocks; ++b)
  {
    const std::size_t begin = b * nodesPerBlock;
    const std::size_t end = std::min(begin + nodesPerBlock, connectivity.size());
    std::uint64_t used = 0;
    for (std::size_t i = begin; i < end; ++i)
    {
      used |= taken[connectivity[i]];
    }
    int colour = 0;
    while (colour < mostShared && (used >> colour & 1U))
    {
      ++colour;
    }
    if (colour == mostShared)
    {
      colourOfBlock[b] = alone++;
      continue;
    }
    for (std::size_t i = begin; i < end; ++i)
    {
      taken[connectivity[i]] |= std::uint64_t(1) << colour;
    }
    colourOfBlock[b] = colour;
    colours = std::max(colours, colour + 1);
  }

  ColouredBlocks result;
  const int all = alone > mostShared ? alone : colours;
  std::vector<std::vector<std::int32_t>> blocksOfColour(all);
  for (std::size_t b = 0; b < numberOfBlocks; ++b)
  {
    blocksOfColour[colourOfBlock[b]].push_back(static_cast<std::int32_t>(b));
  }
  result.colourStarts.push_back(0);
  for (const std::vector<std::int32_t>& blocks : blocksOfColour)
  {
    result.blocks.insert(result.blocks.end(), blocks.begin(), blocks.end());
    result.colourStarts.push_back(static_cast<std::int32_t>(result.blocks.size()));
  }
  return result;
}
}

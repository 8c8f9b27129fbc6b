#include "Mesh/ElementOrder.h"

#include "Core/Execution/ZeroVector.h"
#include "Core/Parallel.h"
#include "Core/SortAndScan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace trabecula
{
namespace
{
/// Spreads the lower 21 bits of a number so that two zero bits follow each.
std::uint64_t spreadBits(std::uint64_t x)
{
  x = (x | x << 32) & 0x1f00000000ffffULL;
  x = (x | x << 16) & 0x1f0000ff0000ffULL;
  x = (x | x << 8) & 0x100f00f00f00f00fULL;
  x = (x | x << 4) & 0x10c30c30c30c30c3ULL;
  return (x | x << 2) & 0x1249249249249249ULL;
}

/// Volume that a hexahedron with these corners (8 * component + corner) would have if it were a
/// parallelepiped with the same mean edges.
double meanEdgeVolume(const std::array<double, 24>& x)
{
  std::array<std::array<double, 3>, 3> edge{}; // one for each direction of the element
  for (std::size_t c = 0; c < 3; ++c)
  {
    const double* v = x.data() + 8 * c;
    edge[0][c] = 0.25 * (v[1] + v[2] + v[5] + v[6] - v[0] - v[3] - v[4] - v[7]);
    edge[1][c] = 0.25 * (v[2] + v[3] + v[6] + v[7] - v[0] - v[1] - v[4] - v[5]);
    edge[2][c] = 0.25 * (v[4] + v[5] + v[6] + v[7] - v[0] - v[1] - v[2] - v[3]);
  }
  double volume = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    const std::size_t d = (c + 1) % 3;
    const std::size_t e = (c + 2) % 3;
    volume += edge[0][c] * (edge[1][d] * edge[2][e] - edge[1][e] * edge[2][d]);
  }
  return volume;
}

/// Edges of a brick with the mean volume of the hexahedra and the proportions of their bounding
/// boxes. Bounding boxes alone overestimate the size of distorted hexahedra.
std::array<double, 3> meanElementSize(const Mesh& mesh)
{
  const bool hexahedra = mesh.shape(0).corners == 8;
  const std::size_t stride = mesh.nodesPerElement();
  const int corners = mesh.shape(0).corners;
  const Context<HostSpace> context;
  const Sums<4> sums = context.reduce(
    static_cast<std::int64_t>(mesh.numberOfElements()), Sums<4>{},
    [&mesh, stride, corners, hexahedra](std::int64_t e)
    {
      Sums<4> sum;
      std::array<double, 24> x{};
      double box = 1.0;
      for (int d = 0; d < 3; ++d)
      {
        for (int a = 0; a < corners; ++a)
        {
          x[8 * d + a] = mesh.points[3 * std::size_t(mesh.connectivity[stride * e + a]) + d];
        }
        const auto [least, most] =
          std::minmax_element(x.data() + 8 * d, x.data() + 8 * d + corners);
        sum.v[d] = *most - *least;
        box *= sum.v[d];
      }
      sum.v[3] = hexahedra ? meanEdgeVolume(x) : box;
      return sum;
    },
    AddSums());
  const auto elements = static_cast<double>(mesh.numberOfElements());
  const double box = sums.v[0] * sums.v[1] * sums.v[2] / (elements * elements);
  const double shrink = std::cbrt(sums.v[3] / box) / elements;
  std::array<double, 3> size{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    size[d] = std::isfinite(shrink) && shrink > 0.0 ? std::max(sums.v[d] * shrink, 1e-300) : 1.0;
  }
  return size;
}
}

std::vector<std::int32_t> mortonOrder(const Mesh& mesh)
{
  if (mesh.connectivity.empty())
  {
    return {};
  }
  std::array<double, 3> low;
  std::array<double, 3> high;
  for (std::size_t d = 0; d < 3; ++d)
  {
    double least = std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::lowest();
#pragma omp parallel for schedule(static) reduction(min : least) reduction(max : most)
    for (std::size_t i = d; i < mesh.points.size(); i += 3)
    {
      least = std::min(least, mesh.points[i]);
      most = std::max(most, mesh.points[i]);
    }
    low[d] = least;
    high[d] = most;
  }
  const std::array<double, 3> size = meanElementSize(mesh);
  double most = 1.0; // largest number of elements in a row
  for (std::size_t d = 0; d < 3; ++d)
  {
    most = std::max(most, (high[d] - low[d]) / size[d]);
  }
  // The number of cells of the curve per mean element is a power of two, so that on a regular mesh
  // the boxes of the curve consist of whole elements.
  const double cells = std::exp2(std::floor(std::log2(double((1 << 21) - 1) / most)));

  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  const std::size_t stride = mesh.nodesPerElement();
  const int corners = mesh.shape(0).corners;
  const Context<HostSpace> context;
  DeviceVector<std::uint64_t, HostSpace> keys(context, mesh.numberOfElements());
  std::vector<std::int32_t> identity(mesh.numberOfElements());
  std::iota(identity.begin(), identity.end(), 0);
  DeviceVector<std::int32_t, HostSpace> order(context, identity);
  std::uint64_t* key = keys.data();
  forEach<HostSpace>(elements,
    [&mesh, key, cells, size, low, stride, corners](std::int64_t e)
    {
      std::uint64_t code = 0;
      for (int d = 0; d < 3; ++d)
      {
        double centroid = 0.0;
        for (int a = 0; a < corners; ++a)
        {
          centroid += mesh.points[3 * std::size_t(mesh.connectivity[stride * e + a]) + d] / corners;
        }
        const double cell = std::max(0.0, (centroid - low[d]) / size[d] * cells);
        code |= spreadBits(static_cast<std::uint64_t>(cell)) << d;
      }
      key[e] = code;
    });
  sortByKey(keys, order);
  return order.toHost();
}

std::vector<std::int32_t> connectivityInOrder(
  const Mesh& mesh, const std::vector<std::int32_t>& order)
{
  const std::size_t nodes = mesh.nodesPerElement();
  auto connectivity = zeroVector<std::int32_t>(nodes * order.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < order.size(); ++i)
  {
    std::copy_n(mesh.element(static_cast<std::size_t>(order[i])), nodes,
      connectivity.begin() + static_cast<std::ptrdiff_t>(nodes * i));
  }
  return connectivity;
}

namespace
{
struct Colouring
{
  std::vector<std::int32_t> members; ///< colour after colour
  std::vector<std::int32_t> starts;
};

/// Colours blocks of consecutive elements greedily, so that no two of a colour share a node.
Colouring colour(const std::vector<std::int32_t>& connectivity, std::size_t numberOfNodes,
  std::size_t elementsPerBlock)
{
  constexpr int mostShared = 63;
  const std::size_t nodesPerBlock = 8 * elementsPerBlock;
  const std::size_t numberOfBlocks = (connectivity.size() + nodesPerBlock - 1) / nodesPerBlock;
  std::vector<std::uint64_t> taken(numberOfNodes, 0); // one bit for each colour at a node
  std::vector<int> colourOfBlock(numberOfBlocks);
  int colours = 0;
  int alone = mostShared; // blocks beyond the available bits get separate colours
  for (std::size_t b = 0; b < numberOfBlocks; ++b)
  {
    const std::size_t begin = b * nodesPerBlock;
    const std::size_t end = std::min(begin + nodesPerBlock, connectivity.size());
    std::uint64_t used = 0;
    for (std::size_t i = begin; i < end; ++i)
    {
      used |= taken[connectivity[i]];
    }
    int free = 0;
    while (free < mostShared && (used >> free & 1U))
    {
      ++free;
    }
    if (free == mostShared)
    {
      colourOfBlock[b] = alone++;
      continue;
    }
    for (std::size_t i = begin; i < end; ++i)
    {
      taken[connectivity[i]] |= std::uint64_t(1) << free;
    }
    colourOfBlock[b] = free;
    colours = std::max(colours, free + 1);
  }

  // If there are separate colours, all shared colours are in use.
  const int all = alone > mostShared ? alone : colours;
  Colouring result;
  result.starts.assign(all + 1, 0);
  for (const int c : colourOfBlock)
  {
    ++result.starts[c + 1];
  }
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  result.members.resize(numberOfBlocks);
  std::vector<std::int32_t> next(result.starts.begin(), result.starts.end() - 1);
  for (std::size_t b = 0; b < numberOfBlocks; ++b)
  {
    result.members[next[colourOfBlock[b]]++] = static_cast<std::int32_t>(b);
  }
  return result;
}
}

ColouredBlocks colourBlocks(
  const std::vector<std::int32_t>& connectivity, std::size_t numberOfNodes)
{
  Colouring colouring = colour(connectivity, numberOfNodes, ColouredBlocks::BlockSize);
  return { std::move(colouring.members), std::move(colouring.starts) };
}

ColouredElements colourElements(const Mesh& mesh)
{
  Colouring colouring = colour(mesh.connectivity, mesh.numberOfNodes(), 1);
  return { std::move(colouring.members), std::move(colouring.starts) };
}
}

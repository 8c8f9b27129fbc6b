#include "Design/Filter/ElementBins.h"

#include "Core/Parallel.h"
#include "Core/SortAndScan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Three-dimensional bins over a box, numbered with x fastest.
struct BinGrid
{
  double low[3];
  double edge;
  std::int64_t counts[3];
  std::int64_t firsts; ///< number of elements that have bins apart from those of the others

  TRABECULA_FUNCTION std::int64_t index(double coordinate, int d) const
  {
    const auto i = static_cast<std::int64_t>((coordinate - low[d]) / edge);
    return i < counts[d] ? i : counts[d] - 1;
  }
  TRABECULA_FUNCTION std::int64_t key(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    return (k * counts[1] + j) * counts[0] + i;
  }
  /// Number of bins; those of other elements follow those of the first ones.
  TRABECULA_FUNCTION std::int64_t bins() const { return counts[0] * counts[1] * counts[2]; }
};

/// Returns bins over the bounding box of the elements of this part.
template <class Space>
BinGrid makeBins(
  const Context<Space>& context, std::int64_t elements, const double* centroids, double radius)
{
  DeviceVector<double, Space> extremes(context, 6);
  double* extreme = extremes.data();
  for (int d = 0; d < 6; ++d)
  {
    const double sign = d < 3 ? -1.0 : 1.0;
    reducePart(
      context, elements, std::numeric_limits<double>::lowest(),
      TRABECULA_LAMBDA(std::int64_t e) { return sign * centroids[3 * e + d % 3]; }, Maximum(),
      TRABECULA_LAMBDA(double largest) { extreme[d] = sign * largest; });
  }
  const std::vector<double> bounds = extremes.toHost();
  // Keys must fit into 64 bits. A radius that would need more bins has no neighbours.
  constexpr double mostBins = 1 << 20;
  BinGrid grid = {};
  grid.edge = radius;
  for (int d = 0; d < 3; ++d)
  {
    grid.low[d] = bounds[d];
    grid.edge = std::max(grid.edge, (bounds[3 + d] - bounds[d]) / mostBins);
  }
  for (int d = 0; d < 3; ++d)
  {
    grid.counts[d] = static_cast<std::int64_t>((bounds[3 + d] - bounds[d]) / grid.edge) + 1;
  }
  return grid;
}

/// Computes the bin of each element, and numbers the elements in their given order.
template <class Space>
void assignBins(const Context<Space>& context, std::int64_t elements, const BinGrid grid,
  const double* centroids, std::int64_t* keys, std::int32_t* order)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t e) {
      keys[e] = grid.key(grid.index(centroids[3 * e], 0), grid.index(centroids[3 * e + 1], 1),
                  grid.index(centroids[3 * e + 2], 2)) +
        (e < grid.firsts ? 0 : grid.bins());
      order[e] = static_cast<std::int32_t>(e);
    });
}

/// Gathers centroids in sorted order, and marks the first position of each bin except the first bin
/// by 1.
template <class Space>
void followOrder(const Context<Space>& context, std::int64_t elements, const std::int64_t* keys,
  const std::int32_t* order, const double* centroids, std::int32_t* begins, double* sorted)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t position) {
      begins[position] = position > 0 && keys[position] != keys[position - 1];
      for (int d = 0; d < 3; ++d)
      {
        sorted[3 * position + d] = centroids[3 * std::int64_t(order[position]) + d];
      }
    });
}

/// Returns the first position in the sorted keys that is not below a key.
TRABECULA_FUNCTION std::int32_t lowerBound(
  const std::int64_t* keys, std::int64_t n, std::int64_t key)
{
  std::int64_t first = 0;
  while (n > 0)
  {
    const std::int64_t half = n / 2;
    if (keys[first + half] < key)
    {
      first += half + 1;
      n -= half + 1;
    }
    else
    {
      n = half;
    }
  }
  return static_cast<std::int32_t>(first);
}

/// Finds the range of positions in each of the nine rows of three bins around each occupied bin.
template <class Space>
void findRanges(const BinGrid grid, const DeviceVector<std::int64_t, Space>& keys,
  const DeviceVector<std::int32_t, Space>& binOf, DeviceVector<std::int32_t, Space>& ranges)
{
  constexpr int rows = BinTable::Rows;
  const auto n = static_cast<std::int64_t>(keys.size());
  const std::int64_t* key = keys.data();
  const std::int32_t* bin = binOf.data();
  std::int32_t* range = ranges.data();
  forEach(
    keys.context(), n, TRABECULA_LAMBDA(std::int64_t position) {
      if (position > 0 && bin[position] == bin[position - 1])
      {
        return;
      }
      const std::int64_t own = key[position] % grid.bins();
      const std::int64_t i = own % grid.counts[0];
      const std::int64_t j = own / grid.counts[0] % grid.counts[1];
      const std::int64_t k = own / grid.counts[0] / grid.counts[1];
      // Those of the others, if these are apart.
      const std::int64_t from = key[position] == own && grid.firsts < n ? grid.bins() : 0;
      for (int row = 0; row < rows; ++row)
      {
        const std::int64_t jj = j + row % 3 - 1;
        const std::int64_t kk = k + row / 3 - 1;
        std::int32_t* ends = range + 2 * (std::int64_t(bin[position]) * rows + row);
        ends[0] = 0;
        ends[1] = 0;
        if (jj >= 0 && jj < grid.counts[1] && kk >= 0 && kk < grid.counts[2])
        {
          const std::int64_t last = i + 1 < grid.counts[0] ? i + 1 : i;
          ends[0] = lowerBound(key, n, from + grid.key(i > 0 ? i - 1 : 0, jj, kk));
          ends[1] = lowerBound(key, n, from + grid.key(last, jj, kk) + 1);
        }
      }
    });
}
}

template <class Space>
ElementBins<Space>::ElementBins(const Vector<Space>& centroids, double radius)
  : Elements(centroids.layout().count()), Owned(centroids.layout().owned()), Radius(radius)
{
  if (this->Elements > 0)
  {
    this->sort(centroids.context(), centroids.data(), 0);
  }
}

template <class Space>
ElementBins<Space>::ElementBins(const DeviceVector<double, Space>& centroids, std::int64_t owned,
  double radius, std::int64_t others)
  : Elements(static_cast<std::int64_t>(centroids.size() / 3)), Owned(owned), Radius(radius)
{
  if (this->Elements > 0)
  {
    this->sort(centroids.context(), centroids.data(), others);
  }
}

template <class Space>
void ElementBins<Space>::sort(
  const Context<Space>& context, const double* centroids, std::int64_t others)
{
  const std::int64_t elements = this->Elements;
  const auto count = static_cast<std::size_t>(elements);
  this->Order = DeviceVector<std::int32_t, Space>(context, count);
  this->Centroids = DeviceVector<double, Space>(context, 3 * count);
  this->BinOf = DeviceVector<std::int32_t, Space>(context, count);
  detail::BinGrid grid = detail::makeBins(context, elements, centroids, this->Radius);
  grid.firsts = elements - others;
  DeviceVector<std::int64_t, Space> keys(context, count);
  detail::assignBins(context, elements, grid, centroids, keys.data(), this->Order.data());
  sortByKey(keys, this->Order);
  detail::followOrder(context, elements, keys.data(), this->Order.data(), centroids,
    this->BinOf.data(), this->Centroids.data());
  inclusiveScan(this->BinOf);
  std::int32_t last = 0;
  context.copyToHost(&last, this->BinOf.data() + elements - 1, sizeof(last));
  this->Ranges = DeviceVector<std::int32_t, Space>(
    context, 2 * detail::BinTable::Rows * (std::size_t(last) + 1));
  detail::findRanges(grid, keys, this->BinOf, this->Ranges);
  context.synchronize(); // the keys are freed on return
}

template <class Space>
detail::BinTable ElementBins<Space>::table() const
{
  return { this->Elements, this->Owned, this->Radius, this->Radius, 1.0, this->Order.data(),
    this->Centroids.data(), this->BinOf.data(), this->Ranges.data() };
}

template <class Space>
std::size_t ElementBins<Space>::memory(
  std::size_t elements, const std::array<double, 3>& size, double radius)
{
  double bins = 1.0; // an upper bound, as is the number of elements
  for (const double edge : size)
  {
    bins *= std::floor(edge / radius) + 1.0;
  }
  const auto occupied = static_cast<std::size_t>(std::min(bins, static_cast<double>(elements)));
  // The keys and the temporary storage of the sort are included, although they are released.
  return elements * (4 * sizeof(double) + 2 * sizeof(std::int32_t) + 2 * 16) +
    occupied * 2 * detail::BinTable::Rows * sizeof(std::int32_t);
}

template <class Space>
ElementBins<Space> makeBinsOfImages(const Vector<Space>& centroids,
  const std::vector<Isometry>& images, double radius, const std::vector<double>& others)
{
  const std::vector<double> originals = centroids.toHost();
  std::vector<double> all;
  all.reserve(images.size() * originals.size() + others.size());
  for (const Isometry& image : images)
  {
    for (std::size_t i = 0; i < originals.size(); i += 3)
    {
      const std::array<double, 3> moved =
        image({ originals[i], originals[i + 1], originals[i + 2] });
      all.insert(all.end(), moved.begin(), moved.end());
    }
  }
  all.insert(all.end(), others.begin(), others.end());
  const DeviceVector<double, Space> onDevice(centroids.context(), all);
  return ElementBins<Space>(onDevice, static_cast<std::int64_t>(originals.size() / 3), radius,
    static_cast<std::int64_t>(others.size() / 3));
}

template class ElementBins<CompiledSpace>;
template ElementBins<CompiledSpace> makeBinsOfImages(const Vector<CompiledSpace>& centroids,
  const std::vector<Isometry>& images, double radius, const std::vector<double>& others);
}

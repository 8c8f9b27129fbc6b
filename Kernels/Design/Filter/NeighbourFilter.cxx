#include "Design/Filter/NeighbourFilter.h"
#include "Core/Parallel.h"

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

  TRABECULA_FUNCTION std::int64_t index(double coordinate, int d) const
  {
    const auto i = static_cast<std::int64_t>((coordinate - low[d]) / edge);
    return i < counts[d] ? i : counts[d] - 1;
  }
  TRABECULA_FUNCTION std::int64_t key(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    return (k * counts[1] + j) * counts[0] + i;
  }
};

template <class Space>
BinGrid makeBins(
  const Context<Space>& context, std::int64_t elements, const double* centroids, double radius)
{
  Reducer<Space> reducer;
  DeviceVector<double, Space> extremes(context, 6);
  double* extreme = extremes.data();
  for (int d = 0; d < 6; ++d)
  {
    const double sign = d < 3 ? -1.0 : 1.0;
    reducer.reduce(
      elements, std::numeric_limits<double>::lowest(),
      TRABECULA_LAMBDA(std::int64_t e) { return sign * centroids[3 * e + d % 3]; }, Maximum(),
      TRABECULA_LAMBDA(double largest) { extreme[d] = sign * largest; });
  }
  const std::vector<double> bounds = extremes.toHost();
  // Keys must fit 64 bits; a radius this small has no neighbours anyway.
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

template <class Space>
void assignBins(std::int64_t elements, const BinGrid grid, const double* centroids,
  std::int64_t* keys, std::int32_t* order)
{
  forEach<Space>(
    elements, TRABECULA_LAMBDA(std::int64_t e) {
      keys[e] = grid.key(grid.index(centroids[3 * e], 0), grid.index(centroids[3 * e + 1], 1),
        grid.index(centroids[3 * e + 2], 2));
      order[e] = static_cast<std::int32_t>(e);
    });
}

/// Centroids in sorted order, and 1 wherever a new bin begins but at the first.
template <class Space>
void followOrder(std::int64_t elements, const std::int64_t* keys, const std::int32_t* order,
  const double* centroids, std::int32_t* begins, double* sorted)
{
  forEach<Space>(
    elements, TRABECULA_LAMBDA(std::int64_t position) {
      begins[position] = position > 0 && keys[position] != keys[position - 1];
      for (int d = 0; d < 3; ++d)
      {
        sorted[3 * position + d] = centroids[3 * std::int64_t(order[position]) + d];
      }
    });
}

/// First position in the sorted keys that is not below a key.
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

/// For each occupied bin and each of the nine rows of three bins around it, the positions that lie
/// in the row.
template <class Space>
void findRanges(const BinGrid grid, const DeviceVector<std::int64_t, Space>& keys,
  const DeviceVector<std::int32_t, Space>& binOf, DeviceVector<std::int32_t, Space>& ranges)
{
  constexpr int rows = BinTable::Rows;
  const auto n = static_cast<std::int64_t>(keys.size());
  const std::int64_t* key = keys.data();
  const std::int32_t* bin = binOf.data();
  std::int32_t* range = ranges.data();
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t position) {
      if (position > 0 && bin[position] == bin[position - 1])
      {
        return;
      }
      const std::int64_t i = key[position] % grid.counts[0];
      const std::int64_t j = key[position] / grid.counts[0] % grid.counts[1];
      const std::int64_t k = key[position] / grid.counts[0] / grid.counts[1];
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
          ends[0] = lowerBound(key, n, grid.key(i > 0 ? i - 1 : 0, jj, kk));
          ends[1] = lowerBound(key, n, grid.key(last, jj, kk) + 1);
        }
      }
    });
}

/// Calls visit(position, distance) for all positions within the radius of one, itself included.
template <class Visit>
TRABECULA_FUNCTION void visitNeighbours(const BinTable& table, std::int64_t position, Visit visit)
{
  const double* centroids = table.centroids;
  const double x = centroids[3 * position];
  const double y = centroids[3 * position + 1];
  const double z = centroids[3 * position + 2];
  const std::int32_t* ranges =
    table.ranges + 2 * std::int64_t(table.bins[position]) * BinTable::Rows;
  for (int row = 0; row < BinTable::Rows; ++row)
  {
    for (std::int64_t other = ranges[2 * row]; other < ranges[2 * row + 1]; ++other)
    {
      const double dx = centroids[3 * other] - x;
      const double dy = centroids[3 * other + 1] - y;
      const double dz = centroids[3 * other + 2] - z;
      const double square = dx * dx + dy * dy + dz * dz;
      if (square <= table.radius * table.radius)
      {
        visit(other, sqrt(square));
      }
    }
  }
}

/// finish(e, sum_i H_ei value(i)) for all elements e; values are stored in scratch memory, and sums
/// of voxels in that of the result.
template <class Space, class Value, class Finish>
void gatherNeighbours(const BinTable table, const VoxelNeighbours<Space>* voxels, double* scratch,
  double* result, Value value, Finish finish)
{
  if (voxels)
  {
    forEach<Space>(
      table.elements, TRABECULA_LAMBDA(std::int64_t e) { scratch[e] = value(e); });
    voxels->gather(scratch, result);
    forEach<Space>(
      table.elements, TRABECULA_LAMBDA(std::int64_t e) { finish(e, result[e]); });
    return;
  }
  forEach<Space>(
    table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      scratch[position] = value(std::int64_t(table.order[position]));
    });
  forEach<Space>(
    table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      double sum = 0.0;
      visitNeighbours(table, position,
        [&](std::int64_t other, double distance)
        { sum += (table.radius - distance) * scratch[other]; });
      finish(std::int64_t(table.order[position]), sum);
    });
}

template <class Space>
void sumWeights(const BinTable& table, const VoxelNeighbours<Space>* voxels, double* scratch,
  const double* weights, double* sums)
{
  gatherNeighbours<Space>(
    table, voxels, scratch, sums,
    TRABECULA_LAMBDA(std::int64_t e) { return weights ? weights[e] : 1.0; },
    TRABECULA_LAMBDA(std::int64_t e, double sum) { sums[e] = sum; });
}
}

template <class Space>
NeighbourFilter<Space>::NeighbourFilter(Context<Space>& context, std::int64_t elements,
  const double* centroids, const double* weights, double radius, const VoxelGrid* grid)
  : Computing(&context), Elements(elements), Radius(radius), WeightSums(context, elements),
    Weights(weights)
{
  if (grid && VoxelNeighbours<Space>::areNear(grid->spacing(), radius))
  {
    this->Voxels.emplace(context, *grid, radius);
  }
  else
  {
    this->makeTable(centroids);
  }
  const auto scratch = this->scratch();
  detail::sumWeights<Space>(
    this->table(), this->voxels(), scratch.data(), weights, this->WeightSums.data());
}

template <class Space>
void NeighbourFilter<Space>::makeTable(const double* centroids)
{
  const Context<Space>& context = *this->Computing;
  const std::int64_t elements = this->Elements;
  this->Order = DeviceVector<std::int32_t, Space>(context, elements);
  this->Centroids = DeviceVector<double, Space>(context, 3 * elements);
  this->BinOf = DeviceVector<std::int32_t, Space>(context, elements);
  const detail::BinGrid grid = detail::makeBins(context, elements, centroids, this->Radius);
  DeviceVector<std::int64_t, Space> keys(context, elements);
  detail::assignBins<Space>(elements, grid, centroids, keys.data(), this->Order.data());
  sortByKey(keys, this->Order);
  detail::followOrder<Space>(elements, keys.data(), this->Order.data(), centroids,
    this->BinOf.data(), this->Centroids.data());
  inclusiveScan(this->BinOf);
  std::int32_t last = 0;
  Memory<Space>::copyToHost(&last, this->BinOf.data() + elements - 1, sizeof(last));
  this->Ranges = DeviceVector<std::int32_t, Space>(
    context, 2 * detail::BinTable::Rows * (std::size_t(last) + 1));
  detail::findRanges<Space>(grid, keys, this->BinOf, this->Ranges);
  Memory<Space>::synchronize(); // before the keys are freed
}

template <class Space>
detail::BinTable NeighbourFilter<Space>::table() const
{
  return { this->Elements, this->Radius, this->Order.data(), this->Centroids.data(),
    this->BinOf.data(), this->Ranges.data() };
}

template <class Space>
std::size_t NeighbourFilter<Space>::memory(
  std::size_t elements, const std::array<double, 3>& size, double radius, std::size_t bricks)
{
  double bins = 1.0; // at most, and no more than elements
  for (const double edge : size)
  {
    bins *= std::floor(edge / radius) + 1.0;
  }
  const auto occupied = static_cast<std::size_t>(std::min(bins, static_cast<double>(elements)));
  // Keys and the temporary storage of the sort are released.
  const std::size_t table = elements * (4 * sizeof(double) + 2 * sizeof(std::int32_t) + 2 * 16) +
    occupied * 2 * detail::BinTable::Rows * sizeof(std::int32_t);
  return std::max(table, elements * sizeof(double) + bricks * sizeof(VoxelBrick));
}

template <class Space>
std::int64_t NeighbourFilter<Space>::countNeighbours() const
{
  if (this->Voxels)
  {
    return this->Voxels->countPairs();
  }
  const detail::BinTable table = this->table();
  Reducer<Space> reducer;
  DeviceVector<double, Space> result(*this->Computing, 1);
  double* count = result.data();
  reducer.reduce(
    this->Elements, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t position) {
      Sums<1> sum;
      detail::visitNeighbours(
        table, position, [&](std::int64_t other, double) { sum.v[0] += other != position; });
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *count = sum.v[0]; });
  return static_cast<std::int64_t>(result.toHost()[0]);
}

template <class Space>
void NeighbourFilter<Space>::filterSensitivity(const double* density, const double* in, double* out)
{
  const auto scratch = this->scratch();
  const double* weights = this->Weights;
  const double* sums = this->WeightSums.data();
  detail::gatherNeighbours<Space>(
    this->table(), this->voxels(), scratch.data(), out,
    TRABECULA_LAMBDA(std::int64_t e) { return density[e] * in[e]; },
    TRABECULA_LAMBDA(std::int64_t e, double sum) {
      const double safe = density[e] > 1e-3 ? density[e] : 1e-3;
      out[e] = (weights ? weights[e] : 1.0) * sum / (safe * sums[e]);
    });
}

template <class Space>
void NeighbourFilter<Space>::filterDensity(const double* in, double* out)
{
  const auto scratch = this->scratch();
  const double* weights = this->Weights;
  const double* sums = this->WeightSums.data();
  detail::gatherNeighbours<Space>(
    this->table(), this->voxels(), scratch.data(), out,
    TRABECULA_LAMBDA(std::int64_t e) { return (weights ? weights[e] : 1.0) * in[e]; },
    TRABECULA_LAMBDA(std::int64_t e, double sum) { out[e] = sum / sums[e]; });
}

template <class Space>
void NeighbourFilter<Space>::filterDensityTransposed(const double* in, double* out)
{
  const auto scratch = this->scratch();
  const double* weights = this->Weights;
  const double* sums = this->WeightSums.data();
  detail::gatherNeighbours<Space>(
    this->table(), this->voxels(), scratch.data(), out,
    TRABECULA_LAMBDA(std::int64_t e) { return in[e] / sums[e]; },
    TRABECULA_LAMBDA(std::int64_t e, double sum) { out[e] = (weights ? weights[e] : 1.0) * sum; });
}

template class NeighbourFilter<CompiledSpace>;
}

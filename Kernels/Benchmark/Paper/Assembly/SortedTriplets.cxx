#include "Benchmark/Paper/Assembly/SortedTriplets.h"

#include "Benchmark/Paper/Assembly/StoredMatrices.h"
#include "Core/Parallel.h"
#include "Core/SortAndScan.h"

namespace trabecula
{
namespace detail
{
/// Row and column of each entry of the element matrices, in the order of storeElementMatrices().
template <class Space>
void keysOfEntries(
  const Context<Space>& context, const GroupView& group, std::int64_t count, std::uint64_t* keys)
{
  const int nodes = group.nodesPerElement;
  const std::int32_t* connectivity = group.connectivity;
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t block = t / 9;
      const std::int64_t incidence = block / nodes;
      const std::int64_t first = incidence / nodes * nodes;
      const std::uint64_t row = 3 * std::uint64_t(connectivity[incidence]) + t % 9 / 3;
      const std::uint64_t column = 3 * std::uint64_t(connectivity[first + block % nodes]) + t % 3;
      keys[t] = row << 32 | column;
    });
}

/// Writes the sums to their positions in the matrix.
template <class Space>
void placeSums(const Context<Space>& context, const MatrixView matrix, bool add, std::int64_t count,
  const std::uint64_t* keys, const double* sums)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t t) {
      const auto row = static_cast<std::int64_t>(keys[t] >> 32);
      const auto column = static_cast<std::int64_t>(keys[t] & 0xffffffffU);
      const std::int64_t node = row / 3;
      const int place = matrix.placeOf(node, static_cast<std::int32_t>(column / 3));
      const std::int64_t entry =
        matrix.row(node).at(place, static_cast<int>(row % 3), static_cast<int>(column % 3));
      matrix.values[entry] = add ? matrix.values[entry] + sums[t] : sums[t];
    });
}

template <class Space>
void zeroValues(const Context<Space>& context, const MatrixView& matrix)
{
  std::int64_t pairs = 0;
  context.copyToHost(&pairs, matrix.starts + matrix.nodes, sizeof(pairs));
  const std::int64_t entries =
    9 * (matrix.format == MatrixFormat::Ell ? matrix.nodes * matrix.width : pairs);
  if (entries > 0)
  {
    context.zero(matrix.values, static_cast<std::size_t>(entries) * sizeof(double));
  }
}
}

template <class Space>
void assembleSorted(
  const Context<Space>& context, const AssemblyInput& input, CellType type, bool add)
{
  const auto count = static_cast<std::int64_t>(
    static_cast<std::size_t>(input.group.elements) * elementMatrixBytes(type) / sizeof(double));
  const auto size = static_cast<std::size_t>(count);
  DeviceVector<std::uint64_t, Space> keys(context, size);
  DeviceVector<double, Space> values(context, size);
  storeElementMatrices(context, input, type, values.data());
  detail::keysOfEntries(context, input.group, count, keys.data());
  sortByKey(keys, values);
  DeviceVector<std::uint64_t, Space> places(context, size);
  DeviceVector<double, Space> sums(context, size);
  const std::int64_t found = count == 0
    ? 0
    : sumByKey(context, count, keys.data(), values.data(), places.data(), sums.data());
  if (!add)
  {
    detail::zeroValues(context, input.matrix); // this type may not contribute to all
  }
  detail::placeSums(context, input.matrix, add, found, places.data(), sums.data());
}

template void assembleSorted(
  const Context<CompiledSpace>& context, const AssemblyInput& input, CellType type, bool add);

#ifndef __CUDACC__
std::size_t sortedTripletsMemory(std::size_t entries)
{
  // The estimate includes entries, sums, and the temporary memory of the sort.
  return 3 * entries * (sizeof(std::uint64_t) + sizeof(double));
}
#endif
}

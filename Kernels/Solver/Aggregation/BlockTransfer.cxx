#include "Solver/Aggregation/BlockTransfer.h"

#include "Core/SortAndScan.h"
#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/Cuda/BlockRowProduct.h"
#include "Solver/Aggregation/Host/BlockHostKernels.h"

#include <algorithm>
#include <array>

namespace trabecula
{
namespace detail
{
#ifdef __CUDACC__
/// Computes rows of P = T - omega D^-1 S from those of S = A T, with rounding to single precision
/// only at the end; see KeepSums.
template <int Fine>
struct SmoothSums
{
  static constexpr int Coarse = nearNullModes(Fine);

  const float* inverses;
  double omega;
  const std::int32_t* aggregateOf;
  const float* tentative;
  BlockRowsView pattern;
  float* result;

  template <int Size>
  __device__ void write(std::int64_t row, int place, int count, const double* sums, int lane) const
  {
    const std::int64_t first = this->pattern.starts[row] + place;
    const std::int32_t own = this->aggregateOf[row];
    const float* inverse = this->inverses + Fine * Fine * row;
    for (int t = lane; t < Size * count; t += WarpSize)
    {
      const int i = t % Size / Coarse;
      const double* column = sums + t / Size * Size + t % Coarse;
      double total = 0.0;
      TRABECULA_UNROLL
      for (int m = 0; m < Fine; ++m)
      {
        total += double(inverse[Fine * i + m]) * column[Coarse * m];
      }
      const bool isOwn = this->pattern.columns[first + t / Size] == own;
      const double start = isOwn ? double(this->tentative[Size * row + t % Size]) : 0.0;
      this->result[Size * first + t] = static_cast<float>(start - this->omega * total);
    }
  }
};
#endif

template <int Fine, class Space>
void smoothRows([[maybe_unused]] const Context<Space>& context, const BlockPattern<Space>& matrix,
  const double* values, const float* inverses, double omega,
  const TentativeTransfer<Space>& tentative, BlockTransfer<Space>& transfer)
{
#ifdef __CUDACC__
  const BlockRowsView pattern = blockRows(transfer.pattern);
  multiplyRows(context, matrix.rows(), RowsOfMatrix<Fine>{ blockRows(matrix), values, 0 },
    TentativeRows{ tentative.aggregateOf.data(), tentative.present() }, pattern,
    SmoothSums<Fine>{ inverses, omega, tentative.aggregateOf.data(), tentative.present(), pattern,
      transfer.values.data() });
#else
  const auto rows = [](const BlockPattern<Space>& pattern) {
    return HostBlockRows{ pattern.rows(), pattern.starts.data(), pattern.nodes.data() };
  };
  const HostSmoothing smoothing = { rows(matrix), values, inverses, omega,
    tentative.aggregateOf.data(), tentative.present(), rows(transfer.pattern),
    transfer.pattern.most, transfer.values.data() };
  blockHostKernels().ofBlock(Fine).smooth(smoothing);
#endif
}

template <int Fine, int Coarse, class Space>
void restrictBlocks(const Context<Space>& context, const std::int64_t coarseNodes,
  const std::int64_t* starts, const std::int32_t* rows, const std::int64_t* entries,
  const float* values, const float* fine, float* coarse)
{
#ifdef __CUDACC__
  forEachWarp(context, coarseNodes,
    [=] __device__(std::int64_t node, int lane)
    {
      float sums[Coarse] = {};
      for (std::int64_t k = starts[node] + lane; k < starts[node + 1]; k += WarpSize)
      {
        const float* block = values + Fine * Coarse * entries[k];
        const float* r = fine + Fine * std::int64_t(rows[k]);
        for (int i = 0; i < Fine; ++i)
        {
          for (int j = 0; j < Coarse; ++j)
          {
            sums[j] += block[Coarse * i + j] * r[i];
          }
        }
      }
      for (int j = 0; j < Coarse; ++j)
      {
        sums[j] = warpSum(sums[j]);
      }
      if (lane == 0)
      {
        for (int j = 0; j < Coarse; ++j)
        {
          coarse[Coarse * node + j] = sums[j];
        }
      }
    });
#else
  forEach(context, coarseNodes,
    [=](std::int64_t node)
    {
      float sums[Coarse] = {};
      for (std::int64_t k = starts[node]; k < starts[node + 1]; ++k)
      {
        const float* block = values + Fine * Coarse * entries[k];
        const float* r = fine + Fine * std::int64_t(rows[k]);
        for (int i = 0; i < Fine; ++i)
        {
          for (int j = 0; j < Coarse; ++j)
          {
            sums[j] += block[Coarse * i + j] * r[i];
          }
        }
      }
      std::copy(sums, sums + Coarse, coarse + Coarse * node);
    });
#endif
}

template <int Fine, int Coarse, class Space>
void prolongBlocks(const Context<Space>& context, const BlockRowsView pattern, const float* values,
  const float* coarse, float* d, float* x)
{
  forEach(
    context, Fine * pattern.rows, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t row = t / Fine;
      const int i = static_cast<int>(t % Fine);
      float sum = 0.0F;
      for (std::int64_t k = pattern.starts[row]; k < pattern.starts[row + 1]; ++k)
      {
        const float* line = values + Fine * Coarse * k + Coarse * i;
        const float* c = coarse + Coarse * std::int64_t(pattern.columns[k]);
        TRABECULA_UNROLL
        for (int j = 0; j < Coarse; ++j)
        {
          sum += line[j] * c[j];
        }
      }
      d[t] = sum;
      x[t] += sum;
    });
}

/// Counts the entries of each row of a prolongation from corner nodes; the first count is 0.
/// @param ends two for each node, as in CornerMesh
template <class Space>
void countEnds(
  const Context<Space>& context, std::int64_t nodes, const std::int32_t* ends, std::int64_t* counts)
{
  forEach(
    context, nodes + 1, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t row = i - 1;
      const bool hasNone = row < 0 || ends[2 * row] < 0;
      counts[i] = hasNone ? 0 : ends[2 * row] == ends[2 * row + 1] ? 1 : 2;
    });
}

/// Writes the rows of a prolongation from corner nodes with Block unknowns per node.
template <int Block, class Space>
void continueFromEnds(const Context<Space>& context, std::int64_t nodes, const std::int32_t* ends,
  const std::uint8_t* constrained, const std::int64_t* starts, std::int32_t* columns, float* values)
{
  constexpr int square = Block * Block;
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t node) {
      const std::int64_t first = starts[node];
      const auto count = static_cast<int>(starts[node + 1] - first);
      const std::int32_t a = ends[2 * node];
      const std::int32_t b = ends[2 * node + 1];
      const float weight = count == 1 ? 1.0F : 0.5F;
      for (int k = 0; k < count; ++k)
      {
        columns[first + k] = (a < b) == (k == 0) ? a : b;
        for (int t = 0; t < square; ++t)
        {
          const bool isFree =
            t % (Block + 1) == 0 && constrained[Block * node + t / (Block + 1)] == 0;
          values[square * (first + k) + t] = isFree ? weight : 0.0F;
        }
      }
    });
}

template <int Fine, int Coarse, class Space>
void restrictTransfer(const BlockTransfer<Space>& transfer, const float* fine, float* coarse)
{
  restrictBlocks<Fine, Coarse>(transfer.values.context(),
    static_cast<std::int64_t>(transfer.columns.starts.size()) - 1, transfer.columns.starts.data(),
    transfer.columns.rows.data(), transfer.columns.entries.data(), transfer.values.data(), fine,
    coarse);
}

template <int Fine, int Coarse, class Space>
void prolongTransfer(const BlockTransfer<Space>& transfer, const float* coarse, float* d, float* x)
{
  prolongBlocks<Fine, Coarse>(
    transfer.values.context(), blockRows(transfer.pattern), transfer.values.data(), coarse, d, x);
}
}

template <class Space>
void BlockTransfer<Space>::restrictTo(const float* fine, float* coarse) const
{
  detail::withBlocks(this->fineBlock, this->coarseBlock,
    [&](auto ofFine, auto ofCoarse)
    {
      detail::restrictTransfer<decltype(ofFine)::value, decltype(ofCoarse)::value>(
        *this, fine, coarse);
    });
}

template <class Space>
void BlockTransfer<Space>::prolongTo(const float* coarse, float* d, float* x) const
{
  detail::withBlocks(this->fineBlock, this->coarseBlock,
    [&](auto ofFine, auto ofCoarse)
    {
      detail::prolongTransfer<decltype(ofFine)::value, decltype(ofCoarse)::value>(
        *this, coarse, d, x);
    });
}

template <class Space>
BlockTransfer<Space> makeCornerTransfer(const Context<Space>& context, const CornerMesh& corners,
  const std::vector<std::uint8_t>& supports, std::int64_t nodes)
{
  const DeviceVector<std::array<std::int32_t, 2>, Space> pairs(context, corners.ends);
  const auto* ends = reinterpret_cast<const std::int32_t*>(pairs.data());
  const DeviceVector<std::uint8_t, Space> constrained(context, supports);
  const auto block = supports.size() / std::max<std::size_t>(corners.ends.size(), 1);
  BlockTransfer<Space> result;
  result.fineBlock = result.coarseBlock = static_cast<int>(block);
  result.coarseNodes = static_cast<std::int64_t>(corners.mesh.numberOfNodes());
  result.pattern.starts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(nodes) + 1);
  detail::countEnds(context, nodes, ends, result.pattern.starts.data());
  inclusiveScan(result.pattern.starts);
  std::int64_t entries = 0;
  context.copyToHost(&entries, result.pattern.starts.data() + nodes, sizeof(entries));
  result.pattern.nodes =
    DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(entries));
  result.values =
    DeviceVector<float, Space>(context, block * block * static_cast<std::size_t>(entries));
  const auto run =
    block == 1 ? detail::continueFromEnds<1, Space> : detail::continueFromEnds<3, Space>;
  run(context, nodes, ends, constrained.data(), result.pattern.starts.data(),
    result.pattern.nodes.data(), result.values.data());
  result.pattern.most = 2;
  result.columns = columnsOf(context, result.pattern, result.coarseNodes);
  return result;
}

template <class Space>
BlockTransfer<Space> makeSmoothedPattern(const Context<Space>& context,
  const BlockPattern<Space>& matrix, const TentativeTransfer<Space>& tentative)
{
  // A row of the tentative prolongation has at most one column.
  const std::vector<std::int32_t> aggregateOf = tentative.aggregateOf.toHost();
  std::vector<std::int64_t> starts(aggregateOf.size() + 1, 0);
  std::vector<std::int32_t> columns;
  columns.reserve(aggregateOf.size());
  for (std::size_t n = 0; n < aggregateOf.size(); ++n)
  {
    if (aggregateOf[n] >= 0)
    {
      columns.push_back(aggregateOf[n]);
    }
    starts[n + 1] = static_cast<std::int64_t>(columns.size());
  }
  BlockPattern<Space> rows;
  rows.starts = DeviceVector<std::int64_t, Space>(context, starts);
  rows.nodes = DeviceVector<std::int32_t, Space>(context, columns);
  rows.most = 1;
  BlockTransfer<Space> result;
  result.fineBlock = tentative.fineBlock;
  result.coarseBlock = tentative.modes();
  result.coarseNodes = tentative.aggregates;
  result.pattern = multiplyPatterns(context, matrix, rows, tentative.aggregates);
  result.columns = columnsOf(context, result.pattern, tentative.aggregates);
  result.values = DeviceVector<float, Space>(context,
    static_cast<std::size_t>(result.pattern.pairs()) *
      static_cast<std::size_t>(result.blockSize()));
  return result;
}

template <class Space>
void smoothProlongation(const Context<Space>& context, const BlockPattern<Space>& matrix,
  const double* values, const float* inverses, double omega,
  const TentativeTransfer<Space>& tentative, BlockTransfer<Space>& transfer)
{
  detail::withBlock(tentative.fineBlock,
    [&](auto block)
    {
      detail::smoothRows<decltype(block)::value>(
        context, matrix, values, inverses, omega, tentative, transfer);
    });
}

template struct BlockTransfer<CompiledSpace>;
template BlockTransfer<CompiledSpace> makeCornerTransfer(const Context<CompiledSpace>& context,
  const CornerMesh& corners, const std::vector<std::uint8_t>& supports, std::int64_t nodes);
template BlockTransfer<CompiledSpace> makeSmoothedPattern(const Context<CompiledSpace>& context,
  const BlockPattern<CompiledSpace>& matrix, const TentativeTransfer<CompiledSpace>& tentative);
template void smoothProlongation(const Context<CompiledSpace>& context,
  const BlockPattern<CompiledSpace>& matrix, const double* values, const float* inverses,
  double omega, const TentativeTransfer<CompiledSpace>& tentative,
  BlockTransfer<CompiledSpace>& transfer);
}

#include "Solver/Aggregation/BlockTransfer.h"

#include "Core/Execution/ZeroVector.h"
#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/Cuda/BlockRowProduct.h"
#include "Solver/Aggregation/Host/BlockHostKernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace detail
{
/// A mode that is so much shorter without its part along others depends on them.
constexpr double DependentMode = 1e-7;

/// Modes of an aggregate: the nodes from first to end in a list.
struct ModesOfAggregate
{
  const std::int32_t* nodes;
  int count;
  int block;
  double* modes;

  TRABECULA_FUNCTION double& at(int row, int mode) const
  {
    const std::int64_t node = this->nodes[row / this->block];
    return this->modes[(this->block * node + row % this->block) * RigidModes + mode];
  }

  TRABECULA_FUNCTION double dot(int a, int b) const
  {
    double sum = 0.0;
    for (int row = 0; row < this->count * this->block; ++row)
    {
      sum += this->at(row, a) * this->at(row, b);
    }
    return sum;
  }
};

/// Gram and Schmidt's process, modified and done twice, which makes it as accurate as rotations.
template <class Space>
void orthonormalize(const Context<Space>& context, std::int64_t aggregates,
  const std::int64_t* starts, const std::int32_t* nodes, int block, double* modes, double* coarse,
  std::uint8_t* constrained)
{
  forEach(
    context, aggregates, TRABECULA_LAMBDA(std::int64_t a) {
      const ModesOfAggregate mine = { nodes + starts[a],
        static_cast<int>(starts[a + 1] - starts[a]), block, modes };
      const int rows = mine.count * block;
      double* r = coarse + RigidModes * RigidModes * a;
      for (int i = 0; i < RigidModes * RigidModes; ++i)
      {
        r[i] = 0.0;
      }
      for (int mode = 0; mode < RigidModes; ++mode)
      {
        const double before = mine.dot(mode, mode);
        for (int pass = 0; pass < 2; ++pass)
        {
          for (int other = 0; other < mode; ++other)
          {
            const double part = mine.dot(other, mode);
            r[RigidModes * other + mode] += part;
            for (int row = 0; row < rows; ++row)
            {
              mine.at(row, mode) -= part * mine.at(row, other);
            }
          }
        }
        const double square = mine.dot(mode, mode);
        const bool isNew = square > DependentMode * DependentMode * before;
        const double length = isNew ? sqrt(square) : 0.0;
        for (int row = 0; row < rows; ++row)
        {
          mine.at(row, mode) = isNew ? mine.at(row, mode) / length : 0.0;
        }
        r[RigidModes * mode + mode] = length;
        constrained[RigidModes * a + mode] = isNew ? 0 : 1;
      }
    });
}

template <class Space>
void roundModes(const Context<Space>& context, std::int64_t n, const double* modes, float* blocks)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { blocks[i] = static_cast<float>(modes[i]); });
}

#ifdef __CUDACC__
/// Rows of P = T - omega D^-1 S from those of S = A T, rounded at last; see KeepSums.
template <int Fine>
struct SmoothSums
{
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
      const int i = t % Size / RigidModes;
      const double* column = sums + t / Size * Size + t % RigidModes;
      double total = 0.0;
      TRABECULA_UNROLL
      for (int m = 0; m < Fine; ++m)
      {
        total += double(inverse[Fine * i + m]) * column[RigidModes * m];
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
  (Fine == 3 ? blockHostKernels().smooth3 : blockHostKernels().smooth6)(smoothing);
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

/// Numbers of entries of each row of a transfer from corners, after a zero.
/// @param ends two of each node, as in CornerMesh
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

/// The rows themselves.
template <class Space>
void continueFromEnds(const Context<Space>& context, std::int64_t nodes, const std::int32_t* ends,
  const std::uint8_t* constrained, const std::int64_t* starts, std::int32_t* columns, float* values)
{
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
        for (int t = 0; t < 9; ++t)
        {
          const bool isFree = t % 4 == 0 && constrained[3 * node + t / 4] == 0;
          values[9 * (first + k) + t] = isFree ? weight : 0.0F;
        }
      }
    });
}

template <int Fine, int Coarse, class Space>
void restrictTransfer(const BlockTransfer<Space>& transfer, const float* fine, float* coarse)
{
  restrictBlocks<Fine, Coarse>(transfer.values.context(), transfer.coarseNodes,
    transfer.columns.starts.data(), transfer.columns.rows.data(), transfer.columns.entries.data(),
    transfer.values.data(), fine, coarse);
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
  if (this->coarseBlock == 3)
  {
    detail::restrictTransfer<3, 3>(*this, fine, coarse);
  }
  else if (this->fineBlock == 3)
  {
    detail::restrictTransfer<3, RigidModes>(*this, fine, coarse);
  }
  else
  {
    detail::restrictTransfer<RigidModes, RigidModes>(*this, fine, coarse);
  }
}

template <class Space>
void BlockTransfer<Space>::prolongTo(const float* coarse, float* d, float* x) const
{
  if (this->coarseBlock == 3)
  {
    detail::prolongTransfer<3, 3>(*this, coarse, d, x);
  }
  else if (this->fineBlock == 3)
  {
    detail::prolongTransfer<3, RigidModes>(*this, coarse, d, x);
  }
  else
  {
    detail::prolongTransfer<RigidModes, RigidModes>(*this, coarse, d, x);
  }
}

template <class Space>
BlockTransfer<Space> makeCornerTransfer(const Context<Space>& context, const CornerMesh& corners,
  const std::vector<std::uint8_t>& supports)
{
  const auto nodes = static_cast<std::int64_t>(corners.ends.size());
  const DeviceVector<std::array<std::int32_t, 2>, Space> pairs(context, corners.ends);
  const auto* ends = reinterpret_cast<const std::int32_t*>(pairs.data());
  const DeviceVector<std::uint8_t, Space> constrained(context, supports);
  BlockTransfer<Space> result;
  result.coarseBlock = 3;
  result.coarseNodes = static_cast<std::int64_t>(corners.mesh.numberOfNodes());
  result.pattern.starts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(nodes) + 1);
  detail::countEnds(context, nodes, ends, result.pattern.starts.data());
  inclusiveScan(result.pattern.starts);
  std::int64_t entries = 0;
  context.copyToHost(&entries, result.pattern.starts.data() + nodes, sizeof(entries));
  result.pattern.nodes =
    DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(entries));
  result.values = DeviceVector<float, Space>(context, 9 * static_cast<std::size_t>(entries));
  detail::continueFromEnds(context, nodes, ends, constrained.data(), result.pattern.starts.data(),
    result.pattern.nodes.data(), result.values.data());
  result.pattern.most = 2;
  result.columns = columnsOf(context, result.pattern, result.coarseNodes);
  return result;
}

template <class Space>
DeviceVector<double, Space> rigidBodyModes(const Context<Space>& context,
  const std::vector<double>& points, const std::vector<std::uint8_t>& constrained)
{
  std::array<double, 3> low;
  std::array<double, 3> high;
  low.fill(std::numeric_limits<double>::max());
  high.fill(std::numeric_limits<double>::lowest());
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    low[i % 3] = std::min(low[i % 3], points[i]);
    high[i % 3] = std::max(high[i % 3], points[i]);
  }
  double extent = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    extent = std::max(extent, high[c] - low[c]);
  }
  extent = extent > 0.0 ? extent : 1.0;
  auto modes = zeroVector<double>(RigidModes * points.size());
  for (std::size_t n = 0; n < points.size() / 3; ++n)
  {
    std::array<double, 3> r;
    for (std::size_t c = 0; c < 3; ++c)
    {
      r[c] = (points[3 * n + c] - 0.5 * (low[c] + high[c])) / extent;
    }
    const std::array<std::array<double, RigidModes>, 3> rows = {
      { { 1.0, 0.0, 0.0, 0.0, r[2], -r[1] }, { 0.0, 1.0, 0.0, -r[2], 0.0, r[0] },
        { 0.0, 0.0, 1.0, r[1], -r[0], 0.0 } }
    };
    for (std::size_t c = 0; c < 3; ++c)
    {
      if (constrained[3 * n + c] == 0)
      {
        std::copy(rows[c].begin(), rows[c].end(),
          modes.begin() + static_cast<std::ptrdiff_t>(RigidModes * (3 * n + c)));
      }
    }
  }
  return DeviceVector<double, Space>(context, modes);
}

template <class Space>
TentativeTransfer<Space> makeTentative(const Context<Space>& context, int fineBlock,
  const std::vector<std::int32_t>& aggregateOf, std::int32_t aggregates,
  DeviceVector<double, Space> modes, CoarseModes<Space>& coarse)
{
  const auto count = static_cast<std::size_t>(aggregates);
  std::vector<std::int64_t> starts(count + 1, 0);
  for (const std::int32_t a : aggregateOf)
  {
    if (a >= 0)
    {
      ++starts[static_cast<std::size_t>(a) + 1];
    }
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
  std::vector<std::int32_t> nodes(static_cast<std::size_t>(starts.back()));
  for (std::size_t n = 0; n < aggregateOf.size(); ++n)
  {
    if (aggregateOf[n] >= 0)
    {
      const std::int64_t place = next[static_cast<std::size_t>(aggregateOf[n])]++;
      nodes[static_cast<std::size_t>(place)] = static_cast<std::int32_t>(n);
    }
  }
  TentativeTransfer<Space> result;
  result.fineBlock = fineBlock;
  result.aggregates = aggregates;
  result.aggregateOf = DeviceVector<std::int32_t, Space>(context, aggregateOf);
  coarse.modes = DeviceVector<double, Space>(context, RigidModes * RigidModes * count);
  coarse.constrained = DeviceVector<std::uint8_t, Space>(context, RigidModes * count);
  const DeviceVector<std::int64_t, Space> startsThere(context, starts);
  const DeviceVector<std::int32_t, Space> nodesThere(context, nodes);
  detail::orthonormalize(context, aggregates, startsThere.data(), nodesThere.data(), fineBlock,
    modes.data(), coarse.modes.data(), coarse.constrained.data());
  result.blocks = DeviceVector<float, Space>(context, modes.size());
  detail::roundModes(
    context, static_cast<std::int64_t>(modes.size()), modes.data(), result.blocks.data());
  context.synchronize();
  return result;
}

template <class Space>
BlockTransfer<Space> makeSmoothedPattern(const Context<Space>& context,
  const BlockPattern<Space>& matrix, const TentativeTransfer<Space>& tentative)
{
  // The tentative pattern has one column a row, or none.
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
  result.coarseBlock = RigidModes;
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
  if (tentative.fineBlock == 3)
  {
    detail::smoothRows<3>(context, matrix, values, inverses, omega, tentative, transfer);
  }
  else
  {
    detail::smoothRows<RigidModes>(context, matrix, values, inverses, omega, tentative, transfer);
  }
}

template struct BlockTransfer<CompiledSpace>;
template BlockTransfer<CompiledSpace> makeCornerTransfer(const Context<CompiledSpace>& context,
  const CornerMesh& corners, const std::vector<std::uint8_t>& supports);
template DeviceVector<double, CompiledSpace> rigidBodyModes(const Context<CompiledSpace>& context,
  const std::vector<double>& points, const std::vector<std::uint8_t>& constrained);
template TentativeTransfer<CompiledSpace> makeTentative(const Context<CompiledSpace>& context,
  int fineBlock, const std::vector<std::int32_t>& aggregateOf, std::int32_t aggregates,
  DeviceVector<double, CompiledSpace> modes, CoarseModes<CompiledSpace>& coarse);
template BlockTransfer<CompiledSpace> makeSmoothedPattern(const Context<CompiledSpace>& context,
  const BlockPattern<CompiledSpace>& matrix, const TentativeTransfer<CompiledSpace>& tentative);
template void smoothProlongation(const Context<CompiledSpace>& context,
  const BlockPattern<CompiledSpace>& matrix, const double* values, const float* inverses,
  double omega, const TentativeTransfer<CompiledSpace>& tentative,
  BlockTransfer<CompiledSpace>& transfer);
}

#include "Solver/Aggregation/Transfer/TentativeTransfer.h"

#include "Core/Execution/ZeroVector.h"
#include "Core/Parallel.h"

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
/// A mode is linearly dependent if orthogonalization to the previous modes reduces its norm to less
/// than this fraction.
constexpr double DependentMode = 1e-7;

/// The rigid-body modes of the listed nodes of an aggregate.
template <int Modes>
struct ModesOfAggregate
{
  const std::int32_t* nodes;
  int count;
  int block;
  double* modes;

  TRABECULA_FUNCTION double& at(int row, int mode) const
  {
    const std::int64_t node = this->nodes[row / this->block];
    return this->modes[(this->block * node + row % this->block) * Modes + mode];
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

/// Modified Gram-Schmidt orthogonalization, performed twice, which is as accurate as a QR
/// factorization by Givens rotations.
template <int Modes, class Space>
void orthonormalize(const Context<Space>& context, std::int64_t aggregates,
  const std::int64_t* starts, const std::int32_t* nodes, int block, double* modes, double* coarse,
  std::uint8_t* constrained)
{
  forEach(
    context, aggregates, TRABECULA_LAMBDA(std::int64_t a) {
      const ModesOfAggregate<Modes> mine = { nodes + starts[a],
        static_cast<int>(starts[a + 1] - starts[a]), block, modes };
      const int rows = mine.count * block;
      double* r = coarse + Modes * Modes * a;
      for (int i = 0; i < Modes * Modes; ++i)
      {
        r[i] = 0.0;
      }
      for (int mode = 0; mode < Modes; ++mode)
      {
        const double before = mine.dot(mode, mode);
        for (int pass = 0; pass < 2; ++pass)
        {
          for (int other = 0; other < mode; ++other)
          {
            const double part = mine.dot(other, mode);
            r[Modes * other + mode] += part;
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
        r[Modes * mode + mode] = length;
        constrained[Modes * a + mode] = isNew ? 0 : 1;
      }
    });
}

template <class Space>
void roundModes(const Context<Space>& context, std::int64_t n, const double* modes, float* blocks)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { blocks[i] = static_cast<float>(modes[i]); });
}
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
  std::array<double, 6> bounds; // of all parts
  for (std::size_t c = 0; c < 3; ++c)
  {
    bounds[c] = -low[c];
    bounds[3 + c] = high[c];
  }
  context.communicator().maximum(bounds.data(), bounds.size());
  for (std::size_t c = 0; c < 3; ++c)
  {
    low[c] = -bounds[c];
    high[c] = bounds[3 + c];
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
DeviceVector<double, Space> nearNullSpace(const Context<Space>& context, int unknowns,
  const std::vector<double>& points, const std::vector<std::uint8_t>& constrained)
{
  if (unknowns == 3)
  {
    return rigidBodyModes(context, points, constrained);
  }
  std::vector<double> constant(constrained.size());
  std::transform(constrained.begin(), constrained.end(), constant.begin(),
    [](std::uint8_t isConstrained) { return isConstrained == 0 ? 1.0 : 0.0; });
  return DeviceVector<double, Space>(context, constant);
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
  const auto columns = static_cast<std::size_t>(result.modes());
  coarse.modes = DeviceVector<double, Space>(context, columns * columns * count);
  coarse.constrained = DeviceVector<std::uint8_t, Space>(context, columns * count);
  const DeviceVector<std::int64_t, Space> startsThere(context, starts);
  const DeviceVector<std::int32_t, Space> nodesThere(context, nodes);
  if (result.modes() == 1)
  {
    detail::orthonormalize<1>(context, aggregates, startsThere.data(), nodesThere.data(), fineBlock,
      modes.data(), coarse.modes.data(), coarse.constrained.data());
  }
  else
  {
    detail::orthonormalize<RigidModes>(context, aggregates, startsThere.data(), nodesThere.data(),
      fineBlock, modes.data(), coarse.modes.data(), coarse.constrained.data());
  }
  result.blocks = DeviceVector<float, Space>(context, modes.size());
  detail::roundModes(
    context, static_cast<std::int64_t>(modes.size()), modes.data(), result.blocks.data());
  context.synchronize();
  return result;
}

template DeviceVector<double, CompiledSpace> rigidBodyModes(const Context<CompiledSpace>& context,
  const std::vector<double>& points, const std::vector<std::uint8_t>& constrained);
template DeviceVector<double, CompiledSpace> nearNullSpace(const Context<CompiledSpace>& context,
  int unknowns, const std::vector<double>& points, const std::vector<std::uint8_t>& constrained);
template TentativeTransfer<CompiledSpace> makeTentative(const Context<CompiledSpace>& context,
  int fineBlock, const std::vector<std::int32_t>& aggregateOf, std::int32_t aggregates,
  DeviceVector<double, CompiledSpace> modes, CoarseModes<CompiledSpace>& coarse);
}

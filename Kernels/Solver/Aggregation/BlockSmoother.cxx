#include "Solver/Aggregation/BlockSmoother.h"

#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/BlockTransfer.h"
#include "Solver/SmootherKernels.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// Pivots of diagonal blocks below so much of the diagonal are of unknowns without stiffness.
constexpr double LeastPivot = 1e-11;

/// Entries of blocks in the order of multiplyBlockRows().
template <int Block>
struct RoundRows
{
  BlockRowsView matrix;
  const double* values;
  float* rounded;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t row, const Team& team, char* /*scratch*/) const
  {
    const int width = Block * this->matrix.length(row);
    const double* from = this->values + Block * Block * this->matrix.starts[row];
    float* to = this->rounded + Block * Block * this->matrix.starts[row];
    team.each(Block * width,
      [&](int t)
      {
        const int i = t / width;
        const int column = t % width;
        to[t] =
          static_cast<float>(from[Block * Block * (column / Block) + Block * i + column % Block]);
      });
  }
};

/// The inverse of the rows and columns of a matrix that are not held, zero elsewhere: Gauss and
/// Jordan's sweeps, which need no room besides.
template <int Block>
TRABECULA_FUNCTION void invertBlock(double* a, const std::uint8_t* held, float* inverse)
{
  double diagonal[Block];
  bool swept[Block];
  for (int k = 0; k < Block; ++k)
  {
    diagonal[k] = a[Block * k + k];
  }
  for (int k = 0; k < Block; ++k)
  {
    const double pivot = a[Block * k + k];
    swept[k] = held[k] == 0 && pivot > 0.0 && pivot > LeastPivot * diagonal[k];
    if (!swept[k])
    {
      for (int i = 0; i < Block; ++i)
      {
        a[Block * i + k] = a[Block * k + i] = 0.0;
      }
      continue;
    }
    const double factor = 1.0 / pivot;
    for (int i = 0; i < Block; ++i)
    {
      for (int j = 0; j < Block; ++j)
      {
        if (i != k && j != k)
        {
          a[Block * i + j] -= a[Block * i + k] * a[Block * k + j] * factor;
        }
      }
    }
    for (int i = 0; i < Block; ++i)
    {
      a[Block * i + k] *= factor;
      a[Block * k + i] *= i != k ? factor : 1.0;
    }
    a[Block * k + k] = -factor;
  }
  for (int t = 0; t < Block * Block; ++t)
  {
    inverse[t] = swept[t / Block] && swept[t % Block] ? static_cast<float>(-a[t]) : 0.0F;
  }
}

template <class Space, int Block>
void invertDiagonalBlocks(
  const BlockRowsView matrix, const double* values, const std::uint8_t* held, float* inverses)
{
  forEach<Space>(
    matrix.rows, TRABECULA_LAMBDA(std::int64_t row) {
      double block[Block * Block];
      const int place = matrix.placeOf(row, static_cast<std::int32_t>(row));
      const bool there = place < matrix.length(row);
      const double* from = values + Block * Block * (matrix.starts[row] + place);
      for (int t = 0; t < Block * Block; ++t)
      {
        block[t] = there ? from[t] : 0.0;
      }
      invertBlock<Block>(block, held + Block * row, inverses + Block * Block * row);
    });
}

template <class Space, int Block>
void setMatrixRows(const BlockRowsView& matrix, const double* values, const std::uint8_t* held,
  float* rounded, float* inverses)
{
  forEachTeam<Space, 32>(matrix.rows, 0, RoundRows<Block>{ matrix, values, rounded });
  invertDiagonalBlocks<Space, Block>(matrix, values, held, inverses);
}

/// Entry i of D^-1 r for an inverse block of a node.
template <int Block>
TRABECULA_FUNCTION float blockEntryOf(const float* inverse, const float* r, int i)
{
  float sum = 0.0F;
  TRABECULA_UNROLL
  for (int j = 0; j < Block; ++j)
  {
    sum += inverse[Block * i + j] * r[j];
  }
  return sum;
}

template <class Space, int Block>
void startBlocks(std::int64_t n, const float* inverses, const float* r, float factor, bool fromZero,
  float* d, float* x)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t node = t / Block;
      const float step = factor *
        blockEntryOf<Block>(
          inverses + Block * Block * node, r + Block * node, static_cast<int>(t % Block));
      d[t] = step;
      x[t] = fromZero ? step : x[t] + step;
    });
}

/// What is done with the products of a node's rows.
template <int Block>
struct StepOfNode
{
  const float* inverses;
  const float* d;
  float keep;
  float factor;
  float* r;
  float* next;
  float* x;

  TRABECULA_FUNCTION void operator()(std::int64_t node, const float* sums) const
  {
    float residual[Block];
    TRABECULA_UNROLL
    for (int i = 0; i < Block; ++i)
    {
      residual[i] = this->r[Block * node + i] - sums[i];
      this->r[Block * node + i] = residual[i];
    }
    TRABECULA_UNROLL
    for (int i = 0; i < Block; ++i)
    {
      const std::int64_t t = Block * node + i;
      const float step = this->keep * this->d[t] +
        this->factor * blockEntryOf<Block>(this->inverses + Block * Block * node, residual, i);
      this->next[t] = step;
      this->x[t] += step;
    }
  }

#ifdef __CUDACC__
  template <class Lanes>
  __device__ void operator()(std::int64_t node, bool isEntry, const Lanes& lanes, float sum) const
  {
    const std::int64_t t = Block * node + lanes.lane;
    const float residual = isEntry ? this->r[t] - sum : 0.0F;
    const float* inverse = this->inverses + Block * t;
    float product = 0.0F;
    TRABECULA_UNROLL
    for (int j = 0; j < Block; ++j)
    {
      const float other = lanes.of(residual, j);
      product += isEntry ? inverse[j] * other : 0.0F;
    }
    if (isEntry)
    {
      const float step = this->keep * this->d[t] + this->factor * product;
      this->r[t] = residual;
      this->next[t] = step;
      this->x[t] += step;
    }
  }
#endif
};

template <int Block>
struct SubtractOfNode
{
  float* r;

  TRABECULA_FUNCTION void operator()(std::int64_t node, const float* sums) const
  {
    for (int i = 0; i < Block; ++i)
    {
      this->r[Block * node + i] -= sums[i];
    }
  }

#ifdef __CUDACC__
  template <class Lanes>
  __device__ void operator()(std::int64_t node, bool isEntry, const Lanes& lanes, float sum) const
  {
    if (isEntry)
    {
      this->r[Block * node + lanes.lane] -= sum;
    }
  }
#endif
};

template <int Block>
struct StoreOfNode
{
  float* y;

  TRABECULA_FUNCTION void operator()(std::int64_t node, const float* sums) const
  {
    for (int i = 0; i < Block; ++i)
    {
      this->y[Block * node + i] = sums[i];
    }
  }

#ifdef __CUDACC__
  template <class Lanes>
  __device__ void operator()(std::int64_t node, bool isEntry, const Lanes& lanes, float sum) const
  {
    if (isEntry)
    {
      this->y[Block * node + lanes.lane] = sum;
    }
  }
#endif
};

/// A rough field whose energy is spread over stiff and weak nodes alike.
template <class Space>
void startLanczos(std::int64_t n, int block, const float* inverses, float* w)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t t) {
      const float inverse = inverses[t * block + t % block];
      const auto bits = static_cast<std::uint32_t>(t) * 2654435761U;
      const float noise = static_cast<float>(bits >> 8U) / float(1U << 24U) - 0.5F;
      w[t] = inverse > 0.0F ? noise / sqrtf(inverse) : 0.0F;
    });
}
}

template <class Space>
BlockSmoother<Space>::BlockSmoother(
  Context<Space>& context, int block, const BlockPattern<Space>& pattern)
  : Block(block), Pattern(&pattern),
    Values(context, static_cast<std::size_t>(pattern.pairs() * block * block)),
    Inverses(context, static_cast<std::size_t>(pattern.rows() * block * block))
{
}

template <class Space>
void BlockSmoother<Space>::setMatrix(const double* values, const std::uint8_t* held)
{
  const detail::BlockRowsView matrix = detail::blockRows(*this->Pattern);
  if (this->Block == 3)
  {
    detail::setMatrixRows<Space, 3>(
      matrix, values, held, this->Values.data(), this->Inverses.data());
  }
  else
  {
    detail::setMatrixRows<Space, RigidModes>(
      matrix, values, held, this->Values.data(), this->Inverses.data());
  }
}

template <class Space>
void BlockSmoother<Space>::start(
  const float* r, float factor, bool fromZero, float* d, float* x) const
{
  if (this->Block == 3)
  {
    detail::startBlocks<Space, 3>(this->size(), this->Inverses.data(), r, factor, fromZero, d, x);
  }
  else
  {
    detail::startBlocks<Space, RigidModes>(
      this->size(), this->Inverses.data(), r, factor, fromZero, d, x);
  }
}

template <class Space>
void BlockSmoother<Space>::step(
  const float* d, float keep, float factor, float* r, float* next, float* x) const
{
  const detail::BlockRowsView matrix = detail::blockRows(*this->Pattern);
  if (this->Block == 3)
  {
    detail::multiplyBlockRows<Space, 3>(matrix, this->Pattern->most, this->Values.data(), d,
      detail::StepOfNode<3>{ this->Inverses.data(), d, keep, factor, r, next, x });
  }
  else
  {
    detail::multiplyBlockRows<Space, RigidModes>(matrix, this->Pattern->most, this->Values.data(),
      d, detail::StepOfNode<RigidModes>{ this->Inverses.data(), d, keep, factor, r, next, x });
  }
}

template <class Space>
void BlockSmoother<Space>::subtract(const float* d, float* r) const
{
  const detail::BlockRowsView matrix = detail::blockRows(*this->Pattern);
  if (this->Block == 3)
  {
    detail::multiplyBlockRows<Space, 3>(
      matrix, this->Pattern->most, this->Values.data(), d, detail::SubtractOfNode<3>{ r });
  }
  else
  {
    detail::multiplyBlockRows<Space, RigidModes>(
      matrix, this->Pattern->most, this->Values.data(), d, detail::SubtractOfNode<RigidModes>{ r });
  }
}

template <class Space>
void BlockSmoother<Space>::multiply(const float* x, float* y) const
{
  const detail::BlockRowsView matrix = detail::blockRows(*this->Pattern);
  if (this->Block == 3)
  {
    detail::multiplyBlockRows<Space, 3>(
      matrix, this->Pattern->most, this->Values.data(), x, detail::StoreOfNode<3>{ y });
  }
  else
  {
    detail::multiplyBlockRows<Space, RigidModes>(
      matrix, this->Pattern->most, this->Values.data(), x, detail::StoreOfNode<RigidModes>{ y });
  }
}

template <class Space>
void BlockSmoother<Space>::startVector(float* w) const
{
  detail::startLanczos<Space>(this->size(), this->Block, this->Inverses.data(), w);
}

template class BlockSmoother<CompiledSpace>;
}

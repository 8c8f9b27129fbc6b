#include "Solver/Aggregation/Smoothers/BlockJacobi.h"

#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/Smoothers/BlockSteps.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// Inverts the unconstrained rows and columns of a block in place by Gauss-Jordan elimination; the
/// inverse is zero elsewhere.
template <int Block>
TRABECULA_FUNCTION void invertBlock(double* a, const std::uint8_t* constrained, float* inverse)
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
    swept[k] = constrained[k] == 0 && pivot > 0.0 && pivot > LeastPivot * diagonal[k];
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

template <int Block, class Space>
void invertDiagonalBlocks(const Context<Space>& context, const BlockRowsView matrix,
  const double* values, const std::uint8_t* constrained, float* inverses)
{
  forEach(
    context, matrix.rows, TRABECULA_LAMBDA(std::int64_t row) {
      double block[Block * Block];
      readDiagonalBlock<Block>(matrix, values, row, block);
      invertBlock<Block>(block, constrained + Block * row, inverses + Block * Block * row);
    });
}

template <class Space, int Block>
void startBlocks(const Context<Space>& context, std::int64_t n, const float* inverses,
  const float* r, float factor, bool fromZero, float* d, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t node = t / Block;
      const float step = factor *
        blockEntryOf<Block>(
          inverses + Block * Block * node, r + Block * node, static_cast<int>(t % Block));
      d[t] = step;
      x[t] = fromZero ? step : x[t] + step;
    });
}

template <class Space>
void invertDiagonalOfFree(const Context<Space>& context, std::int64_t n, const double* diagonal,
  const std::uint8_t* constrained, float* inverse)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      inverse[i] =
        constrained[i] == 0 && diagonal[i] > 0.0 ? static_cast<float>(1.0 / diagonal[i]) : 0.0F;
    });
}

/// Fills w with pseudo-random numbers in [-0.5, 0.5], multiplied by the square roots of the
/// diagonal.
template <class Space>
void startLanczos(
  const Context<Space>& context, std::int64_t n, int block, const float* inverses, float* w)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t t) {
      const float inverse = inverses[t * block + t % block];
      const auto bits = static_cast<std::uint32_t>(t) * 2654435761U;
      const float noise = static_cast<float>(bits >> 8U) / float(1U << 24U) - 0.5F;
      w[t] = inverse > 0.0F ? noise / sqrtf(inverse) : 0.0F;
    });
}
}

template <class Space>
BlockJacobi<Space>::BlockJacobi(const Context<Space>& context, int block, std::int64_t nodes)
  : Computing(&context), Block(block), Nodes(nodes),
    Inverses(context, static_cast<std::size_t>(nodes * block * block))
{
}

template <class Space>
void BlockJacobi<Space>::setRows(
  const BlockPattern<Space>& pattern, const double* values, const std::uint8_t* constrained)
{
  detail::withBlock(this->Block,
    [&](auto block)
    {
      detail::invertDiagonalBlocks<decltype(block)::value>(
        *this->Computing, detail::blockRows(pattern), values, constrained, this->Inverses.data());
    });
}

template <class Space>
void BlockJacobi<Space>::setDiagonal(const double* diagonal, const std::uint8_t* constrained)
{
  detail::invertDiagonalOfFree(
    *this->Computing, this->size(), diagonal, constrained, this->Inverses.data());
}

template <class Space>
void BlockJacobi<Space>::start(
  const float* r, float factor, bool fromZero, float* d, float* x) const
{
  detail::withBlock(this->Block,
    [&](auto block)
    {
      detail::startBlocks<Space, decltype(block)::value>(
        *this->Computing, this->size(), this->Inverses.data(), r, factor, fromZero, d, x);
    });
}

template <class Space>
void BlockJacobi<Space>::startVector(float* w) const
{
  detail::startLanczos(*this->Computing, this->size(), this->Block, this->Inverses.data(), w);
}

template class BlockJacobi<CompiledSpace>;
}

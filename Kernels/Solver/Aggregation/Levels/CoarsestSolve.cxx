#include "Solver/Aggregation/Levels/CoarsestSolve.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Host/DenseHostKernels.h"
#include "Solver/SymmetricInverse.h"

namespace trabecula
{
namespace detail
{
/// Expands the free part of a block matrix to a dense one; constrained rows get ones on the
/// diagonal.
template <class Space>
void spreadBlocks(const Context<Space>& context, const BlockRowsView matrix, int block,
  const double* values, const std::uint8_t* constrained, std::int64_t rows, double* dense)
{
  const std::int64_t n = matrix.rows * block;
  forEach(
    context, rows * rows, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t row = t / rows;
      const std::int64_t column = t % rows;
      double value = row == column ? 1.0 : 0.0;
      if (row < n && column < n && constrained[row] == 0 && constrained[column] == 0)
      {
        const std::int64_t node = row / block;
        const auto other = static_cast<std::int32_t>(column / block);
        const int place = matrix.placeOf(node, other);
        const std::int64_t k = matrix.starts[node] + place;
        const bool there = place < matrix.length(node) && matrix.columns[k] == other;
        const double entry =
          there ? values[block * (block * k + row % block) + column % block] : 0.0;
        // Nodes without elements have no stiffness and get a one on the diagonal.
        value = row == column && !(entry > 0.0) ? 1.0 : entry;
      }
      dense[t] = value;
    });
}

/// x = A r, or x += A r, with a dense symmetric matrix.
template <class Space>
void multiplyInverse([[maybe_unused]] const Context<Space>& context, std::int64_t n,
  std::int64_t stride, const double* matrix, const float* r, bool fromZero, float* x)
{
#ifdef __CUDACC__
  forEachWarp(context, n,
    [=] __device__(std::int64_t row, int lane)
    {
      double sum = 0.0;
      for (std::int64_t column = lane; column < n; column += WarpSize)
      {
        sum += matrix[row * stride + column] * double(r[column]);
      }
      sum = warpSum(sum);
      if (lane == 0)
      {
        x[row] = static_cast<float>(fromZero ? sum : double(x[row]) + sum);
      }
    });
#else
  denseHostKernels().multiplyDouble(n, n, stride, matrix, fromZero, r, x);
#endif
}
}

template <class Space>
void CoarsestSolve<Space>::update(const Context<Space>& context, const BlockPattern<Space>& pattern,
  int block, const double* values, const std::uint8_t* constrained)
{
  this->Unknowns = pattern.rows() * block;
  this->Rows = (this->Unknowns + InverseTile - 1) / InverseTile * InverseTile;
  const auto size = static_cast<std::size_t>(this->Rows * this->Rows);
  if (this->Inverse.size() != size)
  {
    this->Inverse = DeviceVector<double, Space>(context, size);
  }
  detail::spreadBlocks(context, detail::blockRows(pattern), block, values, constrained, this->Rows,
    this->Inverse.data());
  if (!invertSymmetricInPlace(context, this->Rows, 1, this->Inverse.data()))
  {
    throw SolverBreakdown(
      "The coarsest matrix of multigrid is not positive definite: supports hold "
      "too little of the structure, or rounding is too large.");
  }
}

template <class Space>
void CoarsestSolve<Space>::solve(const float* r, bool fromZero, float* x) const
{
  detail::multiplyInverse(
    this->Inverse.context(), this->Unknowns, this->Rows, this->Inverse.data(), r, fromZero, x);
}

template class CoarsestSolve<CompiledSpace>;
}

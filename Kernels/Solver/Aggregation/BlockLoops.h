#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKLOOPS_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKLOOPS_H

// Loops over rows of blocks, for the library's own sources: include it from .cxx files only.

#include "Core/Cuda/Warps.h"
#include "Core/Teams.h"
#include "Mesh/Neighbours/NeighbourMatrix.h"

#include <cstdint>
#include <type_traits>

namespace trabecula
{
namespace detail
{
/// Calls work with a number of unknowns of a node as a constant: 1, 3 or 6.
template <class Work>
void withBlock(int block, const Work& work)
{
  switch (block)
  {
    case 1:
      work(std::integral_constant<int, 1>());
      return;
    case 3:
      work(std::integral_constant<int, 3>());
      return;
    default:
      work(std::integral_constant<int, 6>());
  }
}

/// The same with the numbers of unknowns of a node on both sides of a transfer.
template <class Work>
void withBlocks(int fine, int coarse, const Work& work)
{
  if (coarse == 3)
  {
    work(std::integral_constant<int, 3>(), std::integral_constant<int, 3>());
    return;
  }
  withBlock(fine,
    [&](auto block)
    {
      using Coarse = std::integral_constant<int, decltype(block)::value == 1 ? 1 : 6>;
      work(block, Coarse());
    });
}

/// The place of the first of ascending numbers that is not less than the given one, or their count.
TRABECULA_FUNCTION int firstNotLess(const std::int32_t* numbers, int count, std::int64_t number)
{
  int low = 0;
  int high = count;
  while (low < high)
  {
    const int middle = (low + high) / 2;
    if (numbers[middle] < number)
    {
      low = middle + 1;
    }
    else
    {
      high = middle;
    }
  }
  return low;
}

/// The pattern of a matrix of blocks for kernels.
struct BlockRowsView
{
  std::int64_t rows;
  const std::int64_t* starts;
  const std::int32_t* columns;

  TRABECULA_FUNCTION int length(std::int64_t row) const
  {
    return static_cast<int>(this->starts[row + 1] - this->starts[row]);
  }

  /// The place of a column in a row; that of the next larger one if the row does not have it.
  TRABECULA_FUNCTION int placeOf(std::int64_t row, std::int32_t column) const
  {
    return firstNotLess(this->columns + this->starts[row], this->length(row), column);
  }
};

/// A pivot of a diagonal block that is smaller than this share of the diagonal entry belongs to an
/// unknown that depends on others of its node, or has no stiffness.
constexpr double LeastPivot = 1e-11;

/// Copies the diagonal block of a row of a matrix; zeros if it has none.
template <int Block>
TRABECULA_FUNCTION void readDiagonalBlock(
  const BlockRowsView& matrix, const double* values, std::int64_t row, double* block)
{
  const int place = matrix.placeOf(row, static_cast<std::int32_t>(row));
  const bool there = place < matrix.length(row);
  const double* from = values + Block * Block * (matrix.starts[row] + place);
  for (int t = 0; t < Block * Block; ++t)
  {
    block[t] = there ? from[t] : 0.0;
  }
}

template <class Space>
BlockRowsView blockRows(const NeighbourMatrix<Space>& pattern)
{
  return { pattern.rows(), pattern.starts.data(), pattern.nodes.data() };
}

#ifdef __CUDACC__
/// From this number of rows on a row is processed by half a warp, so that more rows are read at a
/// time. The number was not measured.
constexpr std::int64_t ManyBlockRows = 100000;

/// The neighbouring lanes of a warp that process a row; each calls finish with its lane and sum.
template <int Lanes>
struct LanesOfRow
{
  int lane;

  /// The value of another lane of the row.
  __device__ __forceinline__ float of(float value, int other) const
  {
    return __shfl_sync(0xffffffffU, value, other, Lanes);
  }
};

template <int Block, int Lanes, class Finish>
void multiplyRowsByLanes(const Context<CudaSpace>& context, const BlockRowsView& view,
  const float* values, const float* x, const Finish& finish)
{
  constexpr int RowsOfWarp = WarpSize / Lanes;
  forEachWarp(context, (view.rows + RowsOfWarp - 1) / RowsOfWarp,
    [=] __device__(std::int64_t item, int laneOfWarp)
    {
      const LanesOfRow<Lanes> lanes = { laneOfWarp % Lanes };
      // Lanes beyond the last row take part in sums.
      const std::int64_t row = RowsOfWarp * item + laneOfWarp / Lanes;
      const bool isRow = row < view.rows;
      const std::int64_t start = isRow ? view.starts[row] : 0;
      const int width = isRow ? Block * view.length(row) : 0;
      const float* entries = values + Block * Block * start;
      float sums[Block] = {};
#pragma unroll 3
      for (int t = lanes.lane; t < width; t += Lanes)
      {
        const float factor = x[Block * std::int64_t(view.columns[start + t / Block]) + t % Block];
        TRABECULA_UNROLL
        for (int i = 0; i < Block; ++i)
        {
          sums[i] += entries[i * width + t] * factor;
        }
      }
      float mine = 0.0F;
      TRABECULA_UNROLL
      for (int i = 0; i < Block; ++i)
      {
        TRABECULA_UNROLL
        for (int offset = Lanes / 2; offset > 0; offset /= 2)
        {
          sums[i] += __shfl_xor_sync(0xffffffffU, sums[i], offset);
        }
        mine = lanes.lane == i ? sums[i] : mine;
      }
      finish(row, isRow && lanes.lane < Block, lanes, mine);
    });
}
#endif

/**
 * Calls finish with the Block sums of each row of blocks times a vector: on the host finish(row,
 * sums), on CUDA finish(row, isEntry, lanes, sum) by all lanes of a row, of which the first Block
 * have an entry. Entry (i, j) of the k-th block of a row of n is at Block * Block * start + i * n *
 * Block + k * Block + j, so that neighbouring threads read neighbouring entries.
 */
template <int Block, class Space, class Finish>
void multiplyBlockRows(const Context<Space>& context, const BlockRowsView& view, int most,
  const float* values, const float* x, const Finish& finish)
{
#ifdef __CUDACC__
  static_cast<void>(most);
  if (view.rows < ManyBlockRows)
  {
    multiplyRowsByLanes<Block, WarpSize>(context, view, values, x, finish);
  }
  else
  {
    multiplyRowsByLanes<Block, WarpSize / 2>(context, view, values, x, finish);
  }
#else
  const std::size_t bytes = static_cast<std::size_t>(most) * Block * sizeof(float);
  forEachTeam<32, 256>(context, view.rows, bytes,
    [=](std::int64_t row, const HostTeam&, char* scratch)
    {
      auto* factors = reinterpret_cast<float*>(scratch);
      const std::int64_t start = view.starts[row];
      const int count = view.length(row);
      const int width = Block * count;
      for (int k = 0; k < count; ++k)
      {
        const float* from = x + Block * std::int64_t(view.columns[start + k]);
        for (int j = 0; j < Block; ++j)
        {
          factors[Block * k + j] = from[j];
        }
      }
      const float* entries = values + Block * Block * start;
      float sums[Block];
      for (int i = 0; i < Block; ++i)
      {
        const float* line = entries + std::int64_t(i) * width;
        float sum = 0.0F;
#pragma omp simd reduction(+ : sum)
        for (int t = 0; t < width; ++t)
        {
          sum += line[t] * factors[t];
        }
        sums[i] = sum;
      }
      finish(row, sums);
    });
#endif
}
}
}

#endif

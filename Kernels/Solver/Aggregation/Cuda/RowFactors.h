#ifndef TRABECULA_SOLVER_AGGREGATION_CUDA_ROWFACTORS_H
#define TRABECULA_SOLVER_AGGREGATION_CUDA_ROWFACTORS_H

// Factors and results of products of matrices of blocks row by row, for the library's own sources;
// empty for other compilers than CUDA's.

#ifdef __CUDACC__
#include "Solver/Aggregation/BlockLoops.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Left factors of rows of A B: the blocks of rows of A from the first on.
template <int Fine>
struct RowsOfMatrix
{
  static constexpr int Rows = Fine;
  static constexpr int Inner = Fine;
  static constexpr bool IsSum = false; ///< of chunks
  using Real = double;

  BlockRowsView matrix;
  const double* values;
  std::int64_t firstRow;

  __device__ std::int64_t rowOf(std::int64_t item) const { return this->firstRow + item; }
  __device__ std::int64_t begin(std::int64_t row) const { return this->matrix.starts[row]; }
  __device__ std::int64_t end(std::int64_t row) const { return this->matrix.starts[row + 1]; }
  __device__ std::int64_t rightRow(std::int64_t k) const { return this->matrix.columns[k]; }
  __device__ std::int64_t block(std::int64_t k) const { return k; }
  /// The place in a row of the result from which on it is computed.
  static __device__ int firstPlace(const BlockRowsView& /*result*/, std::int64_t /*row*/)
  {
    return 0;
  }
  /// The place of entry (i, j) of a factor in its block.
  static __device__ int entry(int i, int j) { return Inner * i + j; }
};

/// Left factors of rows of P^T (A P): the blocks of columns of P, transposed, that are in rows
/// [firstRow, endRow) of P. Of the first rows of the product only blocks on and right of the
/// diagonal are summed.
template <int Fine, int Coarse>
struct ColumnsOfTransfer
{
  static constexpr int Rows = Coarse;
  static constexpr int Inner = Fine;
  static constexpr bool IsSum = true;
  using Real = float;

  const std::int64_t* starts;
  const std::int32_t* rows; ///< ascending in a column
  const std::int64_t* entries;
  const float* values;
  std::int64_t firstRow;
  std::int64_t endRow;
  std::int64_t upperRows; ///< number of the first rows

  __device__ std::int64_t place(std::int64_t column, std::int64_t row) const
  {
    const std::int64_t start = this->starts[column];
    return start +
      firstNotLess(this->rows + start, static_cast<int>(this->starts[column + 1] - start), row);
  }
  __device__ std::int64_t rowOf(std::int64_t item) const { return item; }
  __device__ std::int64_t begin(std::int64_t row) const { return this->place(row, this->firstRow); }
  __device__ std::int64_t end(std::int64_t row) const { return this->place(row, this->endRow); }
  __device__ std::int64_t rightRow(std::int64_t k) const { return this->rows[k]; }
  __device__ std::int64_t block(std::int64_t k) const { return this->entries[k]; }
  __device__ int firstPlace(const BlockRowsView& result, std::int64_t row) const
  {
    return row < this->upperRows ? result.placeOf(row, static_cast<std::int32_t>(row)) : 0;
  }
  static __device__ int entry(int i, int j) { return Coarse * j + i; }
};

/// Blocks of rows as factors on the right, from the given row on.
template <class Number>
struct RightRows
{
  using Real = Number;

  BlockRowsView pattern;
  const Number* values;
  std::int64_t firstRow;

  __device__ std::int64_t first(std::int64_t row) const { return this->pattern.starts[row]; }
  __device__ int length(std::int64_t row) const { return this->pattern.length(row); }
  /// Columns of blocks from the given one on.
  __device__ const std::int32_t* columns(std::int64_t block) const
  {
    return this->pattern.columns + block;
  }
  /// The place of a block in values.
  __device__ std::int64_t place(std::int64_t k) const
  {
    return k - this->pattern.starts[this->firstRow];
  }
};

/// The rows of a tentative prolongation, with one block or none.
struct TentativeRows
{
  using Real = float;

  const std::int32_t* aggregateOf;
  const float* values;

  __device__ std::int64_t first(std::int64_t row) const { return row; }
  __device__ int length(std::int64_t row) const { return this->aggregateOf[row] < 0 ? 0 : 1; }
  __device__ const std::int32_t* columns(std::int64_t block) const
  {
    return this->aggregateOf + block;
  }
  __device__ std::int64_t place(std::int64_t k) const { return k; }
};

/// Writes sums of blocks of a row to a matrix or adds them to it, by a warp.
template <bool Add>
struct KeepSums
{
  BlockRowsView result;
  std::int64_t firstRow; ///< the first one in values
  double* values;

  template <int Size>
  __device__ void write(std::int64_t row, int place, int count, const double* sums, int lane) const
  {
    double* there = this->values +
      Size * (this->result.starts[row] + place - this->result.starts[this->firstRow]);
    for (int t = lane; t < Size * count; t += WarpSize)
    {
      there[t] = Add ? there[t] + sums[t] : sums[t];
    }
  }
};
}
}
#endif

#endif

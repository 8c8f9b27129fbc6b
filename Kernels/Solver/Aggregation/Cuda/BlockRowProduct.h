#ifndef TRABECULA_SOLVER_AGGREGATION_CUDA_BLOCKROWPRODUCT_H
#define TRABECULA_SOLVER_AGGREGATION_CUDA_BLOCKROWPRODUCT_H

// Products of matrices of blocks row by row (F. G. Gustavson, ACM Trans. Math. Softw. 4, 1978), for
// the library's own sources; empty for other compilers than CUDA's.

#ifdef __CUDACC__
#include "Solver/Aggregation/BlockLoops.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Left factors of rows of A P: the blocks of rows of A from the first on.
template <int Fine>
struct RowsOfMatrix
{
  static constexpr int Rows = Fine;
  static constexpr int Inner = Fine;
  static constexpr bool IsSymmetric = false;

  BlockRowsView matrix;
  const double* values;
  std::int64_t firstRow;

  __device__ std::int64_t rowOf(std::int64_t item) const { return this->firstRow + item; }
  __device__ std::int64_t begin(std::int64_t row) const { return this->matrix.starts[row]; }
  __device__ std::int64_t end(std::int64_t row) const { return this->matrix.starts[row + 1]; }
  __device__ std::int64_t rightRow(std::int64_t k) const { return this->matrix.columns[k]; }
  __device__ double entry(std::int64_t k, int t) const
  {
    return this->values[Rows * Inner * k + t];
  }
};

/// Left factors of rows of P^T (A P): the blocks of columns of P, transposed, that are in rows
/// [firstRow, endRow) of P. Of the product only blocks on and right of the diagonal are summed.
template <int Fine, int Coarse>
struct ColumnsOfTransfer
{
  static constexpr int Rows = Coarse;
  static constexpr int Inner = Fine;
  static constexpr bool IsSymmetric = true;

  const std::int64_t* starts;
  const std::int32_t* rows; ///< ascending in a column
  const std::int64_t* entries;
  const float* blocks;
  std::int64_t firstRow;
  std::int64_t endRow;

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
  __device__ double entry(std::int64_t k, int t) const
  {
    return this->blocks[Fine * Coarse * this->entries[k] + Coarse * (t % Fine) + t / Fine];
  }
};

/// Blocks of rows as factors on the right, from the given row on.
template <class Real>
struct RightRows
{
  BlockRowsView pattern;
  const Real* values;
  std::int64_t firstRow;
  int most; ///< blocks of a row
};

/**
 * A row of a product, or what left factors of a chunk add to it.
 *
 * What a thread needs of several left factors is brought to scratch memory at once, by all threads:
 * factors, where their right rows are, and which blocks of the product these belong to. Then for
 * one factor after another, so that sums keep their order, a thread has a column of a right block.
 */
template <class Left, class Real, int Columns>
struct BlockRowProduct
{
  static constexpr int Rows = Left::Rows;
  static constexpr int Inner = Left::Inner;
  static constexpr int Size = Rows * Columns;
  static constexpr int Factors = 16; ///< brought at once

  Left left;
  RightRows<Real> right;
  BlockRowsView result;
  int mostResult;        ///< blocks of a row
  std::int64_t firstRow; ///< that values have
  double* values;
  bool isInScratch = true; ///< sums; in place else

  std::size_t bytes() const
  {
    const auto blocks = static_cast<std::size_t>(this->mostResult);
    const std::size_t sums = this->isInScratch ? blocks * Size * sizeof(double) : 0;
    const std::size_t places = Factors * static_cast<std::size_t>(this->right.most);
    return sums + Factors * (Rows * Inner * sizeof(double) + sizeof(std::int64_t) + sizeof(int)) +
      blocks * sizeof(std::int32_t) + places * sizeof(std::uint16_t);
  }

  template <class Team>
  __device__ void operator()(std::int64_t item, const Team& team, char* scratch) const
  {
    const std::int64_t row = this->left.rowOf(item);
    const std::int64_t begin = this->left.begin(row);
    const std::int64_t end = this->left.end(row);
    if (Left::IsSymmetric && begin == end)
    {
      return;
    }
    const int count = this->result.length(row);
    const int least =
      Left::IsSymmetric ? this->result.placeOf(row, static_cast<std::int32_t>(row)) : 0;
    double* there =
      this->values + Size * (this->result.starts[row] - this->result.starts[this->firstRow]);
    auto* next = reinterpret_cast<double*>(scratch);
    double* sums = this->isInScratch ? next : there;
    next += this->isInScratch ? Size * this->mostResult : 0;
    double* factors = next;
    auto* firsts = reinterpret_cast<std::int64_t*>(factors + Factors * Rows * Inner);
    auto* counts = reinterpret_cast<int*>(firsts + Factors);
    std::int32_t* columns = counts + Factors;
    auto* places = reinterpret_cast<std::uint16_t*>(columns + this->mostResult);

    const std::int32_t* all = this->result.columns + this->result.starts[row];
    team.each(count, [&](int i) { columns[i] = all[i]; });
    if (this->isInScratch || !Left::IsSymmetric)
    {
      team.each(Size * count, [&](int i) { sums[i] = 0.0; });
    }
    const std::int64_t offset = this->right.pattern.starts[this->right.firstRow];
    for (std::int64_t batch = begin; batch < end; batch += Factors)
    {
      const int here = end - batch < Factors ? static_cast<int>(end - batch) : Factors;
      team.each(here * Rows * Inner,
        [&](int t)
        { factors[t] = this->left.entry(batch + t / (Rows * Inner), t % (Rows * Inner)); });
      team.each(here,
        [&](int k)
        {
          const std::int64_t other = this->left.rightRow(batch + k);
          const int skipped = Left::IsSymmetric
            ? this->right.pattern.placeOf(other, static_cast<std::int32_t>(row))
            : 0;
          firsts[k] = this->right.pattern.starts[other] + skipped;
          counts[k] = this->right.pattern.length(other) - skipped;
        });
      team.each(here * this->right.most,
        [&](int t)
        {
          const int k = t / this->right.most;
          const int p = t % this->right.most;
          if (p < counts[k])
          {
            places[t] = static_cast<std::uint16_t>(
              firstNotLess(columns, count, this->right.pattern.columns[firsts[k] + p]));
          }
        });
      for (int k = 0; k < here; ++k)
      {
        const double* factor = factors + Rows * Inner * k;
        const Real* blocks = this->right.values + Inner * Columns * (firsts[k] - offset);
        team.each(counts[k] * Columns,
          [&](int t)
          {
            const int p = t / Columns;
            const int j = t % Columns;
            const Real* block = blocks + Inner * Columns * p + j;
            double column[Inner];
            TRABECULA_UNROLL
            for (int m = 0; m < Inner; ++m)
            {
              column[m] = static_cast<double>(block[Columns * m]);
            }
            double* sum = sums + Size * places[this->right.most * k + p] + j;
            TRABECULA_UNROLL
            for (int i = 0; i < Rows; ++i)
            {
              double total = sum[Columns * i];
              TRABECULA_UNROLL
              for (int m = 0; m < Inner; ++m)
              {
                total += factor[Inner * i + m] * column[m];
              }
              sum[Columns * i] = total;
            }
          });
      }
    }
    if (this->isInScratch)
    {
      team.each(Size * (count - least),
        [&](int i)
        {
          const int t = Size * least + i;
          there[t] = Left::IsSymmetric ? there[t] + sums[t] : sums[t];
        });
    }
  }
};

/// Rows below which a warp for each leaves a GPU idle, and bytes of scratch memory that leave too
/// few warps. Not measured.
constexpr std::int64_t FewProductRows = 20000;
constexpr std::size_t MostWarpScratch = 16 * 1024;

template <class Space, class Work>
void multiplyRows(std::int64_t items, Work work)
{
  work.isInScratch = work.bytes() <= MostTeamScratch;
  if (items < FewProductRows || work.bytes() > MostWarpScratch)
  {
    forEachTeam<Space, 4 * WarpSize>(items, work.bytes(), work);
  }
  else
  {
    forEachTeam<Space, WarpSize>(items, work.bytes(), work);
  }
}
}
}
#endif

#endif

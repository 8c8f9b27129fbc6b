#ifndef TRABECULA_SOLVER_EIGEN_BLOCKPRODUCTWORK_H
#define TRABECULA_SOLVER_EIGEN_BLOCKPRODUCTWORK_H

// Loops of BlockProducts on CUDA; for that source only. The host has ColumnHostKernels.

#include "Core/Space.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Columns of A and of B whose inner products a thread has in its registers.
constexpr int ColumnsOfBlock = 8;
constexpr int EntriesOfBlock = ColumnsOfBlock * ColumnsOfBlock;
constexpr int TeamOfProducts = 128;
/// Columns of A that combine() has in registers at once.
constexpr int MostInRegisters = 32;
constexpr int TeamOfRows = 128;
/// Rows of a team, for which factors are copied once.
constexpr int RowsOfTeam = 4 * TeamOfRows;

inline int blocksOf(int columns)
{
  return (columns + ColumnsOfBlock - 1) / ColumnsOfBlock;
}

/// Inner products of one block of columns of A and one of B over one chunk of rows. A thread takes
/// every so many rows, and needs one load for four products; neighbouring items read the same
/// rows, which remain in the cache.
struct InnerProductWork
{
  const double* a;
  const double* b;
  std::int64_t strideOfA; ///< between columns
  std::int64_t strideOfB;
  int columnsOfA;
  int columnsOfB;
  std::int64_t rows;
  std::int64_t rowsOfChunk;
  int blocksOfB;
  int blocks;
  std::int64_t chunks;
  double* partials; ///< of each chunk, for each entry of each block

  static constexpr std::size_t Bytes = sizeof(double) * TeamOfProducts * ColumnsOfBlock;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    const int block = static_cast<int>(item % this->blocks);
    const std::int64_t chunk = item / this->blocks;
    const std::int64_t first = chunk * this->rowsOfChunk;
    const std::int64_t end =
      first + this->rowsOfChunk < this->rows ? first + this->rowsOfChunk : this->rows;
    const int firstOfA = block / this->blocksOfB * ColumnsOfBlock;
    const int firstOfB = block % this->blocksOfB * ColumnsOfBlock;
    const double* ofA[ColumnsOfBlock];
    const double* ofB[ColumnsOfBlock];
    double sums[ColumnsOfBlock][ColumnsOfBlock];
    TRABECULA_UNROLL
    for (int i = 0; i < ColumnsOfBlock; ++i)
    {
      // Columns that do not exist are read as the last one, and their sums are not used.
      ofA[i] = this->a + lesser(firstOfA + i, this->columnsOfA - 1) * this->strideOfA;
      ofB[i] = this->b + lesser(firstOfB + i, this->columnsOfB - 1) * this->strideOfB;
      TRABECULA_UNROLL
      for (int j = 0; j < ColumnsOfBlock; ++j)
      {
        sums[i][j] = 0.0;
      }
    }
    for (std::int64_t row = first + team.lane; row < end; row += TeamOfProducts)
    {
      double x[ColumnsOfBlock];
      double y[ColumnsOfBlock];
      TRABECULA_UNROLL
      for (int i = 0; i < ColumnsOfBlock; ++i)
      {
        x[i] = ofA[i][row];
        y[i] = ofB[i][row];
      }
      TRABECULA_UNROLL
      for (int i = 0; i < ColumnsOfBlock; ++i)
      {
        TRABECULA_UNROLL
        for (int j = 0; j < ColumnsOfBlock; ++j)
        {
          sums[i][j] += x[i] * y[j];
        }
      }
    }
    this->add(chunk, block, sums, team, reinterpret_cast<double*>(memory));
  }

private:
  TRABECULA_FUNCTION static int lesser(int i, int j) { return i < j ? i : j; }

  /// Adds the sums of all threads up, those of one column of A at a time, in a fixed order.
  template <class Team>
  TRABECULA_FUNCTION void add(std::int64_t chunk, int block,
    const double (&sums)[ColumnsOfBlock][ColumnsOfBlock], const Team& team, double* memory) const
  {
    TRABECULA_UNROLL
    for (int i = 0; i < ColumnsOfBlock; ++i)
    {
      TRABECULA_UNROLL
      for (int j = 0; j < ColumnsOfBlock; ++j)
      {
        memory[TeamOfProducts * j + team.lane] = sums[i][j];
      }
      team.wait();
      for (int half = TeamOfProducts / 2; half > 0; half /= 2)
      {
        team.each(ColumnsOfBlock * half,
          [&](int k)
          {
            double* ofColumn = memory + TeamOfProducts * (k / half);
            ofColumn[k % half] += ofColumn[k % half + half];
          });
      }
      if (team.lane < ColumnsOfBlock)
      {
        const std::int64_t entry = block * EntriesOfBlock + i * ColumnsOfBlock + team.lane;
        this->partials[entry * this->chunks + chunk] = memory[TeamOfProducts * team.lane];
      }
      team.wait();
    }
  }
};

/// Sums of the chunks of an entry.
struct SumOfChunks
{
  const double* partials;
  std::int64_t chunks;
  double* totals;

  static constexpr int Team = 32;
  static constexpr std::size_t Bytes = sizeof(double) * Team;

  template <class AnyTeam>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const AnyTeam& team, char* memory) const
  {
    double* sums = reinterpret_cast<double*>(memory);
    double sum = 0.0;
    for (std::int64_t chunk = team.lane; chunk < this->chunks; chunk += Team)
    {
      sum += this->partials[item * this->chunks + chunk];
    }
    sums[team.lane] = sum;
    team.wait();
    if (team.lane == 0)
    {
      for (int lane = 1; lane < Team; ++lane)
      {
        sum += sums[lane];
      }
      this->totals[item] = sum;
    }
  }
};

/// B = A C, or B += A C.
struct ColumnCombination
{
  const double* a;
  double* b;
  std::int64_t strideOfA; ///< between columns
  std::int64_t strideOfB;
  int columnsOfA;
  int columnsOfB;
  std::int64_t rows;
  const double* c; ///< by columns
  bool isAdded;
};

/// A combination for rows of a team. A thread reads a row of A before it writes that of B, which
/// may be in the same memory. @tparam Most columns of A, those that do not exist have factors of
/// zero
template <int Most>
struct CombinationInRegisters : ColumnCombination
{
  static std::size_t bytes(int columnsOfB)
  {
    return sizeof(double) * Most * static_cast<std::size_t>(columnsOfB);
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    double* factors = reinterpret_cast<double*>(memory);
    team.each(Most * this->columnsOfB,
      [&](int i)
      {
        const int k = i % Most;
        factors[i] = k < this->columnsOfA ? this->c[i / Most * this->columnsOfA + k] : 0.0;
      });
    const std::int64_t first = item * RowsOfTeam;
    const std::int64_t end = first + RowsOfTeam < this->rows ? first + RowsOfTeam : this->rows;
    for (std::int64_t row = first + team.lane; row < end; row += TeamOfRows)
    {
      double x[Most];
      TRABECULA_UNROLL
      for (int k = 0; k < Most; ++k)
      {
        x[k] = k < this->columnsOfA ? this->a[k * this->strideOfA + row] : 0.0;
      }
      for (int j = 0; j < this->columnsOfB; ++j)
      {
        const double* ofColumn = factors + Most * j;
        double even = 0.0;
        double odd = 0.0;
        TRABECULA_UNROLL
        for (int k = 0; k < Most; k += 2)
        {
          even += ofColumn[k] * x[k];
          odd += ofColumn[k + 1] * x[k + 1];
        }
        double* to = this->b + j * this->strideOfB + row;
        *to = this->isAdded ? *to + (even + odd) : even + odd;
      }
    }
  }
};

/// The same for any number of columns of A, whose rows are in scratch memory.
struct CombinationInTiles : ColumnCombination
{
  static constexpr int Rows = 64;
  static std::size_t bytes(int columnsOfA)
  {
    return sizeof(double) * static_cast<std::size_t>(columnsOfA) * Rows;
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    const std::int64_t row = item * Rows;
    const int count = this->rows - row < Rows ? static_cast<int>(this->rows - row) : Rows;
    double* tile = reinterpret_cast<double*>(memory);
    team.each(this->columnsOfA * Rows,
      [&](int i)
      {
        const int r = i % Rows;
        tile[i] = r < count ? this->a[i / Rows * this->strideOfA + row + r] : 0.0;
      });
    team.each(this->columnsOfB * Rows,
      [&](int i)
      {
        const int column = i / Rows;
        const int r = i % Rows;
        if (r >= count)
        {
          return;
        }
        double sum = 0.0;
        for (int k = 0; k < this->columnsOfA; ++k)
        {
          sum += this->c[column * this->columnsOfA + k] * tile[Rows * k + r];
        }
        double* to = this->b + column * this->strideOfB + row + r;
        *to = this->isAdded ? *to + sum : sum;
      });
  }
};
}
}

#endif

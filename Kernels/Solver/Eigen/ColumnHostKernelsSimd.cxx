// This file is compiled once for each instruction set; see Core/Execution/HostVectors.h.

#include "Core/Execution/HostVectors.h"
#include "Solver/Eigen/ColumnHostKernels.h"

namespace trabecula
{
namespace
{
typedef double Pack __attribute__((vector_size(VectorBytes)));
constexpr int Width = VectorBytes / static_cast<int>(sizeof(double));

/// Rows that remain in the nearest cache while all products of their columns are computed.
constexpr std::int64_t RowsAtOnce = 128;
// Sums of a block of products, which remain in registers.
constexpr int BlockOfA = 4;
constexpr int BlockOfB = 3;

/// Columns of A and B over a range of rows.
struct Columns
{
  std::int64_t rows;
  const double* a;
  std::int64_t strideOfA;
  int countOfA;
  const double* b;
  std::int64_t strideOfB;
  int countOfB;
};

/// products += the inner products of the first CountOfA columns of A and CountOfB of B.
template <int CountOfA, int CountOfB>
inline __attribute__((always_inline)) void addProducts(
  const Columns& of, double* products, std::int64_t strideOfProducts)
{
  Pack packs[CountOfB][CountOfA] = {};
  std::int64_t row = 0;
  for (; row + Width <= of.rows; row += Width)
  {
    Pack ofB[CountOfB];
    for (int j = 0; j < CountOfB; ++j)
    {
      ofB[j] = load<Pack>(of.b + j * of.strideOfB + row);
    }
    for (int i = 0; i < CountOfA; ++i)
    {
      const Pack ofA = load<Pack>(of.a + i * of.strideOfA + row);
      for (int j = 0; j < CountOfB; ++j)
      {
        packs[j][i] += ofA * ofB[j];
      }
    }
  }
  for (int j = 0; j < CountOfB; ++j)
  {
    for (int i = 0; i < CountOfA; ++i)
    {
      double sum = 0.0;
      for (int lane = 0; lane < Width; ++lane)
      {
        sum += packs[j][i][lane];
      }
      for (std::int64_t r = row; r < of.rows; ++r)
      {
        sum += of.a[i * of.strideOfA + r] * of.b[j * of.strideOfB + r];
      }
      products[j * strideOfProducts + i] += sum;
    }
  }
}

template <int CountOfB>
void addProductsOfBlock(const Columns& of, double* products)
{
  Columns block = of;
  int i = 0;
  for (; i + BlockOfA <= of.countOfA; i += BlockOfA)
  {
    block.a = of.a + i * of.strideOfA;
    addProducts<BlockOfA, CountOfB>(block, products + i, of.countOfA);
  }
  for (; i < of.countOfA; ++i)
  {
    block.a = of.a + i * of.strideOfA;
    addProducts<1, CountOfB>(block, products + i, of.countOfA);
  }
}

void innerProducts(std::int64_t rows, const double* a, std::int64_t strideOfA, int columnsOfA,
  const double* b, std::int64_t strideOfB, int columnsOfB, double* products)
{
  for (int i = 0; i < columnsOfA * columnsOfB; ++i)
  {
    products[i] = 0.0;
  }
  for (std::int64_t row = 0; row < rows; row += RowsAtOnce)
  {
    Columns of = { rows - row < RowsAtOnce ? rows - row : RowsAtOnce, a + row, strideOfA,
      columnsOfA, b + row, strideOfB, columnsOfB };
    int j = 0;
    for (; j + BlockOfB <= columnsOfB; j += BlockOfB)
    {
      of.b = b + j * strideOfB + row;
      addProductsOfBlock<BlockOfB>(of, products + j * columnsOfA);
    }
    for (; j < columnsOfB; ++j)
    {
      of.b = b + j * strideOfB + row;
      addProductsOfBlock<1>(of, products + j * columnsOfA);
    }
  }
}

constexpr int RowsOfTile = 64;
constexpr int PacksAtOnce = 4;

/// Rows of columns of A, next to each other.
struct Tile
{
  const double* rows; ///< RowsOfTile of each column
  int columns;
};

/// results = A C for Count columns of C.
template <int Count>
inline __attribute__((always_inline)) void combineTile(
  const Tile& tile, const double* factors, double (*results)[RowsOfTile])
{
  for (int row = 0; row < RowsOfTile; row += PacksAtOnce * Width)
  {
    Pack sums[Count][PacksAtOnce] = {};
    for (int k = 0; k < tile.columns; ++k)
    {
      Pack from[PacksAtOnce];
      for (int p = 0; p < PacksAtOnce; ++p)
      {
        from[p] = load<Pack>(tile.rows + k * RowsOfTile + row + p * Width);
      }
      for (int j = 0; j < Count; ++j)
      {
        const double factor = factors[j * tile.columns + k];
        for (int p = 0; p < PacksAtOnce; ++p)
        {
          sums[j][p] += factor * from[p];
        }
      }
    }
    for (int j = 0; j < Count; ++j)
    {
      for (int p = 0; p < PacksAtOnce; ++p)
      {
        __builtin_memcpy(results[j] + row + p * Width, &sums[j][p], sizeof(Pack));
      }
    }
  }
}

/// Writes a column of the results for the first count rows.
inline __attribute__((always_inline)) void writeColumn(
  const double* results, int count, bool isAdded, double* to)
{
  if (isAdded)
  {
    for (int row = 0; row < count; ++row)
    {
      to[row] += results[row];
    }
  }
  else
  {
    __builtin_memcpy(to, results, static_cast<unsigned long>(count) * sizeof(double));
  }
}

void combine(std::int64_t rows, const double* a, std::int64_t strideOfA, int columnsOfA,
  const double* factors, double* b, std::int64_t strideOfB, int columnsOfB, bool isAdded)
{
  double copies[MostCombinedOnHost * RowsOfTile] = {}; // later rows than the last ones are finite
  double results[BlockOfB][RowsOfTile];
  const Tile tile = { copies, columnsOfA };
  for (std::int64_t row = 0; row < rows; row += RowsOfTile)
  {
    const int count = rows - row < RowsOfTile ? static_cast<int>(rows - row) : RowsOfTile;
    for (int k = 0; k < columnsOfA; ++k)
    {
      __builtin_memcpy(copies + k * RowsOfTile, a + k * strideOfA + row,
        static_cast<unsigned long>(count) * sizeof(double));
    }
    for (int j = 0; j < columnsOfB; j += BlockOfB)
    {
      const int width = columnsOfB - j < BlockOfB ? columnsOfB - j : BlockOfB;
      const double* ofBlock = factors + j * columnsOfA;
      if (width == BlockOfB)
      {
        combineTile<BlockOfB>(tile, ofBlock, results);
      }
      else
      {
        for (int i = 0; i < width; ++i)
        {
          combineTile<1>(tile, ofBlock + i * columnsOfA, results + i);
        }
      }
      for (int i = 0; i < width; ++i)
      {
        writeColumn(results[i], count, isAdded, b + (j + i) * strideOfB + row);
      }
    }
  }
}
}

const ColumnHostKernels TRABECULA_JOIN(
  columnHostKernels_, TRABECULA_ISA) = { innerProducts, combine };
}

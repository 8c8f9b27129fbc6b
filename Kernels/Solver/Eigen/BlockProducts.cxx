#include "Solver/Eigen/BlockProducts.h"

#include "Core/Error.h"
#include "Core/Teams.h"
#include "Solver/Eigen/ColumnHostKernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace trabecula
{
namespace detail
{
#ifdef __CUDACC__
/// Rows that a team keeps in its scratch memory.
constexpr int RowsOfTile = 64;
/// Columns of a block of inner products.
constexpr int ColumnsOfBlock = 16;
/// Rows of a column in the scratch memory: one more, so that threads that read the same row of
/// several columns use several banks.
constexpr int TileStride = RowsOfTile + 1;
constexpr int EntriesOfBlock = ColumnsOfBlock * ColumnsOfBlock;

/// Inner products of one block of columns of A and one of B over one chunk of rows.
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
  double* partials; ///< EntriesOfBlock of each item

  static constexpr std::size_t Bytes =
    sizeof(double) * (2 * ColumnsOfBlock * TileStride + EntriesOfBlock);

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    const int block = static_cast<int>(item % this->blocks);
    const std::int64_t first = item / this->blocks * this->rowsOfChunk;
    const std::int64_t end =
      first + this->rowsOfChunk < this->rows ? first + this->rowsOfChunk : this->rows;
    const int firstOfA = block / this->blocksOfB * ColumnsOfBlock;
    const int firstOfB = block % this->blocksOfB * ColumnsOfBlock;
    double* tileOfA = reinterpret_cast<double*>(memory);
    double* tileOfB = tileOfA + ColumnsOfBlock * TileStride;
    double* sums = tileOfB + ColumnsOfBlock * TileStride;
    team.each(EntriesOfBlock, [&](int i) { sums[i] = 0.0; });
    for (std::int64_t row = first; row < end; row += RowsOfTile)
    {
      const int count = end - row < RowsOfTile ? static_cast<int>(end - row) : RowsOfTile;
      load(team, this->a + row, this->strideOfA, firstOfA, this->columnsOfA, count, tileOfA);
      load(team, this->b + row, this->strideOfB, firstOfB, this->columnsOfB, count, tileOfB);
      team.each(EntriesOfBlock,
        [&](int i)
        {
          const double* x = tileOfA + i / ColumnsOfBlock * TileStride;
          const double* y = tileOfB + i % ColumnsOfBlock * TileStride;
          constexpr int Lanes = 8;
          double lanes[Lanes] = {};
          for (int r = 0; r < RowsOfTile; r += Lanes)
          {
            for (int lane = 0; lane < Lanes; ++lane)
            {
              lanes[lane] += x[r + lane] * y[r + lane];
            }
          }
          sums[i] += ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) +
            ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
        });
    }
    team.each(EntriesOfBlock, [&](int i) { this->partials[EntriesOfBlock * item + i] = sums[i]; });
  }

  /// Columns and rows that do not exist are zero.
  template <class Team>
  TRABECULA_FUNCTION static void load(const Team& team, const double* columns, std::int64_t stride,
    int first, int count, int rows, double* tile)
  {
    team.each(ColumnsOfBlock * RowsOfTile,
      [&](int i)
      {
        const int column = i / RowsOfTile;
        const int row = i % RowsOfTile;
        tile[TileStride * column + row] =
          first + column < count && row < rows ? columns[(first + column) * stride + row] : 0.0;
      });
  }
};

/// B = A C, or B += A C, for a tile of rows.
struct CombinationWork
{
  const double* a;
  double* b;
  std::int64_t strideOfA;
  std::int64_t strideOfB;
  int columnsOfA;
  int columnsOfB;
  std::int64_t rows;
  const double* c;
  bool isAdded;

  static std::size_t bytes(int columnsOfA)
  {
    return sizeof(double) * static_cast<std::size_t>(columnsOfA) * RowsOfTile;
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    const std::int64_t row = item * RowsOfTile;
    const int count =
      this->rows - row < RowsOfTile ? static_cast<int>(this->rows - row) : RowsOfTile;
    double* tile = reinterpret_cast<double*>(memory);
    team.each(this->columnsOfA * RowsOfTile,
      [&](int i)
      {
        const int r = i % RowsOfTile;
        tile[i] = r < count ? this->a[i / RowsOfTile * this->strideOfA + row + r] : 0.0;
      });
    // Eight rows of a column at once, for which a factor is read once.
    constexpr int Lanes = 8;
    team.each(this->columnsOfB * (RowsOfTile / Lanes),
      [&](int i)
      {
        const int column = i / (RowsOfTile / Lanes);
        const int r = i % (RowsOfTile / Lanes) * Lanes;
        double lanes[Lanes] = {};
        for (int k = 0; k < this->columnsOfA; ++k)
        {
          const double factor = this->c[column * this->columnsOfA + k];
          for (int lane = 0; lane < Lanes; ++lane)
          {
            lanes[lane] += factor * tile[RowsOfTile * k + r + lane];
          }
        }
        double* to = this->b + column * this->strideOfB + row + r;
        for (int lane = 0; lane < Lanes && r + lane < count; ++lane)
        {
          to[lane] = this->isAdded ? to[lane] + lanes[lane] : lanes[lane];
        }
      });
  }
};

constexpr int TeamOfBlocks = 128;

inline int blocksOf(int columns)
{
  return (columns + ColumnsOfBlock - 1) / ColumnsOfBlock;
}
#endif

/// Rows of both columns, and the chunks of them whose sums are added in order.
struct RowsInChunks
{
  std::int64_t rows;
  std::int64_t stride; ///< between columns
  std::int64_t rowsOfChunk;
  std::int64_t chunks;

  explicit RowsInChunks(std::int64_t ofRows, std::int64_t ofColumns)
    : rows(ofRows), stride(strideOfColumns(ofColumns))
  {
    constexpr std::int64_t leastRows = 1024;
    constexpr std::int64_t mostChunks = 128;
    this->rowsOfChunk = std::max(leastRows, (ofRows + mostChunks - 1) / mostChunks);
    this->chunks = (ofRows + this->rowsOfChunk - 1) / this->rowsOfChunk;
  }
};

#ifdef __CUDACC__
/// result = A^T B of this part.
template <class Space>
void innerProductsOfPart(const ColumnRange<Space>& a, const ColumnRange<Space>& b,
  const RowsInChunks& of, SmallMatrix& result)
{
  const Context<Space>& context = a.vectors->context();
  const int blocksOfB = blocksOf(b.count);
  const int blocks = blocksOf(a.count) * blocksOfB;
  const int entries = blocks * EntriesOfBlock;
  std::vector<double> sums(static_cast<std::size_t>(entries), 0.0);
  DeviceVector<double, Space> partials(
    context, static_cast<std::size_t>(of.chunks) * static_cast<std::size_t>(entries));
  DeviceVector<double, Space> totals(context, static_cast<std::size_t>(entries));
  forEachTeam<TeamOfBlocks, 1>(context, of.chunks * blocks, InnerProductWork::Bytes,
    InnerProductWork{ a.vectors->data() + a.first * of.stride,
      b.vectors->data() + b.first * of.stride, of.stride, of.stride, a.count, b.count, of.rows,
      of.rowsOfChunk, blocksOfB, blocks, partials.data() });
  const double* from = partials.data();
  double* to = totals.data();
  const std::int64_t chunks = of.chunks;
  forEach(
    context, entries, TRABECULA_LAMBDA(std::int64_t i) {
      double sum = 0.0;
      for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
      {
        sum += from[chunk * entries + i];
      }
      to[i] = sum;
    });
  context.copyToHost(sums.data(), to, sums.size() * sizeof(double));
  for (int i = 0; i < a.count; ++i)
  {
    for (int j = 0; j < b.count; ++j)
    {
      const int block = i / ColumnsOfBlock * blocksOfB + j / ColumnsOfBlock;
      const int entry =
        block * EntriesOfBlock + i % ColumnsOfBlock * ColumnsOfBlock + j % ColumnsOfBlock;
      result(i, j) = sums[static_cast<std::size_t>(entry)];
    }
  }
}

/// B = A C, or B += A C.
template <class Space>
void combineColumns(const ColumnRange<Space>& a, const SmallMatrix& c, const ColumnRange<Space>& b,
  const RowsInChunks& of, bool isAdded)
{
  const Context<Space>& context = b.vectors->context();
  const DeviceVector<double, Space> factors(context, c.entries);
  forEachTeam<TeamOfBlocks>(context, (of.rows + RowsOfTile - 1) / RowsOfTile,
    CombinationWork::bytes(a.count),
    CombinationWork{ a.vectors->data() + a.first * of.stride,
      b.vectors->data() + b.first * of.stride, of.stride, of.stride, a.count, b.count, of.rows,
      factors.data(), isAdded });
}
#else
/// The fewest chunks for which threads are started.
constexpr std::int64_t LeastChunks = 4;

template <class Space>
void innerProductsOfPart(const ColumnRange<Space>& a, const ColumnRange<Space>& b,
  const RowsInChunks& of, SmallMatrix& result)
{
  const std::size_t entries = result.entries.size();
  std::vector<double> partials(static_cast<std::size_t>(of.chunks) * entries);
  const double* ofA = a.vectors->data() + a.first * of.stride;
  const double* ofB = b.vectors->data() + b.first * of.stride;
#pragma omp parallel for schedule(static) if (of.chunks >= LeastChunks)
  for (std::int64_t chunk = 0; chunk < of.chunks; ++chunk)
  {
    const std::int64_t first = chunk * of.rowsOfChunk;
    columnHostKernels().innerProducts(std::min(of.rowsOfChunk, of.rows - first), ofA + first,
      of.stride, a.count, ofB + first, of.stride, b.count,
      partials.data() + static_cast<std::size_t>(chunk) * entries);
  }
  for (std::size_t i = 0; i < partials.size(); ++i)
  {
    result.entries[i % entries] += partials[i];
  }
}

template <class Space>
void combineColumns(const ColumnRange<Space>& a, const SmallMatrix& c, const ColumnRange<Space>& b,
  const RowsInChunks& of, bool isAdded)
{
  const double* from = a.vectors->data() + a.first * of.stride;
  double* to = b.vectors->data() + b.first * of.stride;
#pragma omp parallel for schedule(static) if (of.chunks >= LeastChunks)
  for (std::int64_t chunk = 0; chunk < of.chunks; ++chunk)
  {
    const std::int64_t first = chunk * of.rowsOfChunk;
    columnHostKernels().combine(std::min(of.rowsOfChunk, of.rows - first), from + first, of.stride,
      a.count, c.entries.data(), to + first, of.stride, b.count, isAdded);
  }
}
#endif
}

template <class Space>
SmallMatrix innerProducts(const ColumnRange<Space>& a, const ColumnRange<Space>& b)
{
  SmallMatrix result(a.count, b.count);
  if (a.count == 0 || b.count == 0)
  {
    return result;
  }
  const Layout<Space>& layout = a.vectors->layout();
  const detail::RowsInChunks of(layout.ownedSize(), layout.size());
  if (of.chunks > 0)
  {
    detail::innerProductsOfPart(a, b, of, result);
  }
  layout.context().sumOverParts(result.entries.data(), result.entries.size());
  return result;
}

template <class Space>
void combine(
  const ColumnRange<Space>& a, const SmallMatrix& c, const ColumnRange<Space>& b, bool isAdded)
{
  if (a.count > MostCombined || a.count != c.rows || b.count != c.columns)
  {
    throw Error("A combination of " + std::to_string(a.count) + " vectors is given " +
      std::to_string(c.rows) + " factors each, of at most " + std::to_string(MostCombined) + ".");
  }
  const std::int64_t rows = b.vectors->layout().size();
  if (b.count > 0 && rows > 0)
  {
    detail::combineColumns(a, c, b, detail::RowsInChunks(rows, rows), isAdded);
  }
}

template SmallMatrix innerProducts(
  const ColumnRange<CompiledSpace>& a, const ColumnRange<CompiledSpace>& b);
template void combine(const ColumnRange<CompiledSpace>& a, const SmallMatrix& c,
  const ColumnRange<CompiledSpace>& b, bool isAdded);
}

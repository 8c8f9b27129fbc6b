#include "Solver/Eigen/BlockProducts.h"

#include "Core/Error.h"
#include "Core/Teams.h"
#include "Solver/Eigen/ColumnHostKernels.h"
#ifdef __CUDACC__
#include "Solver/Eigen/BlockProductWork.h"
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace trabecula
{
namespace detail
{
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
#ifdef __CUDACC__
    constexpr std::int64_t leastRows = 16 * TeamOfProducts;
    constexpr std::int64_t mostChunks = 1024;
#else
    constexpr std::int64_t leastRows = 1024;
    constexpr std::int64_t mostChunks = 128;
#endif
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
  const auto partials = context.workspace().template lease<double>(
    static_cast<std::size_t>(of.chunks) * static_cast<std::size_t>(entries));
  const auto totals = context.workspace().template lease<double>(static_cast<std::size_t>(entries));
  forEachTeam<TeamOfProducts>(context, of.chunks * blocks, InnerProductWork::Bytes,
    InnerProductWork{ a.vectors->data() + a.first * of.stride,
      b.vectors->data() + b.first * of.stride, of.stride, of.stride, a.count, b.count, of.rows,
      of.rowsOfChunk, blocksOfB, blocks, of.chunks, partials.data() });
  forEachTeam<SumOfChunks::Team>(
    context, entries, SumOfChunks::Bytes, SumOfChunks{ partials.data(), of.chunks, totals.data() });
  context.copyToHost(sums.data(), totals.data(), sums.size() * sizeof(double));
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

template <int Most, class Space>
void combineInRegisters(const Context<Space>& context, const ColumnCombination& of)
{
  forEachTeam<TeamOfRows>(context, (of.rows + RowsOfTeam - 1) / RowsOfTeam,
    CombinationInRegisters<Most>::bytes(of.columnsOfB), CombinationInRegisters<Most>{ of });
}

/// B = A C, or B += A C.
template <class Space>
void combineColumns(const ColumnRange<Space>& a, const SmallMatrix& c, const ColumnRange<Space>& b,
  const RowsInChunks& of, bool isAdded)
{
  const Context<Space>& context = b.vectors->context();
  const auto factors = context.workspace().template lease<double>(c.entries.size());
  context.copyFromHost(factors.data(), c.entries.data(), c.entries.size() * sizeof(double));
  const ColumnCombination combination = { a.vectors->data() + a.first * of.stride,
    b.vectors->data() + b.first * of.stride, of.stride, of.stride, a.count, b.count, of.rows,
    factors.data(), isAdded };
  if (a.count <= MostInRegisters / 4)
  {
    combineInRegisters<MostInRegisters / 4>(context, combination);
  }
  else if (a.count <= MostInRegisters / 2)
  {
    combineInRegisters<MostInRegisters / 2>(context, combination);
  }
  else if (a.count <= 3 * MostInRegisters / 4)
  {
    combineInRegisters<3 * MostInRegisters / 4>(context, combination);
  }
  else if (a.count <= MostInRegisters)
  {
    combineInRegisters<MostInRegisters>(context, combination);
  }
  else
  {
    constexpr int rows = CombinationInTiles::Rows;
    forEachTeam<TeamOfRows>(context, (of.rows + rows - 1) / rows,
      CombinationInTiles::bytes(a.count), CombinationInTiles{ combination });
  }
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

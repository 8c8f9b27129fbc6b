#include "Solver/Aggregation/GalerkinProduct.h"

#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/Cuda/BlockRowProduct.h"
#include "Solver/Aggregation/Host/BlockHostKernels.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
#ifndef __CUDACC__
inline HostBlockRows hostRows(const BlockPattern<HostSpace>& pattern)
{
  return { pattern.rows(), pattern.starts.data(), pattern.nodes.data() };
}
#endif

/// Copies the transposes of the blocks right of the diagonal to the left side.
struct MirrorRow
{
  BlockRowsView matrix;
  int block;
  double* values;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t row, const Team& team, char* scratch) const
  {
    auto* others = reinterpret_cast<std::int64_t*>(scratch);
    const int square = this->block * this->block;
    const int left = this->matrix.placeOf(row, static_cast<std::int32_t>(row));
    const std::int64_t first = this->matrix.starts[row];
    team.each(left,
      [&](int place)
      {
        const std::int32_t column = this->matrix.columns[first + place];
        others[place] = this->matrix.starts[column] +
          this->matrix.placeOf(column, static_cast<std::int32_t>(row));
      });
    team.each(left * square,
      [&](int t)
      {
        const double* from = this->values + square * others[t / square];
        const int i = t % square / this->block;
        const int j = t % square % this->block;
        this->values[square * first + t] = from[this->block * j + i];
      });
  }
};

template <class Space, int Fine, int CoarseSize>
void galerkinChunk([[maybe_unused]] const Context<Space>& context, std::int64_t first,
  std::int64_t end, const BlockPattern<Space>& matrix, const double* values,
  const BlockTransfer<Space>& transfer, const BlockPattern<Space>& product, double* chunk,
  const BlockPattern<Space>& pattern, std::int64_t upperRows, double* coarse)
{
#ifdef __CUDACC__
  multiplyRows(context, end - first, RowsOfMatrix<Fine>{ blockRows(matrix), values, first },
    RightRows<float>{ blockRows(transfer.pattern), transfer.values.data(), 0 }, blockRows(product),
    KeepSums<false>{ blockRows(product), first, chunk });
  multiplyRows(context, pattern.rows(),
    ColumnsOfTransfer<Fine, CoarseSize>{ transfer.columns.starts.data(),
      transfer.columns.rows.data(), transfer.columns.entries.data(), transfer.values.data(), first,
      end, upperRows },
    RightRows<double>{ blockRows(product), chunk, first }, blockRows(pattern),
    KeepSums<true>{ blockRows(pattern), 0, coarse });
#else
  const HostRightProduct right = { first, end, hostRows(matrix), values, hostRows(transfer.pattern),
    transfer.values.data(), hostRows(product), chunk };
  const HostLeftProduct left = { first, end, pattern.rows(), upperRows,
    transfer.columns.starts.data(), transfer.columns.rows.data(), transfer.columns.entries.data(),
    transfer.values.data(), hostRows(product), chunk, hostRows(pattern), coarse };
  const HostLoopsOfBlock& loops = blockHostKernels().ofBlock(Fine);
  loops.multiplyRight(right);
  loops.multiplyLeft(left);
#endif
}
}

template <class Space>
GalerkinProduct<Space>::GalerkinProduct(const Context<Space>& context,
  const BlockPattern<Space>& matrix, const BlockTransfer<Space>& transfer, std::int64_t upperRows)
  : CoarseBlock(transfer.coarseBlock), UpperRows(upperRows),
    Product(multiplyPatterns(context, matrix, transfer.pattern, transfer.coarseNodes)),
    Coarse(multiplyTransposed(context, transfer.columns, this->Product, transfer.coarseNodes))
{
}

template <class Space>
std::size_t GalerkinProduct<Space>::numberOfValues() const
{
  return static_cast<std::size_t>(this->Coarse.pairs() * this->CoarseBlock * this->CoarseBlock);
}

template <class Space>
void GalerkinProduct<Space>::compute(const Context<Space>& context,
  const BlockPattern<Space>& matrix, const double* values, const BlockTransfer<Space>& transfer,
  double* coarse) const
{
  context.zero(coarse, this->numberOfValues() * sizeof(double));
  const auto size = static_cast<std::size_t>(transfer.blockSize());
  const std::int64_t rows = matrix.rows();
  const auto longest = static_cast<std::size_t>(std::max(this->Product.most, 1)) * size;
  const std::size_t whole = static_cast<std::size_t>(this->Product.pairs()) * size;
  const std::size_t doubles =
    std::min(whole, std::max(mostScratch(Space::Id) / sizeof(double), longest));
  // All rows are processed at once if they fit into memory; otherwise the number of rows is limited
  // by the length of the longest row.
  const std::int64_t chunk = whole <= doubles ? rows : static_cast<std::int64_t>(doubles / longest);
  const auto scratch = context.workspace().template lease<double>(doubles);
  for (std::int64_t first = 0; first < rows; first += chunk)
  {
    const std::int64_t end = std::min(rows, first + chunk);
    detail::withBlock(transfer.fineBlock,
      [&](auto block)
      {
        constexpr int Fine = decltype(block)::value;
        detail::galerkinChunk<Space, Fine, nearNullModes(Fine)>(context, first, end, matrix, values,
          transfer, this->Product, scratch.data(), this->Coarse, this->UpperRows, coarse);
      });
  }
  if (this->UpperRows == this->Coarse.rows())
  {
    mirrorBlocks(context, this->Coarse, this->CoarseBlock, coarse);
  }
}

template <class Space>
void mirrorBlocks(
  const Context<Space>& context, const BlockPattern<Space>& pattern, int block, double* values)
{
  forEachTeam<32>(context, pattern.rows(),
    static_cast<std::size_t>(pattern.most) * sizeof(std::int64_t),
    detail::MirrorRow{ detail::blockRows(pattern), block, values });
}

template class GalerkinProduct<CompiledSpace>;
template void mirrorBlocks(const Context<CompiledSpace>& context,
  const BlockPattern<CompiledSpace>& pattern, int block, double* values);
}

#include "Solver/Aggregation/GalerkinProduct.h"

#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/Host/BlockHostKernels.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
#ifdef __CUDACC__
/// Rows of A P, from the first of a chunk on.
template <int Fine, int CoarseSize>
struct MultiplyRight
{
  std::int64_t firstRow;
  BlockRowsView matrix;
  const double* values;
  BlockRowsView transfer;
  const float* blocks;
  BlockRowsView product;
  double* result; ///< of the first row of the chunk on

  template <class Team>
  __device__ void operator()(std::int64_t item, const Team& team, char* /*scratch*/) const
  {
    constexpr int size = Fine * CoarseSize;
    const std::int64_t row = this->firstRow + item;
    const std::int64_t begin = this->product.starts[row];
    double* mine = this->result + size * (begin - this->product.starts[this->firstRow]);
    team.each(size * this->product.length(row), [&](int i) { mine[i] = 0.0; });
    const std::int32_t* columns = this->product.columns + begin;
    for (std::int64_t k = this->matrix.starts[row]; k < this->matrix.starts[row + 1]; ++k)
    {
      const double* a = this->values + Fine * Fine * k;
      const std::int32_t node = this->matrix.columns[k];
      int place = 0;
      for (std::int64_t p = this->transfer.starts[node]; p < this->transfer.starts[node + 1]; ++p)
      {
        while (columns[place] < this->transfer.columns[p])
        {
          ++place;
        }
        const float* block = this->blocks + size * p;
        double* sum = mine + size * place;
        eachEntry<Fine, CoarseSize>(team,
          [&](int i, int j)
          {
            double total = 0.0;
            TRABECULA_UNROLL
            for (int m = 0; m < Fine; ++m)
            {
              total += a[Fine * i + m] * double(block[CoarseSize * m + j]);
            }
            sum[CoarseSize * i + j] += total;
          });
      }
    }
  }
};

/// Adds to the blocks on and right of the diagonal of a coarse row what a chunk of A P contributes.
template <int Fine, int CoarseSize>
struct MultiplyLeft
{
  std::int64_t firstRow;
  std::int64_t endRow;
  const std::int64_t* columnStarts;
  const std::int32_t* rows;
  const std::int64_t* entries;
  const float* blocks;
  BlockRowsView product;
  const double* chunk;
  BlockRowsView coarse;
  double* result;

  template <class Team>
  __device__ void operator()(std::int64_t node, const Team& team, char* /*scratch*/) const
  {
    constexpr int size = Fine * CoarseSize;
    constexpr int square = CoarseSize * CoarseSize;
    const std::int64_t offset = this->product.starts[this->firstRow];
    const std::int32_t* columns = this->coarse.columns + this->coarse.starts[node];
    double* mine = this->result + square * this->coarse.starts[node];
    const int diagonal = this->coarse.placeOf(node, static_cast<std::int32_t>(node));
    for (std::int64_t k = this->columnStarts[node]; k < this->columnStarts[node + 1]; ++k)
    {
      const std::int64_t row = this->rows[k];
      if (row < this->firstRow || row >= this->endRow)
      {
        continue;
      }
      const float* left = this->blocks + size * this->entries[k];
      int place = diagonal;
      const std::int64_t begin = this->product.starts[row];
      for (std::int64_t p = begin + this->product.placeOf(row, static_cast<std::int32_t>(node));
           p < this->product.starts[row + 1]; ++p)
      {
        while (columns[place] < this->product.columns[p])
        {
          ++place;
        }
        const double* right = this->chunk + size * (p - offset);
        double* sum = mine + square * place;
        eachEntry<CoarseSize, CoarseSize>(team,
          [&](int i, int j)
          {
            double total = 0.0;
            TRABECULA_UNROLL
            for (int m = 0; m < Fine; ++m)
            {
              total += double(left[CoarseSize * m + i]) * right[CoarseSize * m + j];
            }
            sum[CoarseSize * i + j] += total;
          });
      }
    }
  }
};

#else
inline HostBlockRows hostRows(const BlockPattern<HostSpace>& pattern)
{
  return { pattern.rows(), pattern.starts.data(), pattern.nodes.data() };
}
#endif

/// Blocks left of the diagonal.
template <class Space>
void mirrorBlocks(const BlockRowsView matrix, int block, double* values)
{
  forEach<Space>(
    matrix.rows, TRABECULA_LAMBDA(std::int64_t row) {
      for (std::int64_t k = matrix.starts[row]; k < matrix.starts[row + 1]; ++k)
      {
        const std::int32_t column = matrix.columns[k];
        if (column >= row)
        {
          break;
        }
        const std::int64_t other =
          matrix.starts[column] + matrix.placeOf(column, static_cast<std::int32_t>(row));
        for (int i = 0; i < block; ++i)
        {
          for (int j = 0; j < block; ++j)
          {
            values[block * (block * k + i) + j] = values[block * (block * other + j) + i];
          }
        }
      }
    });
}

template <class Space, int Fine, int CoarseSize>
void galerkinChunk(std::int64_t first, std::int64_t end, const BlockPattern<Space>& matrix,
  const double* values, const BlockTransfer<Space>& transfer, const BlockPattern<Space>& product,
  double* chunk, const BlockPattern<Space>& pattern, double* coarse)
{
#ifdef __CUDACC__
  forEachTeam<Space, 32>(end - first, 0,
    MultiplyRight<Fine, CoarseSize>{ first, blockRows(matrix), values, blockRows(transfer.pattern),
      transfer.values.data(), blockRows(product), chunk });
  forEachTeam<Space, 32, 8>(transfer.coarseNodes, 0,
    MultiplyLeft<Fine, CoarseSize>{ first, end, transfer.columns.starts.data(),
      transfer.columns.rows.data(), transfer.columns.entries.data(), transfer.values.data(),
      blockRows(product), chunk, blockRows(pattern), coarse });
#else
  const HostRightProduct right = { first, end, hostRows(matrix), values, hostRows(transfer.pattern),
    transfer.values.data(), hostRows(product), chunk };
  const HostLeftProduct left = { first, end, transfer.coarseNodes, transfer.columns.starts.data(),
    transfer.columns.rows.data(), transfer.columns.entries.data(), transfer.values.data(),
    hostRows(product), chunk, hostRows(pattern), coarse };
  const BlockHostKernels& kernels = blockHostKernels();
  (Fine == 3 ? kernels.multiplyRight3 : kernels.multiplyRight6)(right);
  (Fine == 3 ? kernels.multiplyLeft3 : kernels.multiplyLeft6)(left);
#endif
}
}

template <class Space>
GalerkinProduct<Space>::GalerkinProduct(
  const BlockPattern<Space>& matrix, const BlockTransfer<Space>& transfer)
  : Product(multiplyPatterns(matrix, transfer.pattern, transfer.coarseNodes)),
    Coarse(multiplyTransposed(transfer.columns, this->Product, transfer.coarseNodes))
{
}

template <class Space>
std::size_t GalerkinProduct<Space>::numberOfValues() const
{
  return static_cast<std::size_t>(this->Coarse.pairs()) * RigidModes * RigidModes;
}

template <class Space>
void GalerkinProduct<Space>::compute(Context<Space>& context, const BlockPattern<Space>& matrix,
  const double* values, const BlockTransfer<Space>& transfer, double* coarse) const
{
  Memory<Space>::zero(coarse, this->numberOfValues() * sizeof(double));
  const auto size = static_cast<std::size_t>(transfer.blockSize());
  const std::int64_t rows = matrix.rows();
  const auto longest = static_cast<std::size_t>(std::max(this->Product.most, 1)) * size;
  const std::size_t whole = static_cast<std::size_t>(this->Product.pairs()) * size;
  const std::size_t doubles = std::min(whole, std::max(MostScratch / sizeof(double), longest));
  // Rows at a time, by their longest unless all fit.
  const std::int64_t chunk = whole <= doubles ? rows : static_cast<std::int64_t>(doubles / longest);
  const auto scratch = context.workspace().template lease<double>(doubles);
  for (std::int64_t first = 0; first < rows; first += chunk)
  {
    const std::int64_t end = std::min(rows, first + chunk);
    if (transfer.fineBlock == 3)
    {
      detail::galerkinChunk<Space, 3, RigidModes>(
        first, end, matrix, values, transfer, this->Product, scratch.data(), this->Coarse, coarse);
    }
    else
    {
      detail::galerkinChunk<Space, RigidModes, RigidModes>(
        first, end, matrix, values, transfer, this->Product, scratch.data(), this->Coarse, coarse);
    }
  }
  detail::mirrorBlocks<Space>(detail::blockRows(this->Coarse), RigidModes, coarse);
}

template class GalerkinProduct<CompiledSpace>;
}

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
  bool isInScratch;

  template <class Team>
  __device__ void operator()(std::int64_t item, const Team& team, char* scratch) const
  {
    constexpr int size = Fine * CoarseSize;
    const std::int64_t row = this->firstRow + item;
    const std::int64_t begin = this->product.starts[row];
    double* there = this->result + size * (begin - this->product.starts[this->firstRow]);
    double* mine = this->isInScratch ? reinterpret_cast<double*>(scratch) : there;
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
    if (this->isInScratch)
    {
      team.each(size * this->product.length(row), [&](int i) { there[i] = mine[i]; });
    }
  }
};

/// Adds to the blocks on and right of the diagonal of a coarse row what a chunk of A P contributes.
/// Each warp of a team has some of these blocks, so that sums keep their order.
template <int Fine, int CoarseSize, int Warps>
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
    const int warp = team.lane / WarpSize;
    const CudaTeam<WarpSize> lanes = { team.lane % WarpSize };
    // Rows of a column ascend: those of the chunk follow each other.
    const std::int64_t start = this->columnStarts[node];
    const std::int64_t stop = this->columnStarts[node + 1];
    for (std::int64_t k =
           start + firstNotLess(this->rows + start, static_cast<int>(stop - start), this->firstRow);
         k < stop; ++k)
    {
      const std::int64_t row = this->rows[k];
      if (row >= this->endRow)
      {
        break;
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
        if (place % Warps != warp)
        {
          continue;
        }
        const double* right = this->chunk + size * (p - offset);
        double* sum = mine + square * place;
        eachEntry<CoarseSize, CoarseSize>(lanes,
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

/// Bytes of a row of A P that a team keeps in its scratch memory; larger ones stay in place.
constexpr std::size_t MostRowScratch = 16 * 1024;
/// Coarse rows below which a warp for each leaves a GPU idle.
constexpr std::int64_t FewCoarseRows = 20000;

template <class Space, int Fine, int CoarseSize, int Warps>
void multiplyLeft(std::int64_t first, std::int64_t end, const BlockTransfer<Space>& transfer,
  const BlockPattern<Space>& product, const double* chunk, const BlockPattern<Space>& pattern,
  double* coarse)
{
  forEachTeam<Space, Warps * WarpSize>(transfer.coarseNodes, 0,
    MultiplyLeft<Fine, CoarseSize, Warps>{ first, end, transfer.columns.starts.data(),
      transfer.columns.rows.data(), transfer.columns.entries.data(), transfer.values.data(),
      blockRows(product), chunk, blockRows(pattern), coarse });
}
#else
inline HostBlockRows hostRows(const BlockPattern<HostSpace>& pattern)
{
  return { pattern.rows(), pattern.starts.data(), pattern.nodes.data() };
}
#endif

/// Copies blocks right of the diagonal to the other side, transposed.
struct MirrorRow
{
  BlockRowsView matrix;
  int block;
  double* values;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t row, const Team& team, char* /*scratch*/) const
  {
    const int square = this->block * this->block;
    const int left = this->matrix.placeOf(row, static_cast<std::int32_t>(row));
    const std::int64_t first = this->matrix.starts[row];
    team.each(left,
      [&](int place)
      {
        const std::int32_t column = this->matrix.columns[first + place];
        const std::int64_t other = this->matrix.starts[column] +
          this->matrix.placeOf(column, static_cast<std::int32_t>(row));
        const double* from = this->values + square * other;
        double* to = this->values + square * (first + place);
        for (int i = 0; i < this->block; ++i)
        {
          for (int j = 0; j < this->block; ++j)
          {
            to[this->block * i + j] = from[this->block * j + i];
          }
        }
      });
  }
};

template <class Space, int Fine, int CoarseSize>
void galerkinChunk(std::int64_t first, std::int64_t end, const BlockPattern<Space>& matrix,
  const double* values, const BlockTransfer<Space>& transfer, const BlockPattern<Space>& product,
  double* chunk, const BlockPattern<Space>& pattern, double* coarse)
{
#ifdef __CUDACC__
  const std::size_t longest =
    static_cast<std::size_t>(product.most) * Fine * CoarseSize * sizeof(double);
  const bool fits = longest <= MostRowScratch;
  forEachTeam<Space, 32>(end - first, fits ? longest : 0,
    MultiplyRight<Fine, CoarseSize>{ first, blockRows(matrix), values, blockRows(transfer.pattern),
      transfer.values.data(), blockRows(product), chunk, fits });
  // Few rows do not fill a GPU: more threads for each.
  if (transfer.coarseNodes < FewCoarseRows)
  {
    multiplyLeft<Space, Fine, CoarseSize, 8>(first, end, transfer, product, chunk, pattern, coarse);
  }
  else
  {
    multiplyLeft<Space, Fine, CoarseSize, 1>(first, end, transfer, product, chunk, pattern, coarse);
  }
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
  forEachTeam<Space, 32>(this->Coarse.rows(), 0,
    detail::MirrorRow{ detail::blockRows(this->Coarse), RigidModes, coarse });
}

template class GalerkinProduct<CompiledSpace>;
}

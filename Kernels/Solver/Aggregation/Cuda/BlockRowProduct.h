#ifndef TRABECULA_SOLVER_AGGREGATION_CUDA_BLOCKROWPRODUCT_H
#define TRABECULA_SOLVER_AGGREGATION_CUDA_BLOCKROWPRODUCT_H

// Products of matrices of blocks row by row (F. G. Gustavson, ACM Trans. Math. Softw. 4, 1978), for
// the library's own sources; empty for other compilers than CUDA's.

#ifdef __CUDACC__
#include "Solver/Aggregation/BlockTransfer.h"
#include "Solver/Aggregation/Cuda/RowFactors.h"
#include "Solver/Aggregation/Cuda/ScalarRowProduct.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// sum += a b of a matrix of 8 x 4 and one of 4 x 8 numbers by a warp: a thread has a(lane / 4,
/// lane % 4), b(lane % 4, lane / 4) and sum(lane / 4, 2 (lane % 4) + {0, 1}).
__device__ __forceinline__ void multiplyTiles(double a, double b, double (&sum)[2])
{
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(sum[0]), "+d"(sum[1])
      : "d"(a), "d"(b));
#else
  const int lane = static_cast<int>(threadIdx.x) % WarpSize;
  for (int m = 0; m < 4; ++m)
  {
    const double left = __shfl_sync(0xffffffffU, a, lane / 4 * 4 + m);
    for (int j = 0; j < 2; ++j)
    {
      sum[j] += left * __shfl_sync(0xffffffffU, b, 4 * (2 * (lane % 4) + j) + m);
    }
  }
#endif
}

/**
 * Computes a row of a product whose blocks have RigidModes columns, or the contribution of a chunk
 * of left factors to it. A warp determines to which blocks of the result its left factors
 * contribute, with a factor for each lane and a bit for each block, and sums one block after
 * another by products of tiles on tensor cores. Longer rows are divided into windows of 32 blocks,
 * which the warps of a team process; for shorter rows the warps of a team share the left factors.
 * Sums always have the same order.
 *
 * @tparam Finish receives the sums, see KeepSums
 */
template <class Left, class Right, class Finish>
struct BlockRowProduct
{
  static constexpr int Rows = Left::Rows;
  static constexpr int Inner = Left::Inner;
  static constexpr int Columns = RigidModes;
  static constexpr int Size = Rows * Columns;
  static constexpr int RightSize = Inner * Columns;
  static constexpr int Tiles = (Inner + 3) / 4;
  /// Number of terms whose factors are read at once; sums over all nodes of an aggregate have many
  /// terms.
  static constexpr int Terms = (Left::IsSum ? 8 : 4) / Tiles;
  /// Scratch memory of a warp: sums, and the columns of the window.
  static constexpr std::size_t Bytes = WarpSize * (Size * sizeof(double) + sizeof(std::int32_t));

  Left left;
  Right right;
  BlockRowsView result;
  Finish finish;

  struct Scratch
  {
    double* sums;
    std::int32_t* columns;

    __device__ explicit Scratch(char* memory)
      : sums(reinterpret_cast<double*>(memory)),
        columns(reinterpret_cast<std::int32_t*>(sums + WarpSize * Size))
    {
    }
  };

  /// The left factor of a lane. Numbers of blocks have 32 bits, as four billion blocks would not
  /// fit into the memory of a GPU.
  struct Factor
  {
    std::uint32_t left = 0;  ///< its block
    std::uint32_t right = 0; ///< the first block of its right row in the window
    std::uint32_t mask = 0;  ///< a bit for each block of the window that the right row has
  };

  /// The entries of blocks that a lane reads and sums; lanes outside a block read the same as its
  /// last ones.
  struct TileEntries
  {
    const char* left[Tiles];
    const char* right[Tiles];
    bool isInside[Tiles];
    bool isSum;
    int sum;

    __device__ TileEntries(const BlockRowProduct& product, int lane)
    {
      const int row = lane / 4; // of the left tile, and column of the right one
      for (int tile = 0; tile < Tiles; ++tile)
      {
        const int inner = 4 * tile + lane % 4;
        const int m = inner < Inner ? inner : Inner - 1;
        const int i = row < Rows ? row : Rows - 1;
        const int j = row < Columns ? row : Columns - 1;
        this->isInside[tile] = inner < Inner;
        this->left[tile] = reinterpret_cast<const char*>(product.left.values + Left::entry(i, m));
        this->right[tile] = reinterpret_cast<const char*>(product.right.values + Columns * m + j);
      }
      this->isSum = row < Rows && lane % 4 < Columns / 2;
      this->sum = Columns * row + 2 * (lane % 4);
    }
  };

  template <class Team>
  __device__ void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    constexpr int Warps = Team::Threads / WarpSize;
    static_assert(Warps == 1 || Warps == 4, "all warps meet where several share a window");
    const std::int64_t row = this->left.rowOf(item);
    const std::int64_t begin = this->left.begin(row);
    const std::int64_t end = this->left.end(row);
    if (Left::IsSum && begin == end)
    {
      return;
    }
    const int count = this->result.length(row);
    const int least = this->left.firstPlace(this->result, row);
    const int windows = (count - least + WarpSize - 1) / WarpSize;
    const int sharers = windows < Warps && windows > 0 ? Warps / windows : 1;
    const int warp = team.lane / WarpSize;
    const int lane = team.lane % WarpSize;
    const Scratch scratch(memory + Bytes * warp);
    const TileEntries entries(*this, lane);
    for (int window = warp / sharers; window < windows; window += Warps / sharers)
    {
      const int first = least + WarpSize * window;
      const int here = count - first < WarpSize ? count - first : WarpSize;
      if (lane < here)
      {
        scratch.columns[lane] = this->result.columns[this->result.starts[row] + first + lane];
      }
      for (int t = lane; t < Size * here; t += WarpSize)
      {
        scratch.sums[t] = 0.0;
      }
      __syncwarp();
      for (std::int64_t batch = begin + WarpSize * (warp % sharers); batch < end;
           batch += WarpSize * sharers)
      {
        const Factor factor =
          batch + lane < end ? this->find(scratch, batch + lane, here) : Factor{};
        for (int place = 0; place < here; ++place)
        {
          this->sumBlock(factor, place, entries, scratch.sums + Size * place);
        }
      }
      __syncwarp();
      if (sharers > 1)
      {
        __syncthreads();
        if (warp % sharers > 0)
        {
          return;
        }
        for (int t = lane; t < Size * here; t += WarpSize)
        {
          for (int other = 1; other < sharers; ++other)
          {
            scratch.sums[t] += Scratch(memory + Bytes * (warp + other)).sums[t];
          }
        }
        __syncwarp();
      }
      this->finish.template write<Size>(row, first, here, scratch.sums, lane);
      __syncwarp();
    }
  }

  /// Finds the blocks of the window to which left factor k contributes.
  __device__ Factor find(const Scratch& scratch, std::int64_t k, int count) const
  {
    const std::int64_t row = this->left.rightRow(k);
    const std::int64_t first = this->right.first(row);
    const int length = this->right.length(row);
    const std::int32_t* columns = this->right.columns(first);
    int block = 0;
    while (block < length && columns[block] < scratch.columns[0])
    {
      ++block;
    }
    Factor factor;
    factor.left = static_cast<std::uint32_t>(this->left.block(k));
    factor.right = static_cast<std::uint32_t>(this->right.place(first) + block);
    for (int place = 0; place < count && block < length; ++place)
    {
      const bool isThere = columns[block] == scratch.columns[place];
      factor.mask |= static_cast<std::uint32_t>(isThere) << place;
      block += static_cast<int>(isThere);
    }
    return factor;
  }

  /// Adds the products of the factors of all lanes that contribute to a block of the window.
  __device__ __forceinline__ void sumBlock(
    const Factor& factor, int place, const TileEntries& entries, double* block) const
  {
    std::uint32_t having = __ballot_sync(AllLanes, factor.mask >> place & 1U);
    if (having == 0)
    {
      return;
    }
    const std::uint32_t own = factor.right + __popc(factor.mask & ((1U << place) - 1U));
    double sum[2] = {};
    int terms = __popc(having);
    for (; terms >= Terms; terms -= Terms)
    {
      addTerms<Terms>(factor.left, own, entries, having, sum);
    }
    for (; terms > 0; --terms)
    {
      addTerms<1>(factor.left, own, entries, having, sum);
    }
    if (entries.isSum)
    {
      double* entry = block + entries.sum;
      entry[0] += sum[0];
      entry[1] += sum[1];
    }
  }

  /// Adds the products of the last factors whose bits are set, and clears these bits.
  template <int Count>
  static __device__ __forceinline__ void addTerms(std::uint32_t leftOfLane,
    std::uint32_t rightOfLane, const TileEntries& entries, std::uint32_t& having, double (&sum)[2])
  {
    typename Left::Real a[Count][Tiles];
    typename Right::Real b[Count][Tiles];
    TRABECULA_UNROLL
    for (int t = 0; t < Count; ++t)
    {
      const int k = 31 - __clz(static_cast<int>(having));
      having ^= 1U << k;
      const std::uint64_t left = __shfl_sync(AllLanes, leftOfLane, k);
      const std::uint64_t right = __shfl_sync(AllLanes, rightOfLane, k);
      TRABECULA_UNROLL
      for (int tile = 0; tile < Tiles; ++tile)
      {
        // Offsets in bytes, so that an address takes one instruction.
        a[t][tile] = *reinterpret_cast<const typename Left::Real*>(
          entries.left[tile] + Rows * Inner * sizeof(typename Left::Real) * left);
        b[t][tile] = *reinterpret_cast<const typename Right::Real*>(
          entries.right[tile] + RightSize * sizeof(typename Right::Real) * right);
      }
    }
    TRABECULA_UNROLL
    for (int t = 0; t < Count; ++t)
    {
      TRABECULA_UNROLL
      for (int tile = 0; tile < Tiles; ++tile)
      {
        const bool isInside = Inner % 4 == 0 || entries.isInside[tile];
        multiplyTiles(
          isInside ? static_cast<double>(a[t][tile]) : 0.0, static_cast<double>(b[t][tile]), sum);
      }
    }
  }

  static constexpr unsigned AllLanes = 0xffffffffU;
};

/// Below this number of rows one warp for each row does not occupy a GPU, whose multiprocessors can
/// have twelve or more of them. The number was not measured.
constexpr std::int64_t FewProductRows = 4000;

/// Computes a number of rows of a product.
template <class Left, class Right, class Finish>
void multiplyRows(const Context<CudaSpace>& context, std::int64_t items, const Left& left,
  const Right& right, const BlockRowsView& result, const Finish& finish)
{
  if constexpr (Left::Rows == 1)
  {
    using Product = ScalarRowProduct<Left, Right, Finish>;
    forEachTeam<WarpSize>(context, items, Product::Bytes, Product{ left, right, result, finish });
  }
  else
  {
    using Product = BlockRowProduct<Left, Right, Finish>;
    const Product product = { left, right, result, finish };
    if (items < FewProductRows)
    {
      forEachTeam<4 * WarpSize>(context, items, 4 * Product::Bytes, product);
    }
    else
    {
      forEachTeam<WarpSize>(context, items, Product::Bytes, product);
    }
  }
}
}
}
#endif

#endif

#ifndef TRABECULA_SOLVER_AGGREGATION_CUDA_SCALARROWPRODUCT_H
#define TRABECULA_SOLVER_AGGREGATION_CUDA_SCALARROWPRODUCT_H

// Products of sparse matrices row by row, for the library's own sources; empty for other compilers
// than CUDA's.

#ifdef __CUDACC__
#include "Solver/Aggregation/Cuda/RowFactors.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/**
 * Computes a row of a product whose blocks are single numbers, or the contribution of a chunk of
 * left factors to it: for one left factor after another the lanes of a warp add the products with
 * the entries of its right row to a window of the row of the result. Sums always have the same
 * order.
 *
 * @tparam Finish receives the sums, see KeepSums
 */
template <class Left, class Right, class Finish>
struct ScalarRowProduct
{
  static constexpr int Window = 256;
  static constexpr std::size_t Bytes = Window * (sizeof(double) + sizeof(std::int32_t));

  Left left;
  Right right;
  BlockRowsView result;
  Finish finish;

  template <class Team>
  __device__ void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    static_assert(Team::Threads == WarpSize, "lanes wait for each other as a warp");
    const std::int64_t row = this->left.rowOf(item);
    const std::int64_t begin = this->left.begin(row);
    const std::int64_t end = this->left.end(row);
    if (Left::IsSum && begin == end)
    {
      return;
    }
    auto* sums = reinterpret_cast<double*>(memory);
    auto* columns = reinterpret_cast<std::int32_t*>(sums + Window);
    const int count = this->result.length(row);
    int first = this->left.firstPlace(this->result, row);
    for (; first < count; first += Window)
    {
      const int here = count - first < Window ? count - first : Window;
      for (int t = team.lane; t < here; t += WarpSize)
      {
        columns[t] = this->result.columns[this->result.starts[row] + first + t];
        sums[t] = 0.0;
      }
      __syncwarp();
      for (std::int64_t k = begin; k < end; ++k)
      {
        const std::int64_t inner = this->left.rightRow(k);
        const std::int64_t start = this->right.first(inner);
        const int length = this->right.length(inner);
        const std::int32_t* others = this->right.columns(start);
        const typename Right::Real* numbers = this->right.values + this->right.place(start);
        const auto factor = static_cast<double>(this->left.values[this->left.block(k)]);
        for (int t = team.lane; t < length; t += WarpSize)
        {
          const int place = firstNotLess(columns, here, others[t]);
          if (place < here && columns[place] == others[t])
          {
            sums[place] += factor * static_cast<double>(numbers[t]);
          }
        }
        __syncwarp();
      }
      this->finish.template write<1>(row, first, here, sums, team.lane);
      __syncwarp();
    }
  }
};
}
}
#endif

#endif

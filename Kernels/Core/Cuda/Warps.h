#ifndef TRABECULA_CORE_CUDA_WARPS_H
#define TRABECULA_CORE_CUDA_WARPS_H

// Loops with one warp per item on CUDA, for the library's own sources; empty for other compilers.

#ifdef __CUDACC__
#include "Core/Cuda/Cuda.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
constexpr int WarpSize = 32;
constexpr int WarpThreads = 256;

/// The sum over a warp, returned in each of its threads. With several interleaved vectors, lane l
/// belongs to vector l % Vectors, and the sum is over the lanes of the same vector.
template <int Vectors = 1, class Real>
__device__ __forceinline__ Real warpSum(Real value)
{
  for (int offset = WarpSize / 2; offset >= Vectors; offset /= 2)
  {
    value += __shfl_xor_sync(0xffffffffU, value, offset);
  }
  return value;
}

/// Calls work(item, lane) with one warp per item: with few items, as on coarse multigrid levels,
/// one thread per item cannot hide the latency of memory.
template <class Work>
__global__ void __launch_bounds__(WarpThreads) runWarps(std::int64_t items, Work work)
{
  const std::int64_t item = (std::int64_t(blockIdx.x) * WarpThreads + threadIdx.x) / WarpSize;
  if (item < items)
  {
    work(item, static_cast<int>(threadIdx.x % WarpSize));
  }
}

template <class Work>
void forEachWarp(const Context<CudaSpace>& context, std::int64_t items, Work work)
{
  if (items == 0)
  {
    return;
  }
  constexpr std::int64_t Warps = WarpThreads / WarpSize;
  runWarps<<<static_cast<unsigned>((items + Warps - 1) / Warps), WarpThreads, 0,
    streamOf(context)>>>(items, work);
  checkCuda(cudaGetLastError(), "starting a multigrid loop");
}
}
}
#endif

#endif

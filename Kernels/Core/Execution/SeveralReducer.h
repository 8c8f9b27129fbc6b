#ifndef TRABECULA_CORE_EXECUTION_SEVERALREDUCER_H
#define TRABECULA_CORE_EXECUTION_SEVERALREDUCER_H

// For the library's own sources, as Core/Parallel.h is.

#include "Core/Parallel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// Sums over the entries of several vectors side by side, for each vector, whose results remain on
/// the device. As reproducible as those of Reducer; the order also depends on the number of
/// vectors.
template <class Space>
class SeveralReducer
{
public:
  /// Makes room for so many vectors. One needs none.
  void prepare([[maybe_unused]] int vectors)
  {
#ifdef __CUDACC__
    this->Partials = DeviceVector<double, Space>(
      static_cast<std::size_t>(vectors * Reducer<Space>::MostPartials * MostTerms));
    this->Arrived = DeviceVector<unsigned, Space>(1);
    this->Arrived.zero();
#endif
  }

  /**
   * Sums value(Vectors * i + v) over i in [0, n), and calls finish(v, sums) on the device, for each
   * vector v.
   *
   * @param zero tells the number of terms, MostTerms at most
   */
  template <int Vectors, int Terms, class Value, class Finish>
  void sum(std::int64_t n, Sums<Terms> zero, Value value, Finish finish);

private:
  static constexpr int MostTerms = 3;

  Reducer<Space> One;
  // On CUDA:
  DeviceVector<double, Space> Partials;
  DeviceVector<unsigned, Space> Arrived; ///< see Reducer
};

namespace detail
{
/// The sums of one of several vectors.
template <class Space, int Vectors, int Terms, class Value, class Finish>
void sumOfVector(Reducer<Space>& reducer, std::int64_t n, int vector, const Sums<Terms>& zero,
  Value value, Finish finish)
{
  reducer.reduce(
    n, zero, TRABECULA_LAMBDA(std::int64_t i) { return value(Vectors * i + vector); }, AddSums(),
    TRABECULA_LAMBDA(const Sums<Terms>& sums) { finish(vector, sums); });
}

#ifdef __CUDACC__
/// Sums over a block of threads, of each of several vectors, whose threads follow each other; in
/// the first thread of each vector. @param ofWarps room for the sums of each warp
template <int Vectors, int Terms>
__device__ __forceinline__ void sumOverBlock(double* sums, double* ofWarps)
{
  constexpr int Lanes = 32;
  constexpr int Warps = ReductionThreads / Lanes;
  static_assert(Lanes % Vectors == 0, "vectors would have different lanes in each warp");
  for (int t = 0; t < Terms; ++t)
  {
    for (int offset = Lanes / 2; offset >= Vectors; offset /= 2)
    {
      sums[t] += __shfl_xor_sync(0xffffffffU, sums[t], offset);
    }
  }
  const int thread = static_cast<int>(threadIdx.x);
  const int lane = thread % Lanes;
  __syncthreads(); // the room may still be read
  if (lane < Vectors)
  {
    for (int t = 0; t < Terms; ++t)
    {
      ofWarps[(thread / Lanes * Vectors + lane) * Terms + t] = sums[t];
    }
  }
  __syncthreads();
  if (thread < Vectors)
  {
    for (int t = 0; t < Terms; ++t)
    {
      sums[t] = 0.0;
      for (int warp = 0; warp < Warps; ++warp)
      {
        sums[t] += ofWarps[(warp * Vectors + thread) * Terms + t];
      }
    }
  }
}

/// As reduceInBlocks(). A thread has entries of one vector only.
template <int Vectors, int Terms, class Value, class Finish>
__global__ void __launch_bounds__(ReductionThreads)
  sumInBlocks(std::int64_t entries, Value value, Finish finish, double* partials, unsigned* arrived)
{
  __shared__ double ofWarps[ReductionThreads / 32 * Vectors * Terms];
  __shared__ bool last;
  const int thread = static_cast<int>(threadIdx.x);
  Sums<Terms> sum;
  const std::int64_t stride = std::int64_t(gridDim.x) * ReductionThreads;
  for (std::int64_t entry = std::int64_t(blockIdx.x) * ReductionThreads + thread; entry < entries;
       entry += stride)
  {
    sum = AddSums()(sum, value(entry));
  }
  sumOverBlock<Vectors, Terms>(sum.v, ofWarps);
  if (thread < Vectors)
  {
    for (int t = 0; t < Terms; ++t)
    {
      partials[(std::int64_t(blockIdx.x) * Vectors + thread) * Terms + t] = sum.v[t];
    }
    __threadfence();
  }
  __syncthreads();
  if (thread == 0)
  {
    // Wraps to zero at the last block, ready for the next reduction.
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last)
  {
    return;
  }
  __threadfence();
  sum = Sums<Terms>();
  const int count = static_cast<int>(gridDim.x) * Vectors;
  for (int i = thread; i < count; i += ReductionThreads)
  {
    for (int t = 0; t < Terms; ++t)
    {
      sum.v[t] += partials[std::int64_t(i) * Terms + t];
    }
  }
  sumOverBlock<Vectors, Terms>(sum.v, ofWarps);
  if (thread < Vectors)
  {
    finish(thread, sum);
  }
}
#endif
}

template <class Space>
template <int Vectors, int Terms, class Value, class Finish>
void SeveralReducer<Space>::sum(
  std::int64_t n, [[maybe_unused]] Sums<Terms> zero, Value value, Finish finish)
{
  static_assert(Terms <= MostTerms, "partial results do not fit");
#ifdef __CUDACC__
  if constexpr (Vectors > 1)
  {
    detail::requireCompiledSpace<Space>();
    const std::int64_t entries = Vectors * n;
    const std::int64_t wanted = (entries + detail::ReductionThreads - 1) / detail::ReductionThreads;
    const int blocks =
      static_cast<int>(std::clamp<std::int64_t>(wanted, 1, Reducer<Space>::MostPartials));
    detail::sumInBlocks<Vectors, Terms><<<blocks, detail::ReductionThreads, 0, cudaStream()>>>(
      entries, value, finish, this->Partials.data(), this->Arrived.data());
    checkCuda(cudaGetLastError(), "starting a reduction");
  }
  else
  {
    detail::sumOfVector<Space, 1>(this->One, n, 0, zero, value, finish);
  }
#else
  for (int vector = 0; vector < Vectors; ++vector)
  {
    detail::sumOfVector<Space, Vectors>(this->One, n, vector, zero, value, finish);
  }
#endif
}
}

#endif

#ifndef TRABECULA_CORE_PARALLEL_H
#define TRABECULA_CORE_PARALLEL_H

// For the library's own sources, compiled once for each space: parallel loops, reductions, sorts
// and scans on Thrust and CUB. Include it from .inl, .cxx and .cu files only.

#include "Core/DeviceVector.h"

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#ifdef __CUDACC__
#include "Core/Cuda/Cuda.h"

#include <cub/block/block_reduce.cuh>
#include <thrust/system/cuda/execution_policy.h>
#else
#include <thrust/system/omp/execution_policy.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trabecula
{
namespace detail
{
/// Refuses what a compiler for another space instantiates, as loops would run in the wrong memory:
/// its callers lack an explicit instantiation declaration (extern template).
template <class Space>
constexpr void requireCompiledSpace()
{
  static_assert(std::is_same_v<Space, CompiledSpace>, "instantiated for another space");
}

#ifdef __CUDACC__
/// Temporary memory of Thrust's algorithms. Their own throws where it cannot be released.
struct TemporaryMemory
{
  using value_type = char;

  char* allocate(std::ptrdiff_t bytes)
  {
    return static_cast<char*>(Memory<CudaSpace>::allocate(static_cast<std::size_t>(bytes)));
  }
  void deallocate(char* pointer, std::size_t bytes) noexcept
  {
    Memory<CudaSpace>::release(pointer, bytes);
  }
};

template <class Space>
auto policy()
{
  requireCompiledSpace<Space>();
  static TemporaryMemory memory;
  return thrust::cuda::par_nosync(memory).on(cudaStream());
}

/// The exception being handled, which is Thrust's, as one of the library.
[[noreturn]] inline void rethrowThrust()
{
  rethrowAsError("running a parallel loop");
}
#else
template <class Space>
const auto& policy()
{
  requireCompiledSpace<Space>();
  return thrust::omp::par;
}

/// Thrust's exceptions are those of the standard library.
[[noreturn]] inline void rethrowThrust()
{
  throw;
}

/// Below this number of iterations a parallel region costs more time than it saves.
constexpr std::int64_t LeastParallelWork = 8192;
#endif
}

/// Calls body(i) for i in [0, n), in any order, asynchronously on the space.
template <class Space, class Body>
void forEach(std::int64_t n, Body body)
{
  detail::requireCompiledSpace<Space>();
#ifndef __CUDACC__
  if (n < detail::LeastParallelWork)
  {
    for (std::int64_t i = 0; i < n; ++i)
    {
      body(i);
    }
    return;
  }
#endif
  try
  {
    thrust::for_each_n(
      detail::policy<Space>(), thrust::counting_iterator<std::int64_t>(0), n, body);
  }
  catch (...)
  {
    detail::rethrowThrust();
  }
}

/// *place = 1, by several threads at once.
TRABECULA_FUNCTION void mark(std::uint8_t* place)
{
#ifdef __CUDA_ARCH__
  *place = 1;
#else
  __atomic_store_n(place, std::uint8_t(1), __ATOMIC_RELAXED);
#endif
}

/// Sorts values by their keys, stably.
template <class Space, class Key, class Value>
void sortByKey(DeviceVector<Key, Space>& keys, DeviceVector<Value, Space>& values)
{
  try
  {
    thrust::stable_sort_by_key(
      detail::policy<Space>(), keys.data(), keys.data() + keys.size(), values.data());
  }
  catch (...)
  {
    detail::rethrowThrust();
  }
}

/// Sums the values of equal keys that follow each other.
/// @return number of sums
template <class Space, class Key, class Value>
std::int64_t sumByKey(
  std::int64_t count, const Key* keys, const Value* values, Key* keysOfSums, Value* sums)
{
  try
  {
    return thrust::reduce_by_key(
             detail::policy<Space>(), keys, keys + count, values, keysOfSums, sums)
             .first -
      keysOfSums;
  }
  catch (...)
  {
    detail::rethrowThrust();
  }
}

/// The value that ascending order puts at a place; reorders values.
template <class Space>
double nthElement(DeviceVector<double, Space>& values, std::size_t place)
{
  double result = 0.0;
#ifdef __CUDACC__
  try
  {
    thrust::sort(detail::policy<Space>(), values.data(), values.data() + values.size());
  }
  catch (...)
  {
    detail::rethrowThrust();
  }
#else
  std::nth_element(values.data(), values.data() + place, values.data() + values.size());
#endif
  Memory<Space>::copyToHost(&result, values.data() + place, sizeof(result));
  return result;
}

/// starts[k] becomes the first place in ascending keys that is not below k, for each k.
template <class Space, class Start>
void findStarts(const DeviceVector<std::int32_t, Space>& keys, DeviceVector<Start, Space>& starts)
{
  const auto n = static_cast<std::int64_t>(keys.size());
  const std::int32_t* key = keys.data();
  Start* to = starts.data();
  forEach<Space>(
    static_cast<std::int64_t>(starts.size()), TRABECULA_LAMBDA(std::int64_t k) {
      std::int64_t begin = 0;
      std::int64_t end = n;
      while (begin < end)
      {
        const std::int64_t middle = (begin + end) / 2;
        if (key[middle] < k)
        {
          begin = middle + 1;
        }
        else
        {
          end = middle;
        }
      }
      to[k] = static_cast<Start>(begin);
    });
}

/// values[i] becomes the sum of values[0..i].
template <class Space, class T>
void inclusiveScan(DeviceVector<T, Space>& values)
{
  try
  {
    thrust::inclusive_scan(
      detail::policy<Space>(), values.data(), values.data() + values.size(), values.data());
  }
  catch (...)
  {
    detail::rethrowThrust();
  }
}

/**
 * Reductions whose result remains on the device.
 *
 * The order of operations depends on n alone, neither on the number of threads nor on timing, so
 * that a reduction is bitwise reproducible on one kind of device.
 */
template <class Space>
class Reducer
{
public:
  /// Largest supported size of a value, bytes.
  static constexpr std::size_t LargestValue = 4 * sizeof(double);
  static constexpr std::int64_t MostPartials = 1024;

  Reducer() : Partials(MostPartials * LargestValue / sizeof(double)), Arrived(1)
  {
    this->Arrived.zero();
  }

  /**
   * Combines value(i) over i in [0, n), each called exactly once, and calls finish(result) on the
   * device. value and finish may write to device memory.
   */
  template <class T, class Value, class Combine, class Finish>
  void reduce(std::int64_t n, T identity, Value value, Combine combine, Finish finish);

private:
  DeviceVector<double, Space> Partials;
  DeviceVector<unsigned, Space>
    Arrived; ///< blocks of threads that have written their partial result
};

#ifdef __CUDACC__
namespace detail
{
constexpr int ReductionThreads = 256;

/// The block of threads that finishes last combines the partial results of all.
template <class T, class Value, class Combine, class Finish>
__global__ void __launch_bounds__(ReductionThreads) reduceInBlocks(std::int64_t n, T identity,
  Value value, Combine combine, Finish finish, T* partials, unsigned* arrived)
{
  using Block = cub::BlockReduce<T, ReductionThreads>;
  __shared__ typename Block::TempStorage storage;
  __shared__ bool last;
  T sum = identity;
  const std::int64_t stride = std::int64_t(gridDim.x) * ReductionThreads;
  for (std::int64_t i = std::int64_t(blockIdx.x) * ReductionThreads + threadIdx.x; i < n;
       i += stride)
  {
    sum = combine(sum, value(i));
  }
  sum = Block(storage).Reduce(sum, combine);
  if (threadIdx.x == 0)
  {
    partials[blockIdx.x] = sum;
    __threadfence();
    // Wraps to zero at the last block, ready for the next reduction.
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last)
  {
    return;
  }
  __threadfence();
  sum = identity;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += ReductionThreads)
  {
    sum = combine(sum, partials[i]);
  }
  sum = Block(storage).Reduce(sum, combine);
  if (threadIdx.x == 0)
  {
    finish(sum);
  }
}
}

template <class Space>
template <class T, class Value, class Combine, class Finish>
void Reducer<Space>::reduce(std::int64_t n, T identity, Value value, Combine combine, Finish finish)
{
  static_assert(sizeof(T) <= LargestValue, "partial results do not fit");
  detail::requireCompiledSpace<Space>();
  T* partials = reinterpret_cast<T*>(this->Partials.data());
  const std::int64_t wanted = (n + detail::ReductionThreads - 1) / detail::ReductionThreads;
  const int blocks = static_cast<int>(std::clamp<std::int64_t>(wanted, 1, MostPartials));
  detail::reduceInBlocks<<<blocks, detail::ReductionThreads, 0, cudaStream()>>>(
    n, identity, value, combine, finish, partials, this->Arrived.data());
  checkCuda(cudaGetLastError(), "starting a reduction");
}
#else
template <class Space>
template <class T, class Value, class Combine, class Finish>
void Reducer<Space>::reduce(std::int64_t n, T identity, Value value, Combine combine, Finish finish)
{
  static_assert(sizeof(T) <= LargestValue, "partial results do not fit");
  detail::requireCompiledSpace<Space>();
  T* partials = reinterpret_cast<T*>(this->Partials.data());
  const std::int64_t smallest = 2048;
  const std::int64_t chunk = std::max(smallest, (n + MostPartials - 1) / MostPartials);
  const std::int64_t chunks = (n + chunk - 1) / chunk;
#pragma omp parallel for schedule(static) if (n >= detail::LeastParallelWork)
  for (std::int64_t c = 0; c < chunks; ++c)
  {
    // Several independent partial results hide the latency of the operation.
    constexpr int Lanes = 8;
    T lanes[Lanes];
    std::fill(lanes, lanes + Lanes, identity);
    std::int64_t i = c * chunk;
    const std::int64_t end = std::min(n, i + chunk);
    for (; i + Lanes <= end; i += Lanes)
    {
      for (int lane = 0; lane < Lanes; ++lane)
      {
        lanes[lane] = combine(lanes[lane], value(i + lane));
      }
    }
    for (; i < end; ++i)
    {
      lanes[0] = combine(lanes[0], value(i));
    }
    for (int lane = 1; lane < Lanes; ++lane)
    {
      lanes[0] = combine(lanes[0], lanes[lane]);
    }
    partials[c] = lanes[0];
  }
  T result = identity;
  for (std::int64_t c = 0; c < chunks; ++c)
  {
    result = combine(result, partials[c]);
  }
  finish(result);
}
#endif

/// The sum of one or more numbers at once.
template <int N>
struct Sums
{
  double v[N] = {};
};

struct AddSums
{
  template <int N>
  TRABECULA_FUNCTION Sums<N> operator()(Sums<N> a, const Sums<N>& b) const
  {
    for (int i = 0; i < N; ++i)
    {
      a.v[i] += b.v[i];
    }
    return a;
  }
};

struct Maximum
{
  TRABECULA_FUNCTION double operator()(double a, double b) const { return a < b ? b : a; }
};
}

#endif

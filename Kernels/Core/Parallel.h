#ifndef TRABECULA_CORE_PARALLEL_H
#define TRABECULA_CORE_PARALLEL_H

// For the library's own sources, compiled once for each space: parallel loops and
// reductions on Thrust and CUB. Include it from .inl, .cxx and .cu files only.

#include "Core/Context.h"

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

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
/// Refuses instantiation for another space than the compiled one, as loops would access the wrong
/// memory. It occurs where an explicit instantiation declaration (extern template) is missing.
template <class Space>
constexpr void requireCompiledSpace()
{
  static_assert(std::is_same_v<Space, CompiledSpace>, "instantiated for another space");
}

#ifdef __CUDACC__
/// Allocator for temporary memory of Thrust's algorithms: Thrust's own throws if memory cannot be
/// released.
struct TemporaryMemory
{
  using value_type = char;

  const Context<CudaSpace>* context;

  char* allocate(std::ptrdiff_t bytes)
  {
    return static_cast<char*>(this->context->allocate(static_cast<std::size_t>(bytes)));
  }
  void deallocate(char* pointer, std::size_t bytes) noexcept
  {
    this->context->release(pointer, bytes);
  }
};

/// Calls algorithm(policy) with Thrust's execution policy for a context.
template <class Space, class Algorithm>
auto withPolicy(const Context<Space>& context, const Algorithm& algorithm)
{
  requireCompiledSpace<Space>();
  try
  {
    TemporaryMemory memory{ &context };
    return algorithm(thrust::cuda::par_nosync(memory).on(streamOf(context)));
  }
  catch (...)
  {
    rethrowAsError("running a parallel loop");
  }
}
#else
template <class Space, class Algorithm>
auto withPolicy(const Context<Space>& /*context*/, const Algorithm& algorithm)
{
  requireCompiledSpace<Space>();
  return algorithm(thrust::omp::par);
}

/// Below this number of iterations a parallel region costs more time than it saves.
constexpr std::int64_t LeastParallelWork = 8192;
#endif
}

#ifdef __CUDACC__
/// Calls body(i) for i in [0, n), in any order, asynchronously on the context.
template <class Space, class Body>
void forEach(const Context<Space>& context, std::int64_t n, Body body)
{
  detail::withPolicy(context,
    [&](const auto& policy)
    { thrust::for_each_n(policy, thrust::counting_iterator<std::int64_t>(0), n, body); });
}
#else
/// Calls body(i) for i in [0, n), in any order, by the host's threads. Loops over host arrays need
/// no context.
template <class Space, class Body>
void forEach(std::int64_t n, Body body)
{
  static_assert(std::is_same_v<Space, HostSpace>, "loops on a device need a context");
  if (n < detail::LeastParallelWork)
  {
    for (std::int64_t i = 0; i < n; ++i)
    {
      body(i);
    }
    return;
  }
  thrust::for_each_n(thrust::omp::par, thrust::counting_iterator<std::int64_t>(0), n, body);
}

/// As the loop on a device, so that sources are the same for both.
template <class Space, class Body>
void forEach(const Context<Space>& /*context*/, std::int64_t n, Body body)
{
  forEach<Space>(n, body);
}
#endif

/// *place = 1; several threads may do so concurrently.
TRABECULA_FUNCTION void mark(std::uint8_t* place)
{
#ifdef __CUDA_ARCH__
  *place = 1;
#else
  __atomic_store_n(place, std::uint8_t(1), __ATOMIC_RELAXED);
#endif
}

/// Several numbers that are reduced together.
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
  template <int N>
  TRABECULA_FUNCTION Sums<N> operator()(Sums<N> a, const Sums<N>& b) const
  {
    for (int i = 0; i < N; ++i)
    {
      a.v[i] = a.v[i] < b.v[i] ? b.v[i] : a.v[i];
    }
    return a;
  }
};

namespace detail
{
template <int N>
void combineParts(const Communicator& parts, Sums<N>& sums, AddSums /*combine*/)
{
  parts.sum(sums.v, N);
}

template <int N>
void combineParts(const Communicator& parts, Sums<N>& values, Maximum /*combine*/)
{
  parts.maximum(values.v, N);
}

inline void combineParts(const Communicator& parts, double& value, Maximum /*combine*/)
{
  parts.maximum(&value, 1);
}

inline Communicator::Combination combinationOf(AddSums /*combine*/)
{
  return Communicator::Combination::Sum;
}

inline Communicator::Combination combinationOf(Maximum /*combine*/)
{
  return Communicator::Combination::Maximum;
}
}

#ifdef __CUDACC__
namespace detail
{
constexpr int ReductionThreads = 256;

/// Each block of threads computes a partial result; the block that finishes last combines all.
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

/// The reduction of one part; finish(result) is called on the device.
template <class Space, class T, class Value, class Combine, class Finish>
void reducePart(const Context<Space>& context, std::int64_t n, const T& identity, Value value,
  Combine combine, Finish finish)
{
  using Lane = typename Context<Space>::Lane;
  requireCompiledSpace<Space>();
  Lane& lane = context.lane();
  T* partials = reinterpret_cast<T*>(lane.partials.data());
  const std::int64_t wanted = (n + ReductionThreads - 1) / ReductionThreads;
  const int blocks = static_cast<int>(std::clamp<std::int64_t>(wanted, 1, Lane::MostPartials));
  reduceInBlocks<<<blocks, ReductionThreads, 0, streamOf(context)>>>(
    n, identity, value, combine, finish, partials, lane.arrived.data());
  checkCuda(cudaGetLastError(), "starting a reduction");
}
}
#else
namespace detail
{
/// The reduction of one part; calls finish(result).
template <class Space, class T, class Value, class Combine, class Finish>
void reducePart(const Context<Space>& context, std::int64_t n, const T& identity, Value value,
  Combine combine, Finish finish)
{
  requireCompiledSpace<Space>();
  T* partials = reinterpret_cast<T*>(context.lane().partials.data());
  constexpr std::int64_t mostPartials = Context<Space>::Lane::MostPartials;
  const std::int64_t smallest = 2048;
  const std::int64_t chunk = std::max(smallest, (n + mostPartials - 1) / mostPartials);
  const std::int64_t chunks = (n + chunk - 1) / chunk;
#pragma omp parallel for schedule(static) if (n >= LeastParallelWork)
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
}
#endif

namespace detail
{
/// The reduction of one part. @return its result on the device, valid until the next reduction
template <class Space, class T, class Value, class Combine>
T* reduceIntoLane(
  const Context<Space>& context, std::int64_t n, const T& identity, Value value, Combine combine)
{
  T* here = reinterpret_cast<T*>(context.lane().result.data());
  reducePart(
    context, n, identity, value, combine, TRABECULA_LAMBDA(const T& of) { *here = of; });
  return here;
}

inline std::size_t numbersIn(double /*value*/)
{
  return 1;
}

template <int N>
std::size_t numbersIn(const Sums<N>& /*value*/)
{
  return N;
}

/// The reduction over all parts by a communicator that reaches their devices. @return as above
template <class Space, class T, class Value, class Combine>
const T* reduceOnDevices(
  const Context<Space>& context, std::int64_t n, const T& identity, Value value, Combine combine)
{
  const T* here = reduceIntoLane(context, n, identity, value, combine);
  double* all = context.lane().result.data() + Context<Space>::Lane::LargestValue / sizeof(double);
  context.communicator().combineOnDevice(combinationOf(combine),
    reinterpret_cast<const double*>(here), all, numbersIn(identity), context.stream());
  return reinterpret_cast<const T*>(all);
}
}

template <class Space>
template <class T, class Value, class Combine, class Finish>
void Context<Space>::reduce(
  std::int64_t n, T identity, Value value, Combine combine, Finish finish) const
{
  static_assert(sizeof(T) <= Lane::LargestValue, "partial results do not fit");
  if (!this->isDistributed())
  {
    detail::reducePart(*this, n, identity, value, combine, finish);
    return;
  }
  if (!this->reachesDevices())
  {
    const T all = this->reduce(n, identity, value, combine);
    forEach(
      *this, 1, TRABECULA_LAMBDA(std::int64_t) { finish(all); });
    return;
  }
  const T* all = detail::reduceOnDevices(*this, n, identity, value, combine);
  forEach(
    *this, 1, TRABECULA_LAMBDA(std::int64_t) { finish(*all); });
}

template <class Space>
template <class T, class Value, class Combine>
T Context<Space>::reduce(std::int64_t n, T identity, Value value, Combine combine) const
{
  T result = identity;
  if (this->reachesDevices())
  {
    const T* all = detail::reduceOnDevices(*this, n, identity, value, combine);
    this->copyToHost(&result, all, sizeof(T));
    return result;
  }
  const T* here = detail::reduceIntoLane(*this, n, identity, value, combine);
  this->copyToHost(&result, here, sizeof(T));
  detail::combineParts(*this->Parts, result, combine);
  return result;
}
}

#endif

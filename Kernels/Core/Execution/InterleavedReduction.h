#ifndef TRABECULA_CORE_EXECUTION_INTERLEAVEDREDUCTION_H
#define TRABECULA_CORE_EXECUTION_INTERLEAVEDREDUCTION_H

// For the library's own sources, as Core/Parallel.h is.

#include "Core/Parallel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Sums over the entries of each of several interleaved columns, with the results on the device.
/// Within a column the order of operations depends only on the number of entries and of columns.
/// The sums of sum() are those of this part alone, even if several parts solve one problem.
template <class Space>
class InterleavedReduction
{
public:
  explicit InterleavedReduction(const Context<Space>& context) : Computing(&context) {}

  /// Allocates partial results for a number of columns; a single column needs none.
  void prepare(int columns)
  {
    if (this->Computing->isDistributed())
    {
      this->OfPart = DeviceVector<double, Space>(
        *this->Computing, static_cast<std::size_t>(2 * columns * MostTerms));
    }
#ifdef __CUDACC__
    this->Partials = DeviceVector<double, Space>(*this->Computing,
      static_cast<std::size_t>(columns * Context<Space>::Lane::MostPartials * MostTerms));
    this->Arrived = DeviceVector<unsigned, Space>(*this->Computing, 1);
    this->Arrived.zero();
#endif
  }

  /**
   * Sums value(Columns * i + v) over i in [0, n), and calls finish(v, sums) on the device, for each
   * column v.
   *
   * @param zero initial value; its type states the number of terms, at most MostTerms
   */
  template <int Columns, int Terms, class Value, class Finish>
  void sum(std::int64_t n, Sums<Terms> zero, Value value, Finish finish);
  /// The same over all parts, with one reduction for all columns.
  template <int Columns, int Terms, class Value, class Finish>
  void sumOverParts(std::int64_t n, Sums<Terms> zero, Value value, Finish finish);

private:
  static constexpr int MostTerms = 3;

  /// Replaces the sums of this part by those of all. @return where they are, on the device
  const double* combine(int count);

  const Context<Space>* Computing;
  DeviceVector<double, Space> OfPart; ///< sums of this part, then of all parts
  // On CUDA:
  DeviceVector<double, Space> Partials;
  DeviceVector<unsigned, Space> Arrived; ///< see Context::Lane
};

namespace detail
{
/// The sums of one of several interleaved columns.
template <int Columns, class Space, int Terms, class Value, class Finish>
void sumOfColumn(const Context<Space>& context, std::int64_t n, int column, const Sums<Terms>& zero,
  Value value, Finish finish)
{
  reducePart(
    context, n, zero, TRABECULA_LAMBDA(std::int64_t i) { return value(Columns * i + column); },
    AddSums(), TRABECULA_LAMBDA(const Sums<Terms>& sums) { finish(column, sums); });
}

/// Writes the sums of each column to an array.
template <int Columns, class Space, int Terms, class Value>
void storeSums(InterleavedReduction<Space>& reduction, std::int64_t n, Sums<Terms> zero,
  Value value, double* sums)
{
  reduction.template sum<Columns>(
    n, zero, value, TRABECULA_LAMBDA(int column, const Sums<Terms>& of) {
      for (int t = 0; t < Terms; ++t)
      {
        sums[Terms * column + t] = of.v[t];
      }
    });
}

/// Calls finish() with the sums of each column.
template <int Columns, int Terms, class Space, class Finish>
void finishSums(const Context<Space>& context, const double* sums, Finish finish)
{
  forEach(
    context, Columns, TRABECULA_LAMBDA(std::int64_t column) {
      Sums<Terms> of;
      for (int t = 0; t < Terms; ++t)
      {
        of.v[t] = sums[Terms * column + t];
      }
      finish(static_cast<int>(column), of);
    });
}

#ifdef __CUDACC__
/// Sums of each column over a block of threads, of which thread t belongs to column t % Columns.
/// The result is in the first thread of each column. @param ofWarps shared memory for the sums of
/// warps
template <int Columns, int Terms>
__device__ __forceinline__ void sumOverBlock(double* sums, double* ofWarps)
{
  constexpr int Lanes = 32;
  constexpr int Warps = ReductionThreads / Lanes;
  static_assert(Lanes % Columns == 0, "columns would have different lanes in each warp");
  for (int t = 0; t < Terms; ++t)
  {
    for (int offset = Lanes / 2; offset >= Columns; offset /= 2)
    {
      sums[t] += __shfl_xor_sync(0xffffffffU, sums[t], offset);
    }
  }
  const int thread = static_cast<int>(threadIdx.x);
  const int lane = thread % Lanes;
  __syncthreads(); // the sums of warps may still be read
  if (lane < Columns)
  {
    for (int t = 0; t < Terms; ++t)
    {
      ofWarps[(thread / Lanes * Columns + lane) * Terms + t] = sums[t];
    }
  }
  __syncthreads();
  if (thread < Columns)
  {
    for (int t = 0; t < Terms; ++t)
    {
      sums[t] = 0.0;
      for (int warp = 0; warp < Warps; ++warp)
      {
        sums[t] += ofWarps[(warp * Columns + thread) * Terms + t];
      }
    }
  }
}

/// As reduceInBlocks(), for interleaved columns: a thread sums entries of one column only.
template <int Columns, int Terms, class Value, class Finish>
__global__ void __launch_bounds__(ReductionThreads)
  sumInBlocks(std::int64_t entries, Value value, Finish finish, double* partials, unsigned* arrived)
{
  __shared__ double ofWarps[ReductionThreads / 32 * Columns * Terms];
  __shared__ bool last;
  const int thread = static_cast<int>(threadIdx.x);
  Sums<Terms> sum;
  const std::int64_t stride = std::int64_t(gridDim.x) * ReductionThreads;
  for (std::int64_t entry = std::int64_t(blockIdx.x) * ReductionThreads + thread; entry < entries;
       entry += stride)
  {
    sum = AddSums()(sum, value(entry));
  }
  sumOverBlock<Columns, Terms>(sum.v, ofWarps);
  if (thread < Columns)
  {
    for (int t = 0; t < Terms; ++t)
    {
      partials[(std::int64_t(blockIdx.x) * Columns + thread) * Terms + t] = sum.v[t];
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
  const int count = static_cast<int>(gridDim.x) * Columns;
  for (int i = thread; i < count; i += ReductionThreads)
  {
    for (int t = 0; t < Terms; ++t)
    {
      sum.v[t] += partials[std::int64_t(i) * Terms + t];
    }
  }
  sumOverBlock<Columns, Terms>(sum.v, ofWarps);
  if (thread < Columns)
  {
    finish(thread, sum);
  }
}
#endif
}

template <class Space>
template <int Columns, int Terms, class Value, class Finish>
void InterleavedReduction<Space>::sum(
  std::int64_t n, [[maybe_unused]] Sums<Terms> zero, Value value, Finish finish)
{
  static_assert(Terms <= MostTerms, "partial results do not fit");
#ifdef __CUDACC__
  if constexpr (Columns > 1)
  {
    detail::requireCompiledSpace<Space>();
    const std::int64_t entries = Columns * n;
    const std::int64_t wanted = (entries + detail::ReductionThreads - 1) / detail::ReductionThreads;
    const int blocks =
      static_cast<int>(std::clamp<std::int64_t>(wanted, 1, Context<Space>::Lane::MostPartials));
    detail::sumInBlocks<Columns, Terms>
      <<<blocks, detail::ReductionThreads, 0, streamOf(*this->Computing)>>>(
        entries, value, finish, this->Partials.data(), this->Arrived.data());
    checkCuda(cudaGetLastError(), "starting a reduction");
  }
  else
  {
    detail::sumOfColumn<1>(*this->Computing, n, 0, zero, value, finish);
  }
#else
  for (int column = 0; column < Columns; ++column)
  {
    detail::sumOfColumn<Columns>(*this->Computing, n, column, zero, value, finish);
  }
#endif
}

template <class Space>
const double* InterleavedReduction<Space>::combine(int count)
{
  const Context<Space>& context = *this->Computing;
  const auto numbers = static_cast<std::size_t>(count);
  double* here = this->OfPart.data();
  double* all = here + this->OfPart.size() / 2;
  if (context.reachesDevices())
  {
    context.communicator().combineOnDevice(
      Communicator::Combination::Sum, here, all, numbers, context.stream());
    return all;
  }
  std::vector<double> sums(numbers);
  context.copyToHost(sums.data(), here, numbers * sizeof(double));
  context.sumOverParts(sums.data(), numbers);
  context.copyFromHost(all, sums.data(), numbers * sizeof(double));
  return all;
}

template <class Space>
template <int Columns, int Terms, class Value, class Finish>
void InterleavedReduction<Space>::sumOverParts(
  std::int64_t n, Sums<Terms> zero, Value value, Finish finish)
{
  detail::storeSums<Columns>(*this, n, zero, value, this->OfPart.data());
  detail::finishSums<Columns, Terms>(*this->Computing, this->combine(Columns * Terms), finish);
}
}

#endif

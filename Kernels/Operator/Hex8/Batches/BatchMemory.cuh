#ifndef TRABECULA_OPERATOR_HEX8_BATCHES_BATCHMEMORY_CUH
#define TRABECULA_OPERATOR_HEX8_BATCHES_BATCHMEMORY_CUH

// Shared memory of products over batches of elements on CUDA, and the asynchronous copies that fill
// it. Included by BatchedProduct.cuh.

#include "Core/Cuda/Cuda.h"

#include <cstddef>
#include <cstdint>

namespace trabecula::detail
{
/// Arguments of the kernel; pointers as in ElementSums and Hex8Operator.
/// @tparam Real of vectors, float or double
template <class Real>
struct BatchArguments
{
  std::int64_t numberOfElements;
  std::int32_t batches;
  std::int32_t mostSlots;
  const std::int32_t* starts;
  const std::int32_t* nodes;
  const uint4* corners;
  const uint4* entries;
  const std::int32_t* order;
  const double* moduli;
  const double* points;
  double pointScale; ///< on coordinates in single precision
  const Real* x;
  Real* y;
  Real* partials;   ///< 3 per slot, for reproducible sums
  double* energies; ///< a sum of x.y for each block of threads; may be null
};

/// Copies 4, 8 or 16 bytes to shared memory without waiting.
template <int Bytes>
__device__ __forceinline__ void copyAsync(void* target, const void* source)
{
#if __CUDA_ARCH__ >= 800
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(target));
  if (Bytes == 16)
  {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(source));
  }
  else
  {
    asm volatile(
      "cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address), "l"(source), "n"(Bytes));
  }
#else
  for (int i = 0; i < Bytes / 4; ++i)
  {
    static_cast<std::int32_t*>(target)[i] = static_cast<const std::int32_t*>(source)[i];
  }
#endif
}

/// Waits for the copies that the calling thread has started.
__device__ __forceinline__ void waitForCopies()
{
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/// Eight 16-bit numbers, the lower half of each word first.
__device__ __forceinline__ void unpack(const uint4& packed, int* values)
{
  const unsigned words[4] = { packed.x, packed.y, packed.z, packed.w };
#pragma unroll
  for (int i = 0; i < 4; ++i)
  {
    values[2 * i] = static_cast<int>(words[i] & 0xffffU);
    values[2 * i + 1] = static_cast<int>(words[i] >> 16);
  }
}

/// Shared memory of a block of threads. Prefetched data have two or three buffers, used in turn.
template <class Real, int Threads, bool UsesPoints>
struct BatchMemory
{
  double* points;         ///< 2 * 3 * mostSlots coordinates, if they are used
  Real* results;          ///< 24 * Threads
  Real* fields;           ///< 2 * 3 * mostSlots: x
  uint4* entries;         ///< 2 * mostSlots
  uint4* corners;         ///< 2 * Threads
  double* moduli;         ///< 2 * Threads
  std::int32_t* nodes;    ///< 3 * mostSlots
  std::int32_t* elements; ///< 3 * Threads

  __device__ BatchMemory(void* memory, int mostSlots)
    : points(static_cast<double*>(memory)),
      results(reinterpret_cast<Real*>(points + (UsesPoints ? 6 * mostSlots : 0))),
      fields(results + 24 * Threads), entries(reinterpret_cast<uint4*>(fields + 6 * mostSlots)),
      corners(entries + 2 * mostSlots), moduli(reinterpret_cast<double*>(corners + 2 * Threads)),
      nodes(reinterpret_cast<std::int32_t*>(moduli + 2 * Threads)), elements(nodes + 3 * mostSlots)
  {
  }

  static std::size_t bytes(int mostSlots)
  {
    const std::size_t slot = 6 * sizeof(Real) + (UsesPoints ? 6 * sizeof(double) : 0);
    return Threads * (24 * sizeof(Real) + 2 * (sizeof(uint4) + sizeof(double)) + 12) +
      mostSlots * (slot + 2 * sizeof(uint4) + 12);
  }
};

/// Starts the copies of node and element numbers of a batch.
template <class Real, int Threads, bool UsesPoints>
__device__ __forceinline__ void loadNumbers(const BatchArguments<Real>& a,
  const BatchMemory<Real, Threads, UsesPoints>& memory, int batch, int begin, int end, int place)
{
  std::int32_t* nodes = memory.nodes + place * a.mostSlots;
  for (int i = threadIdx.x; i < end - begin; i += Threads)
  {
    copyAsync<4>(nodes + i, a.nodes + begin + i);
  }
  const std::int64_t position = std::int64_t(batch) * Threads + threadIdx.x;
  if (position < a.numberOfElements)
  {
    copyAsync<4>(memory.elements + place * Threads + threadIdx.x, a.order + position);
  }
}

/// Starts the other copies of a batch, after the calling thread's numbers have arrived.
template <class Real, int Threads, bool UsesPoints>
__device__ __forceinline__ void loadFields(const BatchArguments<Real>& a,
  const BatchMemory<Real, Threads, UsesPoints>& memory, int batch, int begin, int end,
  int numbersPlace, int place)
{
  const std::int32_t* nodes = memory.nodes + numbersPlace * a.mostSlots;
  Real* x = memory.fields + place * 3 * a.mostSlots;
  double* points = memory.points + place * 3 * a.mostSlots;
  uint4* entries = memory.entries + place * a.mostSlots;
  for (int i = threadIdx.x; i < end - begin; i += Threads)
  {
    const std::int32_t number = nodes[i];
    const std::int64_t node = 3 * std::int64_t(number < 0 ? ~number : number);
#pragma unroll
    for (int c = 0; c < 3; ++c)
    {
      copyAsync<sizeof(Real)>(x + 3 * i + c, a.x + node + c);
      if (UsesPoints)
      {
        copyAsync<8>(points + 3 * i + c, a.points + node + c);
      }
    }
    copyAsync<16>(entries + i, a.entries + begin + i);
  }
  const std::int64_t position = std::int64_t(batch) * Threads + threadIdx.x;
  const int mine = place * Threads + threadIdx.x;
  if (position < a.numberOfElements)
  {
    copyAsync<16>(memory.corners + mine, a.corners + position);
    const std::int32_t element = memory.elements[numbersPlace * Threads + threadIdx.x];
    copyAsync<8>(memory.moduli + mine, a.moduli + element);
  }
  else
  {
    memory.corners[mine] = uint4{ 0, 0, 0, 0 };
    memory.moduli[mine] = 0.0;
  }
}
}

#endif

#ifndef TRABECULA_OPERATOR_HEX8_BATCHES_BATCHEDPRODUCT_CUH
#define TRABECULA_OPERATOR_HEX8_BATCHES_BATCHEDPRODUCT_CUH

// The kernel of products over batches of elements on CUDA. A block of threads processes batches one
// after another, with one thread per element, while the nodes of the next batch are copied
// asynchronously to shared memory. Element results are summed per node in shared memory. Included
// by BatchLaunch.cuh.

#include "Mesh/ElementBatches.h"
#include "Operator/Hex8/Batches/BatchMemory.cuh"

#include <cub/block/block_reduce.cuh>

#include <cstdint>

namespace trabecula::detail
{
/// Sums the results of each slot and adds them to y, or stores them in partials.
template <int Threads, bool Reproducible, class Real>
__device__ __forceinline__ void sumSlots(const BatchArguments<Real>& a, const Real* results,
  const uint4* entries, const std::int32_t* nodes, int begin, int end)
{
  for (int i = threadIdx.x; i < end - begin; i += Threads)
  {
    int entry[8];
    unpack(entries[i], entry);
    Real sum[3] = {};
#pragma unroll
    for (int k = 0; k < 8; ++k)
    {
      if (entry[k] != ElementBatches::NoEntry)
      {
#pragma unroll
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += results[8 * Threads * c + entry[k]];
        }
      }
    }
    const std::int32_t node = nodes[i];
    const bool alone = node < 0;
    Real* target = a.y + 3 * std::int64_t(alone ? ~node : node);
    if (Reproducible && !alone)
    {
      target = a.partials + 3 * std::int64_t(begin + i);
    }
#pragma unroll
    for (int c = 0; c < 3; ++c)
    {
      if (Reproducible || alone)
      {
        target[c] = sum[c];
      }
      else
      {
        atomicAdd(target + c, sum[c]);
      }
    }
  }
}

/**
 * y = sums over elements of product(corners, u, modulus, tag, f), which sets the element's forces f
 * and returns u.f. Product::Real: of vectors; of corners, too, which are then relative to the first
 * in single precision. Product::UsesPoints: whether it reads corner coordinates; Product::Warps:
 * intended number of warps per multiprocessor.
 */
template <class Product, int Threads, bool Reproducible>
__global__ void __launch_bounds__(Threads, Product::Warps * 32 / Threads)
  batchedProduct(const __grid_constant__ BatchArguments<typename Product::Real> a,
    const __grid_constant__ Product product)
{
  using Real = typename Product::Real;
  extern __shared__ uint4 sharedMemory[];
  const BatchMemory<Real, Threads, Product::UsesPoints> memory(sharedMemory, a.mostSlots);
  int batch = static_cast<int>(std::int64_t(a.batches) * blockIdx.x / gridDim.x);
  const int end = static_cast<int>(std::int64_t(a.batches) * (blockIdx.x + 1) / gridDim.x);
  // First slots of this batch and the three after it.
  int starts[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
  {
    starts[i] = a.starts[min(batch + i, a.batches)];
  }
  loadNumbers(a, memory, batch, starts[0], starts[1], 0);
  if (batch + 1 < end)
  {
    loadNumbers(a, memory, batch + 1, starts[1], starts[2], 1);
  }
  waitForCopies();
  loadFields(a, memory, batch, starts[0], starts[1], 0, 0);
  double energy = 0.0;
  int third = 0; // index of the buffer
  for (int second = 0; batch < end; ++batch, second ^= 1, third = third == 2 ? 0 : third + 1)
  {
    const int following = a.starts[min(batch + 4, a.batches)];
    waitForCopies();
    __syncthreads(); // the batch has arrived, and the results of the last one have been read
    int corners[8];
    unpack(memory.corners[second * Threads + threadIdx.x], corners);
    const int tag = corners[0] >> ElementBatches::SlotBits;
    corners[0] &= (1 << ElementBatches::SlotBits) - 1;
    const double modulus = memory.moduli[second * Threads + threadIdx.x];
    const Real* fields = memory.fields + second * 3 * a.mostSlots;
    const double* coordinates = memory.points + second * 3 * a.mostSlots;
    Real points[24];
    Real u[24];
    double origin[3] = {};
    if (Product::UsesPoints && sizeof(Real) < sizeof(double))
    {
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        origin[c] = coordinates[3 * corners[0] + c];
      }
    }
#pragma unroll
    for (int corner = 0; corner < 8; ++corner)
    {
#pragma unroll
      for (int c = 0; c < 3; ++c)
      {
        u[8 * c + corner] = fields[3 * corners[corner] + c];
        if (Product::UsesPoints)
        {
          const double coordinate = coordinates[3 * corners[corner] + c];
          points[8 * c + corner] = sizeof(Real) < sizeof(double)
            ? static_cast<Real>((coordinate - origin[c]) * a.pointScale)
            : static_cast<Real>(coordinate);
        }
      }
    }
    const int next = third == 2 ? 0 : third + 1;
    if (batch + 1 < end)
    {
      loadFields(a, memory, batch + 1, starts[1], starts[2], next, second ^ 1);
    }
    if (batch + 2 < end)
    {
      loadNumbers(a, memory, batch + 2, starts[2], starts[3], next == 2 ? 0 : next + 1);
    }
    Real f[24];
    const double work = product(points, u, static_cast<Real>(modulus), tag, f);
    if (std::int64_t(batch) * Threads + threadIdx.x < a.numberOfElements)
    {
      energy += work;
    }
#pragma unroll
    for (int i = 0; i < 24; ++i)
    {
      memory.results[i * Threads + threadIdx.x] = f[i];
    }
    __syncthreads();
    sumSlots<Threads, Reproducible>(a, memory.results, memory.entries + second * a.mostSlots,
      memory.nodes + third * a.mostSlots, starts[0], starts[1]);
    starts[0] = starts[1];
    starts[1] = starts[2];
    starts[2] = starts[3];
    starts[3] = following;
  }
  if (a.energies)
  {
    using Block = cub::BlockReduce<double, Threads>;
    __shared__ typename Block::TempStorage storage;
    energy = Block(storage).Sum(energy);
    if (threadIdx.x == 0)
    {
      a.energies[blockIdx.x] = energy;
    }
  }
}
}

#endif

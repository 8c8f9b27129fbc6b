#ifndef TRABECULA_OPERATOR_BATCHEDPRODUCT_CUH
#define TRABECULA_OPERATOR_BATCHEDPRODUCT_CUH

// Products over batches of elements on CUDA. A block of threads processes batches one after
// another, with one thread per element, while the nodes of the next batch are copied asynchronously
// to shared memory. Element results are summed per node in shared memory.

#include "Core/Cuda/Cuda.h"
#include "Operator/Hex8/ElementSums.h"
#include "Operator/LinearOperator.h"

#include <cub/block/block_reduce.cuh>

#include <algorithm>

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

__device__ __forceinline__ void waitForCopies()
{
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

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

constexpr int SharedNodeThreads = 256;

/// y of the nodes in several batches, or in none.
template <class Real>
__global__ void __launch_bounds__(SharedNodeThreads)
  sumSharedNodes(std::int64_t count, const std::int32_t* nodes, const std::int32_t* starts,
    const std::int32_t* slots, const Real* partials, Real* y)
{
  const std::int64_t i = std::int64_t(blockIdx.x) * SharedNodeThreads + threadIdx.x;
  if (i >= count)
  {
    return;
  }
  Real sum[3] = {};
  const int end = starts[i + 1];
  for (int k = starts[i]; k < end; ++k)
  {
    for (int c = 0; c < 3; ++c)
    {
      sum[c] += partials[3 * std::int64_t(slots[k]) + c];
    }
  }
  for (int c = 0; c < 3; ++c)
  {
    y[3 * std::int64_t(nodes[i]) + c] = sum[c];
  }
}

/// Starts batchedProduct() with as many blocks of threads as are resident on the device; returns
/// their number.
template <class Product, int Threads, bool Reproducible>
int startBatches(const Context<CudaSpace>& context,
  const BatchArguments<typename Product::Real>& arguments, const Product& product)
{
  using Memory = BatchMemory<typename Product::Real, Threads, Product::UsesPoints>;
  const cudaStream_t stream = streamOf(context); // on its device, whose attributes are asked for
  const auto kernel = batchedProduct<Product, Threads, Reproducible>;
  const auto bytes = static_cast<int>(Memory::bytes(arguments.mostSlots));
  allowSharedMemory(
    context, reinterpret_cast<const void*>(kernel), static_cast<std::size_t>(bytes));
  int device = 0;
  int processors = 1;
  int perProcessor = 1;
  checkCuda(cudaGetDevice(&device), "asking for the device");
  checkCuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
    "asking for the multiprocessors");
  checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perProcessor, kernel, Threads, bytes),
    "asking for the occupancy");
  const int blocks = std::min({ arguments.batches, processors * std::max(perProcessor, 1),
    LinearOperator<CudaSpace>::MostPartials });
  kernel<<<blocks, Threads, bytes, stream>>>(arguments, product);
  checkCuda(cudaGetLastError(), "starting the stiffness product");
  return blocks;
}

template <class Product, int Threads>
int startBatches(const Context<CudaSpace>& context,
  const BatchArguments<typename Product::Real>& arguments, const Product& product)
{
  return arguments.partials ? startBatches<Product, Threads, true>(context, arguments, product)
                            : startBatches<Product, Threads, false>(context, arguments, product);
}

/**
 * Runs a product over all elements. Members of arguments that sums provides are set here.
 *
 * @returns the number of partial energies written, if arguments.energies is set; 0 without elements
 */
template <class Product>
int runBatches(const Context<CudaSpace>& context, ElementSums<CudaSpace>& sums,
  std::int64_t numberOfNodes, BatchArguments<typename Product::Real> arguments,
  const Product& product)
{
  using Real = typename Product::Real;
  arguments.batches = static_cast<std::int32_t>(sums.starts.size()) - 1;
  arguments.mostSlots = sums.mostSlots;
  arguments.starts = sums.starts.data();
  arguments.nodes = sums.nodes.data();
  arguments.corners = reinterpret_cast<const uint4*>(sums.corners.data());
  arguments.entries = reinterpret_cast<const uint4*>(sums.entries.data());
  arguments.partials = reinterpret_cast<Real*>(sums.partials.data());
  if (!sums.reproducible && numberOfNodes > 0)
  {
    context.zero(arguments.y, sizeof(Real) * 3 * std::size_t(numberOfNodes));
  }
  const int blocks = arguments.batches == 0 ? 0
    : sums.batchSize == 128 ? startBatches<Product, 128>(context, arguments, product)
    : sums.batchSize == 64  ? startBatches<Product, 64>(context, arguments, product)
                            : startBatches<Product, 32>(context, arguments, product);
  const auto shared = static_cast<std::int64_t>(sums.sharedNodes.size());
  if (sums.reproducible && shared > 0)
  {
    sumSharedNodes<<<static_cast<int>((shared + SharedNodeThreads - 1) / SharedNodeThreads),
      SharedNodeThreads, 0, streamOf(context)>>>(shared, sums.sharedNodes.data(),
      sums.sharedStarts.data(), sums.sharedSlots.data(), arguments.partials, arguments.y);
    checkCuda(cudaGetLastError(), "adding up shared nodes");
  }
  return blocks;
}

/// Whether batches of this size fit into the device's shared memory.
inline bool batchFits(const Context<CudaSpace>& context, int batchSize, int mostSlots)
{
  int most = 0;
  const int device = context.device().index;
  checkCuda(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
    "asking for the shared memory");
  // Plus the memory of the reduction of energies.
  const std::size_t needed =
    (batchSize == 128     ? BatchMemory<double, 128, true>::bytes(mostSlots)
        : batchSize == 64 ? BatchMemory<double, 64, true>::bytes(mostSlots)
                          : BatchMemory<double, 32, true>::bytes(mostSlots)) +
    512;
  return needed <= static_cast<std::size_t>(most);
}
}

#endif

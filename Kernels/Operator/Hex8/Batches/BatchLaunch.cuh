#ifndef TRABECULA_OPERATOR_HEX8_BATCHES_BATCHLAUNCH_CUH
#define TRABECULA_OPERATOR_HEX8_BATCHES_BATCHLAUNCH_CUH

// Products over all batches of elements of a mesh on CUDA.

#include "Operator/Hex8/Batches/BatchedProduct.cuh"
#include "Operator/Hex8/ElementSums.h"
#include "Operator/LinearOperator.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trabecula::detail
{
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

#ifndef TRABECULA_CORE_COMMUNICATION_COMBINEPARTS_H
#define TRABECULA_CORE_COMMUNICATION_COMBINEPARTS_H

// For CUDA sources only.

#include "Core/Communication/Communicator.h"
#include "Core/Cuda/Cuda.h"

#include <cstddef>

namespace trabecula
{
namespace detail
{
constexpr unsigned CombineThreads = 128;

template <class Source>
__global__ void __launch_bounds__(CombineThreads)
  combineValues(int parts, Source source, bool isSum, std::size_t count, double* results)
{
  const std::size_t i = std::size_t(blockIdx.x) * CombineThreads + threadIdx.x;
  if (i >= count)
  {
    return;
  }
  double result = source(0)[i];
  for (int part = 1; part < parts; ++part)
  {
    const double value = source(part)[i];
    result = isSum ? result + value : (result < value ? value : result);
  }
  results[i] = result;
}

/// Combines the values source(part)[i] of all parts, in the order of their ranks.
template <class Source>
void combineOnStream(cudaStream_t stream, int parts, const Source& source,
  Communicator::Combination combination, std::size_t count, double* results)
{
  if (count == 0)
  {
    return;
  }
  const auto blocks = static_cast<unsigned>((count + CombineThreads - 1) / CombineThreads);
  combineValues<<<blocks, CombineThreads, 0, stream>>>(
    parts, source, combination == Communicator::Combination::Sum, count, results);
  checkCuda(cudaGetLastError(), "combining results of parts");
}
}
}

#endif

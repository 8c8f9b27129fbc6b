#ifndef TRABECULA_CORE_CUDA_STAGEDCOPY_H
#define TRABECULA_CORE_CUDA_STAGEDCOPY_H

// For CUDA sources only.

#include <cuda_runtime.h>

#include <cstddef>

namespace trabecula
{
/**
 * Copies between host and device in order with a stream, and returns after completion.
 *
 * Large blocks are copied in pieces through pinned memory, which all threads fill or empty: CUDA
 * copies pageable memory by one thread, which also has to map new pages.
 *
 * @throws Error if CUDA fails
 */
void stagedCopy(
  void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
}

#endif

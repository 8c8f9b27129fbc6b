#ifndef TRABECULA_CORE_CUDA_CUDA_H
#define TRABECULA_CORE_CUDA_CUDA_H

// For CUDA sources only.

#include "Core/Context.h"

#include <cuda_runtime.h>

#include <cstddef>

namespace trabecula
{
/// @throws Error with what failed and CUDA's own text unless the result is success.
void checkCuda(cudaError_t result, const char* what);

/// Throws the exception that is being handled as an Error; only in a handler.
[[noreturn]] void rethrowAsError(const char* what);

/// The stream of a context for the next kernel or copy; its device becomes the current one.
inline cudaStream_t streamOf(const Context<CudaSpace>& context)
{
  return static_cast<cudaStream_t>(context.stream());
}

/// Allows a kernel so much dynamic shared memory on the device of a context. The limit is one of
/// the process, which other threads may rely on: it is raised only.
/// @param kernel pointer to the function @throws Error if a block cannot have as much
void allowSharedMemory(const Context<CudaSpace>& context, const void* kernel, std::size_t bytes);
}

#endif

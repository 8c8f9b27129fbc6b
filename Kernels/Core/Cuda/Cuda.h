#ifndef TRABECULA_CORE_CUDA_CUDA_H
#define TRABECULA_CORE_CUDA_CUDA_H

// For CUDA sources only.

#include "Core/Context.h"

#include <cuda_runtime.h>

#include <cstddef>

namespace trabecula
{
/// @throws Error unless the result is success, with CUDA's description of it. @param what the
/// failed operation in words, as in "starting a reduction"
void checkCuda(cudaError_t result, const char* what);

/// Throws the exception that is being handled as an Error. To be called from a handler only.
[[noreturn]] void rethrowAsError(const char* what);

/// The stream of a context for the next kernel or copy; its device becomes the current one.
inline cudaStream_t streamOf(const Context<CudaSpace>& context)
{
  return static_cast<cudaStream_t>(context.stream());
}

/// Raises the limit of dynamic shared memory of a kernel on the device of a context. The limit
/// holds for the process and is never lowered, as other threads may rely on it.
/// @param kernel pointer to the function @throws Error if a block cannot have that many bytes
void allowSharedMemory(const Context<CudaSpace>& context, const void* kernel, std::size_t bytes);
}

#endif

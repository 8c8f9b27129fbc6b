#ifndef TRABECULA_CORE_CUDA_CUDA_H
#define TRABECULA_CORE_CUDA_CUDA_H

// For CUDA sources only.

#include <cuda_runtime.h>

namespace trabecula
{
/// @throws Error with what failed and CUDA's own text unless the result is success.
void checkCuda(cudaError_t result, const char* what);

/// Throws the exception that is being handled as an Error; only in a handler.
[[noreturn]] void rethrowAsError(const char* what);

/// The stream of all kernels and copies of CudaSpace.
cudaStream_t cudaStream();

/// Sets the stream that cudaStream() returns to the calling thread; null restores the default.
/// @return what was set before
cudaStream_t useCudaStream(cudaStream_t stream);
}

#endif

#include "Core/Cuda/Cuda.h"
#include "Core/Cuda/StagedCopy.h"
#include "Core/Error.h"
#include "Core/Memory.h"
#include "Core/Text.h"

namespace trabecula
{
template <>
void* Memory<CudaSpace>::allocate(std::size_t bytes)
{
  if (bytes == 0)
  {
    return nullptr;
  }
  void* pointer = nullptr;
  if (cudaMalloc(&pointer, bytes) != cudaSuccess)
  {
    std::size_t available = 0;
    std::size_t total = 0;
    const bool isKnown = cudaMemGetInfo(&available, &total) == cudaSuccess;
    (void)cudaGetLastError();
    throw Error("The GPU is out of memory: " + mebibytesText(bytes) + " could not be allocated" +
      (isKnown ? ", and " + mebibytesText(available) + " are free" : "") +
      ". Other programs may use it; use a coarser mesh, or set Device to Host.");
  }
  return pointer;
}

template <>
void Memory<CudaSpace>::release(void* pointer) noexcept
{
  if (cudaFree(pointer) != cudaSuccess)
  {
    (void)cudaGetLastError(); // else the next kernel would seem to have failed
  }
}

template <>
void Memory<CudaSpace>::copyFromHost(
  void* target, const void* source, std::size_t bytes, void* stream)
{
  stagedCopy(target, source, bytes, cudaMemcpyHostToDevice, static_cast<cudaStream_t>(stream));
}

template <>
void Memory<CudaSpace>::copyToHost(
  void* target, const void* source, std::size_t bytes, void* stream)
{
  stagedCopy(target, source, bytes, cudaMemcpyDeviceToHost, static_cast<cudaStream_t>(stream));
}

template <>
void Memory<CudaSpace>::copy(void* target, const void* source, std::size_t bytes, void* stream)
{
  checkCuda(cudaMemcpyAsync(
              target, source, bytes, cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(stream)),
    "copying on the GPU");
}

template <>
void Memory<CudaSpace>::zero(void* target, std::size_t bytes, void* stream)
{
  checkCuda(cudaMemsetAsync(target, 0, bytes, static_cast<cudaStream_t>(stream)),
    "clearing memory of the GPU");
}

template <>
void Memory<CudaSpace>::synchronize(void* stream)
{
  checkCuda(
    cudaStreamSynchronize(static_cast<cudaStream_t>(stream)), "running a kernel on the GPU");
}
}

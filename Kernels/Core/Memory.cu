#include "Core/Cuda/Cuda.h"
#include "Core/Error.h"
#include "Core/Memory.h"

#include <algorithm>

namespace trabecula
{
namespace
{
thread_local std::size_t Allocated = 0;
thread_local std::size_t Peak = 0;
}

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
    (void)cudaGetLastError();
    throw Error(
      "The GPU is out of memory: " + std::to_string(bytes >> 20) + " MiB could not be allocated.");
  }
  Allocated += bytes;
  Peak = std::max(Peak, Allocated);
  return pointer;
}

template <>
void Memory<CudaSpace>::release(void* pointer, std::size_t bytes) noexcept
{
  Allocated -= bytes;
  (void)cudaFree(pointer);
}

template <>
void Memory<CudaSpace>::copyFromHost(void* target, const void* source, std::size_t bytes)
{
  checkCuda(cudaMemcpyAsync(target, source, bytes, cudaMemcpyHostToDevice, cudaStream()),
    "copying to the GPU");
  Memory<CudaSpace>::synchronize();
}

template <>
void Memory<CudaSpace>::copyToHost(void* target, const void* source, std::size_t bytes)
{
  checkCuda(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToHost, cudaStream()),
    "copying from the GPU");
  Memory<CudaSpace>::synchronize();
}

template <>
void Memory<CudaSpace>::copy(void* target, const void* source, std::size_t bytes)
{
  checkCuda(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, cudaStream()),
    "copying on the GPU");
}

template <>
void Memory<CudaSpace>::zero(void* target, std::size_t bytes)
{
  checkCuda(cudaMemsetAsync(target, 0, bytes, cudaStream()), "clearing memory of the GPU");
}

template <>
void Memory<CudaSpace>::synchronize()
{
  checkCuda(cudaStreamSynchronize(cudaStream()), "running a kernel on the GPU");
}

template <>
std::size_t Memory<CudaSpace>::allocatedByThisThread()
{
  return Allocated;
}

template <>
std::size_t Memory<CudaSpace>::peakOfThisThread()
{
  return Peak;
}

template <>
void Memory<CudaSpace>::startPeak()
{
  Peak = Allocated;
}
}

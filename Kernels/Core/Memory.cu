#include "Core/Cuda/Cuda.h"
#include "Core/Cuda/StagedCopy.h"
#include "Core/Error.h"
#include "Core/Memory.h"
#include "Core/Text.h"

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
    std::size_t available = 0;
    std::size_t total = 0;
    const bool isKnown = cudaMemGetInfo(&available, &total) == cudaSuccess;
    (void)cudaGetLastError();
    throw Error("The GPU is out of memory: " + mebibytesText(bytes) + " could not be allocated" +
      (isKnown ? ", and " + mebibytesText(available) + " are free" : "") +
      ". Other programs may use it; use a coarser mesh, or set Device to Host.");
  }
  Allocated += bytes;
  Peak = std::max(Peak, Allocated);
  return pointer;
}

template <>
void Memory<CudaSpace>::release(void* pointer, std::size_t bytes) noexcept
{
  Allocated -= bytes;
  if (cudaFree(pointer) != cudaSuccess)
  {
    (void)cudaGetLastError(); // else the next kernel would seem to have failed
  }
}

template <>
void Memory<CudaSpace>::copyFromHost(void* target, const void* source, std::size_t bytes)
{
  stagedCopy(target, source, bytes, cudaMemcpyHostToDevice);
}

template <>
void Memory<CudaSpace>::copyToHost(void* target, const void* source, std::size_t bytes)
{
  stagedCopy(target, source, bytes, cudaMemcpyDeviceToHost);
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

#include "Core/Cuda/Cuda.h"
#include "Core/Cuda/CudaDevice.h"
#include "Core/Cuda/CurrentDevice.h"
#include "Core/Error.h"

#include <exception>
#include <new>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
__global__ void probe(int* value)
{
  *value = 1;
}

/// Executes a kernel, as a driver may report a GPU that this binary has no code for.
cudaError_t runProbe()
{
  (void)cudaGetLastError(); // errors of earlier calls are not the device's
  int* value = nullptr;
  cudaError_t result = cudaMalloc(&value, sizeof(int));
  if (result == cudaSuccess)
  {
    probe<<<1, 1>>>(value);
    result = cudaGetLastError();
    if (result == cudaSuccess)
    {
      result = cudaDeviceSynchronize();
    }
    if (cudaFree(value) != cudaSuccess)
    {
      (void)cudaGetLastError(); // else the next kernel would seem to have failed
    }
  }
  return result;
}
}

void checkCuda(cudaError_t result, const char* what)
{
  if (result != cudaSuccess)
  {
    (void)cudaGetLastError();
    throw Error(std::string("CUDA failed while ") + what + ": " + cudaGetErrorString(result) + ".");
  }
}

void rethrowAsError(const char* what)
{
  (void)cudaGetLastError();
  try
  {
    throw;
  }
  catch (const Error&)
  {
    throw;
  }
  catch (const std::bad_alloc&)
  {
    throw Error(std::string("The GPU is out of memory while ") + what +
      ". Other programs may use it; use a coarser mesh, or set Device to Host.");
  }
  catch (const std::exception& error)
  {
    throw Error(std::string("CUDA failed while ") + what + ": " + error.what() + ".");
  }
}

namespace
{
thread_local cudaStream_t StreamInstead = nullptr;
}

cudaStream_t useCudaStream(cudaStream_t stream)
{
  return std::exchange(StreamInstead, stream);
}

cudaStream_t cudaStream()
{
  if (StreamInstead)
  {
    return StreamInstead;
  }
  static const cudaStream_t stream = []
  {
    cudaStream_t created = nullptr;
    checkCuda(cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking), "creating a stream");
    return created;
  }();
  return stream;
}

template <>
int currentDevice<CudaSpace>()
{
  int index = 0;
  if (cudaGetDevice(&index) != cudaSuccess)
  {
    (void)cudaGetLastError();
  }
  return index;
}

template <>
void setCurrentDevice<CudaSpace>(int index)
{
  if (cudaSetDevice(index) != cudaSuccess)
  {
    (void)cudaGetLastError();
  }
}

bool findCudaDevice(Device& device, std::string& reason)
{
  int count = 0;
  cudaError_t result = cudaGetDeviceCount(&count);
  if (result == cudaSuccess && count == 0)
  {
    result = cudaErrorNoDevice;
  }
  cudaDeviceProp properties = {};
  if (result == cudaSuccess)
  {
    result = cudaGetDeviceProperties(&properties, 0);
  }
  if (result == cudaSuccess)
  {
    result = runProbe();
  }
  std::size_t available = 0;
  std::size_t total = 0;
  if (result == cudaSuccess)
  {
    result = cudaMemGetInfo(&available, &total);
  }
  if (result != cudaSuccess)
  {
    (void)cudaGetLastError();
    reason = std::string("No NVIDIA GPU can be used: ") + cudaGetErrorString(result) + ".";
    return false;
  }
  device.space = ExecutionSpace::Cuda;
  device.name = properties.name;
  device.totalMemory = total;
  device.availableMemory = available;
  return true;
}
}

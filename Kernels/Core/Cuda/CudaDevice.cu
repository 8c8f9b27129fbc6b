#include "Core/Cuda/Cuda.h"
#include "Core/Cuda/CudaDevice.h"
#include "Core/Error.h"

#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
__global__ void probe(int* value)
{
  *value = 1;
}

/// Executes a kernel, as a driver may report a GPU for which this binary has no code. The kernel
/// has a stream of its own, as synchronizing the device would invalidate a capture of another
/// thread.
cudaError_t runProbe()
{
  (void)cudaGetLastError(); // errors of earlier calls are not the device's
  int* value = nullptr;
  cudaStream_t stream = nullptr;
  cudaError_t result = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (result == cudaSuccess)
  {
    result = cudaMalloc(&value, sizeof(int));
  }
  if (result == cudaSuccess)
  {
    probe<<<1, 1, 0, stream>>>(value);
    result = cudaGetLastError();
  }
  if (result == cudaSuccess)
  {
    result = cudaStreamSynchronize(stream);
  }
  // A failure to release must not be reported as a failure of the next kernel.
  if (value && cudaFree(value) != cudaSuccess)
  {
    (void)cudaGetLastError();
  }
  if (stream && cudaStreamDestroy(stream) != cudaSuccess)
  {
    (void)cudaGetLastError();
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
/// Restores the current device of the calling thread on destruction.
class KeepDevice
{
public:
  KeepDevice()
  {
    if (cudaGetDevice(&this->Before) != cudaSuccess)
    {
      (void)cudaGetLastError();
    }
  }
  ~KeepDevice()
  {
    if (cudaSetDevice(this->Before) != cudaSuccess)
    {
      (void)cudaGetLastError();
    }
  }
  KeepDevice(const KeepDevice&) = delete;
  KeepDevice& operator=(const KeepDevice&) = delete;

private:
  int Before = 0;
};

/// Describes a GPU if it can be used.
cudaError_t describe(int index, Device& device)
{
  cudaDeviceProp properties = {};
  cudaError_t result = cudaGetDeviceProperties(&properties, index);
  if (result == cudaSuccess)
  {
    result = cudaSetDevice(index);
  }
  if (result == cudaSuccess)
  {
    result = runProbe();
  }
  if (result == cudaSuccess)
  {
    result = cudaMemGetInfo(&device.availableMemory, &device.totalMemory);
  }
  device.space = ExecutionSpace::Cuda;
  device.name = properties.name;
  device.index = index;
  return result;
}
}

void allowSharedMemory(const Context<CudaSpace>& context, const void* kernel, std::size_t bytes)
{
  static std::mutex mutex;
  static std::map<std::pair<int, const void*>, std::size_t> allowed;
  const std::lock_guard<std::mutex> lock(mutex);
  std::size_t& present = allowed[{ context.device().index, kernel }];
  if (bytes > present)
  {
    checkCuda(cudaFuncSetAttribute(
                kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      "asking for shared memory");
    present = bytes;
  }
}

std::vector<Device> findCudaDevices(std::string& reason, std::size_t most)
{
  int count = 0;
  cudaError_t result = cudaGetDeviceCount(&count);
  if (result == cudaSuccess && count == 0)
  {
    result = cudaErrorNoDevice;
  }
  std::vector<Device> devices;
  if (result == cudaSuccess)
  {
    const KeepDevice keep;
    cudaError_t failure = cudaSuccess; // of the first GPU that cannot be used
    for (int index = 0; index < count && (most == 0 || devices.size() < most); ++index)
    {
      Device device;
      const cudaError_t one = describe(index, device);
      if (one == cudaSuccess)
      {
        devices.push_back(device);
      }
      else if (failure == cudaSuccess)
      {
        failure = one;
        (void)cudaGetLastError();
      }
    }
    result = devices.empty() ? failure : cudaSuccess;
  }
  if (result != cudaSuccess)
  {
    (void)cudaGetLastError();
    reason = std::string("No NVIDIA GPU can be used: ") + cudaGetErrorString(result) + ".";
  }
  return devices;
}
}

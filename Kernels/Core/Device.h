#ifndef TRABECULA_CORE_DEVICE_H
#define TRABECULA_CORE_DEVICE_H

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// Where kernels run. One binary contains both; which one is used is decided at run time.
enum class ExecutionSpace
{
  Host, ///< this machine's processor, with OpenMP
  Cuda  ///< one NVIDIA GPU
};

/// The requested execution space.
enum class DeviceRequest
{
  Automatic, ///< CUDA where a usable GPU is found, else the host
  Host,
  Cuda
};

/// A device that can run the library.
struct Device
{
  ExecutionSpace space = ExecutionSpace::Host;
  std::string name;                ///< for example "NVIDIA H200" or "Processor, 8 threads (avx512)"
  std::size_t totalMemory = 0;     ///< bytes
  std::size_t availableMemory = 0; ///< bytes free when the device was selected
  int index = 0;                   ///< number of the device among those of its space

  /// The same with no more available memory than a limit. @param limit 0 for none
  Device limitedTo(std::size_t limit) const
  {
    Device limited = *this;
    if (limit > 0 && limit < this->availableMemory)
    {
      limited.availableMemory = limit;
    }
    return limited;
  }
};

/// True if the library was built with CUDA.
bool builtWithCuda();

/// True if the library was built with CUDA and a usable GPU is found now. Never throws; without a
/// driver there is no GPU.
bool cudaAvailable();

/// Why cudaAvailable() is false, as a sentence; empty if it is true.
std::string cudaUnavailableReason();

/// The usable GPUs in the order of their numbers; empty if there are none. Never throws.
std::vector<Device> cudaDevices();

/// The first GPU, or the host. @throws Error if CUDA is requested and not available.
Device selectDevice(DeviceRequest request);

/// Sets the number of OpenMP threads of the host space for parallel regions of the calling thread.
/// @param threads 0 means the number at the first call of this function
void setHostThreads(int threads);
/// The number of OpenMP threads of the calling thread's parallel regions.
int hostThreads();
}

#endif

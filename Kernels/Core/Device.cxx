#include "Core/Device.h"

#include "Core/Cuda/CudaDevice.h"
#include "Core/Error.h"
#include "Core/Spaces.h"

#include <omp.h>

#include <fstream>
#include <sstream>

namespace trabecula
{
namespace
{
/// findCudaDevices(), or none if the library is not built for the space.
template <class Space>
std::vector<Device> findDevices(std::string& reason, std::size_t most = 0)
{
  if constexpr (IsBuilt<Space>)
  {
    return findCudaDevices(reason, most);
  }
  else
  {
    (void)most;
    reason = "This build of Trabecula has no CUDA: it was configured without a CUDA toolkit.";
    return {};
  }
}

/// One line of /proc/meminfo, in bytes; 0 if it does not exist.
std::size_t memoryInfo(const std::string& key)
{
  std::ifstream file("/proc/meminfo");
  std::string line;
  while (std::getline(file, line))
  {
    std::istringstream fields(line);
    std::string name;
    std::size_t kibibytes = 0;
    if (fields >> name >> kibibytes && name == key + ":")
    {
      return kibibytes * 1024;
    }
  }
  return 0;
}

Device hostDevice()
{
  Device device;
  device.space = ExecutionSpace::Host;
  const int threads = hostThreads();
  device.name = "Processor, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  device.totalMemory = memoryInfo("MemTotal");
  device.availableMemory = memoryInfo("MemAvailable");
  return device;
}
}

bool builtWithCuda()
{
  return IsBuilt<CudaSpace>;
}

bool cudaAvailable()
{
  return cudaUnavailableReason().empty();
}

std::string cudaUnavailableReason()
{
  std::string reason;
  (void)findDevices<CudaSpace>(reason, 1);
  return reason;
}

std::vector<Device> cudaDevices()
{
  std::string reason;
  return findDevices<CudaSpace>(reason);
}

Device selectDevice(DeviceRequest request)
{
  if (request == DeviceRequest::Host)
  {
    return hostDevice();
  }
  std::string reason;
  const std::vector<Device> devices = findDevices<CudaSpace>(reason, 1);
  if (!devices.empty())
  {
    return devices.front();
  }
  if (request == DeviceRequest::Cuda)
  {
    throw Error("Device is set to CUDA. " + reason + " Set Device to Automatic or Host.");
  }
  return hostDevice();
}

void setHostThreads(int threads)
{
  static const int all = omp_get_max_threads();
  omp_set_num_threads(threads > 0 ? threads : all);
}

int hostThreads()
{
  return omp_get_max_threads();
}
}

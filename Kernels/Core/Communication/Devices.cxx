#include "Core/Communication/Devices.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
std::vector<Device> selectDevices(DeviceRequest request, int count)
{
  const Device first = selectDevice(request);
  if (first.space == ExecutionSpace::Host)
  {
    return std::vector<Device>(static_cast<std::size_t>(std::max(count, 1)), first);
  }
  if (count == 1)
  {
    return { first };
  }
  std::vector<Device> devices = cudaDevices();
  const std::size_t wanted = count == 0 ? devices.size() : static_cast<std::size_t>(count);
  if (wanted > devices.size())
  {
    throw Error("Devices is " + std::to_string(count) + ", but this computer has " +
      countText(static_cast<std::int64_t>(devices.size()), "usable GPU") +
      ". Set Devices to 0 for all that there are.");
  }
  devices.resize(wanted);
  return devices;
}

std::vector<Device> limitedTo(std::vector<Device> devices, std::size_t limit)
{
  for (Device& device : devices)
  {
    device = device.limitedTo(limit);
  }
  return devices;
}

std::string nameOfDevices(const Device& first, int parts)
{
  return parts > 1 ? std::to_string(parts) + " parts, the first on: " + first.name : first.name;
}
}

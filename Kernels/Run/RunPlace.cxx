#include "Run/RunPlace.h"

#include "Core/Communication/Devices.h"
#include "Core/Communication/ThreadParts.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace trabecula
{
std::shared_ptr<Parts> RunPlace::team(const ReleasedMemory& released) const
{
  if (this->parts)
  {
    return this->parts;
  }
  std::vector<Device> selected = selectDevices(this->device, this->devices);
  const std::size_t before =
    released.devices == 0 ? selected.size() : static_cast<std::size_t>(released.devices);
  for (std::size_t i = 0; i < std::min(before, selected.size()); ++i)
  {
    selected[i].availableMemory += selected[i].space == released.space ? released.bytes : 0;
  }
  return std::make_shared<ThreadParts>(limitedTo(std::move(selected), this->memoryLimit));
}
}

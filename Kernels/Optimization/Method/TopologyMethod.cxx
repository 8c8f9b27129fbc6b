#include "Optimization/Method/TopologyMethod.h"

#include "Core/Error.h"

#include <string>

namespace trabecula
{
void TopologyMethod::checkDevices(const std::vector<Device>& devices)
{
  if (devices.size() > 1)
  {
    throw Error("This optimization cannot be divided among " + std::to_string(devices.size()) +
      " devices: only one of structures whose design variables are densities of elements can. "
      "Set Devices to 1.");
  }
  this->checkDevice(devices.front());
}
}

#include "Optimization/Method/TopologyMethod.h"

#include "Core/Error.h"

#include <string>

namespace trabecula
{
std::string TopologyMethod::reasonAgainstParts() const
{
  return "Only an optimization whose design variables are densities of elements can be divided.";
}

void TopologyMethod::checkParts(Parts& parts)
{
  throw Error("This optimization cannot be divided among " + std::to_string(parts.size()) +
    " devices. " + this->reasonAgainstParts() + " Set Devices to 1.");
}
}

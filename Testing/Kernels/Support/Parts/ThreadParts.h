#ifndef TRABECULA_TESTING_KERNELS_THREADPARTS_H
#define TRABECULA_TESTING_KERNELS_THREADPARTS_H

#include "Support/Spaces.h"

#include "Core/Communication/ThreadParts.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace trabecula::testing
{
/// A device of a space for each part: the host, or all GPUs in turn, several times if there are
/// fewer than parts.
template <class Space>
std::vector<Device> devicesOfParts(int parts)
{
  static const std::vector<Device> all =
    Space::Id == ExecutionSpace::Cuda ? cudaDevices() : std::vector<Device>{ deviceOf<Space>() };
  std::vector<Device> devices;
  for (std::size_t part = 0; part < static_cast<std::size_t>(parts); ++part)
  {
    devices.push_back(all[part % all.size()]);
  }
  return devices;
}

/// Runs work(device, communicator) for so many parts of a space. The host space has one thread in
/// each.
template <class Space, class Work>
void runPartsOn(int parts, const Work& work)
{
  runParts(devicesOfParts<Space>(parts),
    [&work](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      setHostThreads(1);
      work(device, std::move(communicator));
    });
}
}

#endif

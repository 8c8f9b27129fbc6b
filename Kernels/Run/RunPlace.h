#ifndef TRABECULA_RUN_RUNPLACE_H
#define TRABECULA_RUN_RUNPLACE_H

#include "Core/Communication/Parts.h"
#include "Core/Device.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
/// Memory of a model that is to be released.
struct ReleasedMemory
{
  ExecutionSpace space = ExecutionSpace::Host;
  int devices = 1;       ///< as in the model's place
  std::size_t bytes = 0; ///< on each device
};

/// Where a problem is computed.
struct RunPlace
{
  DeviceRequest device = DeviceRequest::Automatic;
  int devices = 1;             ///< how many compute together, see selectDevices()
  std::size_t memoryLimit = 0; ///< of each device, bytes; 0 for none
  /// Parts of several processes that compute the problem together, instead of these devices. All of
  /// these processes call the same functions of the run at the same time.
  std::shared_ptr<Parts> parts = nullptr;
  int threads = 0; ///< as for setHostThreads()

  /// Returns the parts of several processes, or those on the devices with the memory that is free
  /// at present, or once a model is released. @throws Error as selectDevices()
  std::shared_ptr<Parts> team(const ReleasedMemory& released = {}) const;
  /// Whether this process is the first of those that compute together.
  bool isOfFirstProcess() const { return !this->parts || this->parts->first() == 0; }
};
}

#endif

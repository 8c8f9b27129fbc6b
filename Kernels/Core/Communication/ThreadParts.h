#ifndef TRABECULA_CORE_COMMUNICATION_THREADPARTS_H
#define TRABECULA_CORE_COMMUNICATION_THREADPARTS_H

#include "Core/Communication/Communicator.h"
#include "Core/Device.h"

#include <functional>
#include <memory>
#include <vector>

namespace trabecula
{
/// What each part does, in a context that it makes of its device and communicator.
using WorkOfPart =
  std::function<void(const Device& device, std::shared_ptr<const Communicator> communicator)>;

/**
 * Runs work for each device in a thread of this process, all at the same time; each is a part. The
 * first part is the calling thread, so that it may report progress. Parts may share a device. The
 * host's threads are divided among the parts.
 *
 * If all devices are GPUs, parts exchange data directly between them.
 *
 * If a part throws or returns while others wait for it, their waiting throws, and all end; the
 * first exception is thrown again.
 *
 * @param devices one for each part @throws Error if there are none
 */
void runParts(const std::vector<Device>& devices, const WorkOfPart& work);
}

#endif

#ifndef TRABECULA_CORE_COMMUNICATION_DEVICES_H
#define TRABECULA_CORE_COMMUNICATION_DEVICES_H

#include "Core/Device.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * Devices that compute one problem together, a part each: the first GPUs, or the host, whose
 * threads so many parts share.
 *
 * @param request as of selectDevice()
 * @param count 0 means all GPUs, or one part of the host
 * @throws Error if CUDA is requested and not available, or if there are fewer GPUs
 */
std::vector<Device> selectDevices(DeviceRequest request, int count);

/// The same devices with no more available memory than a limit each, see Device::limitedTo().
std::vector<Device> limitedTo(std::vector<Device> devices, std::size_t limit);

/// The name of the first device, with the number of parts if there are several.
std::string nameOfDevices(const Device& first, int parts);
}

#endif

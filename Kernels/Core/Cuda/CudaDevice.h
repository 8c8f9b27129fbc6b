#ifndef TRABECULA_CORE_CUDA_CUDADEVICE_H
#define TRABECULA_CORE_CUDA_CUDADEVICE_H

#include "Core/Device.h"

namespace trabecula
{
/// The first usable GPU. False, with the reason, if there is none.
bool findCudaDevice(Device& device, std::string& reason);
}

#endif

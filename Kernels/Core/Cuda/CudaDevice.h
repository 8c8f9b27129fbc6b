#ifndef TRABECULA_CORE_CUDA_CUDADEVICE_H
#define TRABECULA_CORE_CUDA_CUDADEVICE_H

#include "Core/Device.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// The usable GPUs in the order of their numbers; empty, with the reason, if there are none.
/// @param most number of them after which the others are not probed; 0 for all
std::vector<Device> findCudaDevices(std::string& reason, std::size_t most = 0);
}

#endif

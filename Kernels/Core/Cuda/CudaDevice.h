#ifndef TRABECULA_CORE_CUDA_CUDADEVICE_H
#define TRABECULA_CORE_CUDA_CUDADEVICE_H

#include "Core/Device.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// The usable GPUs in the order of their numbers; empty, with the reason, if there are none.
/// @param most number of usable GPUs after which the search ends; 0 to probe all
std::vector<Device> findCudaDevices(std::string& reason, std::size_t most = 0);
}

#endif

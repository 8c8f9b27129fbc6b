#ifndef TRABECULA_CORE_CUDA_CURRENTDEVICE_H
#define TRABECULA_CORE_CUDA_CURRENTDEVICE_H

#include "Core/Space.h"

namespace trabecula
{
/// Number of the device of a space that the calling thread allocates and computes on.
template <class Space>
int currentDevice();
/// No effect if there is no such device; later operations on it then fail with an error.
template <class Space>
void setCurrentDevice(int index);

template <>
inline int currentDevice<HostSpace>()
{
  return 0;
}
template <>
inline void setCurrentDevice<HostSpace>(int /*index*/)
{
}
template <>
int currentDevice<CudaSpace>();
template <>
void setCurrentDevice<CudaSpace>(int index);
}

#endif

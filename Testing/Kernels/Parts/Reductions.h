#ifndef TRABECULA_TESTING_KERNELS_REDUCTIONS_H
#define TRABECULA_TESTING_KERNELS_REDUCTIONS_H

#include "Core/Vectors/DeviceVector.h"

#include <array>

namespace trabecula::testing
{
/// Values reduced over all parts: their sum, the sum of their squares, the largest, and the largest
/// and the negative of the smallest computed in one reduction.
using Reductions = std::array<double, 5>;

/// These functions use Context::reduce(), with results on the host, or with results on the device,
/// which are copied from there. They are compiled for each space, like the library's own sources.
/// @param values of this part
template <class Space>
Reductions reduceToHost(const DeviceVector<double, Space>& values);
template <class Space>
Reductions reduceOnDevice(const DeviceVector<double, Space>& values);
}

#endif

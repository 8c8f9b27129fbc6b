#ifndef TRABECULA_TESTING_KERNELS_REDUCTIONS_H
#define TRABECULA_TESTING_KERNELS_REDUCTIONS_H

#include "Core/Vectors/DeviceVector.h"

#include <array>

namespace trabecula::testing
{
/// Numbers combined over all parts: their sum, the sum of their squares, the largest, and the
/// largest and the negative of the smallest found in one reduction.
using Reductions = std::array<double, 5>;

/// By Context::reduce(), with results on the host, and with results on the device, which are copied
/// from there. They are compiled for each space, as the library's own sources are.
/// @param values of this part
template <class Space>
Reductions reduceToHost(const DeviceVector<double, Space>& values);
template <class Space>
Reductions reduceOnDevice(const DeviceVector<double, Space>& values);
}

#endif

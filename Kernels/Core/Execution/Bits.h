#ifndef TRABECULA_CORE_EXECUTION_BITS_H
#define TRABECULA_CORE_EXECUTION_BITS_H

#include "Core/Space.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Index of the lowest bit that is set. @param bits not zero
TRABECULA_FUNCTION int lowestBit(std::uint32_t bits)
{
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}
}
}

#endif

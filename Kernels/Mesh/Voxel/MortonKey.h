#ifndef TRABECULA_MESH_VOXEL_MORTONKEY_H
#define TRABECULA_MESH_VOXEL_MORTONKEY_H

#include "Core/Space.h"

#include <cstdint>

namespace trabecula
{
/// Positions along the Morton curve: interleaved bits of x, y and z, x lowest (micro-FE paper,
/// A.1).
namespace morton
{
/// The bits of x: every third.
constexpr std::uint64_t AlongX = 0x1249249249249249ULL;

/// Bits 0, 1, 2, ... of a coordinate below 2^21 moved to 0, 3, 6, ...
TRABECULA_FUNCTION std::uint64_t spread(std::uint64_t v)
{
  v = (v | v << 32) & 0x001f00000000ffffULL;
  v = (v | v << 16) & 0x001f0000ff0000ffULL;
  v = (v | v << 8) & 0x100f00f00f00f00fULL;
  v = (v | v << 4) & 0x10c30c30c30c30c3ULL;
  return (v | v << 2) & AlongX;
}

TRABECULA_FUNCTION std::uint64_t key(std::int64_t x, std::int64_t y, std::int64_t z)
{
  return spread(static_cast<std::uint64_t>(x)) | spread(static_cast<std::uint64_t>(y)) << 1 |
    spread(static_cast<std::uint64_t>(z)) << 2;
}
}
}

#endif

#ifndef TRABECULA_MESH_DESIGNREGION_H
#define TRABECULA_MESH_DESIGNREGION_H

#include <cstdint>

namespace trabecula
{
/// What the optimizer may do with an element. The values are those of the DesignRegion array.
enum class DesignRegion : std::uint8_t
{
  Design = 0, ///< density is optimized
  Solid = 1,  ///< density stays 1
  Void = 2    ///< density stays at its minimum
};
}

#endif

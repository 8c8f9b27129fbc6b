#ifndef TRABECULA_MESH_DESIGNREGION_H
#define TRABECULA_MESH_DESIGNREGION_H

#include <cstdint>

namespace trabecula
{
/// State of an element in the optimization. The values are those of the DesignRegion array.
enum class DesignRegion : std::uint8_t
{
  Design = 0, ///< density is optimized
  Solid = 1,  ///< density is 1
  Void = 2    ///< density is the minimum density
};
}

#endif

#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEMEMORY_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEMEMORY_H

#include "Analysis/Meshfree/MeshfreeStructure.h"
#include "Optimization/Meshfree/MeshfreeProblem.h"

#include <cstddef>

namespace trabecula
{
/// Upper bounds of the bytes that the model of a problem allocates on a device.
struct MeshfreeMemory
{
  std::size_t matrix = 0;   ///< of MeshfreeProduct::Assembled, where the problem allows it
  std::size_t stresses = 0; ///< of the other products
  std::size_t others = 0;

  std::size_t of(MeshfreeProduct product) const
  {
    return this->others + (product == MeshfreeProduct::Assembled ? this->matrix : this->stresses);
  }
};

MeshfreeMemory meshfreeMemory(const MeshfreeProblem& problem, const MeshfreeStructure& structure);
}

#endif

#ifndef TRABECULA_MICROFE_MODEL_CONSTRAINEDUNKNOWNS_H
#define TRABECULA_MICROFE_MODEL_CONSTRAINEDUNKNOWNS_H

#include "MicroFe/VoxelConditions.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Unknowns with a prescribed displacement.
struct ConstrainedUnknowns
{
  std::vector<std::int64_t> unknowns; ///< in the order of constrained nodes and components
  std::vector<std::size_t> places;    ///< of each among the components of all these nodes
};

inline ConstrainedUnknowns constrainedUnknowns(const std::vector<ConstrainedNode>& nodes)
{
  ConstrainedUnknowns result;
  for (std::size_t n = 0; n < nodes.size(); ++n)
  {
    for (unsigned c = 0; c < 3; ++c)
    {
      if (nodes[n].constrained >> c & 1U)
      {
        result.unknowns.push_back(3 * std::int64_t(nodes[n].node) + c);
        result.places.push_back(3 * n + c);
      }
    }
  }
  return result;
}
}

#endif

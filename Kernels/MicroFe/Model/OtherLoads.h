#ifndef TRABECULA_MICROFE_MODEL_OTHERLOADS_H
#define TRABECULA_MICROFE_MODEL_OTHERLOADS_H

#include "Core/Vectors/Vector.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/// Displacements of other loads, as far as they are in memory.
template <class Space>
struct OtherLoads
{
  OtherLoads(std::size_t loads, bool areKept)
    : keeps(areKept), exact(loads, nullptr), rounded(loads)
  {
  }

  bool keeps; ///< whether there is memory for loads that were solved before
  std::vector<const Vector<Space>*> exact; ///< of loads that are solved together
  /// Displacements of loads that were solved before, in single precision. The rounding of free
  /// unknowns is multiplied by residual forces and is therefore negligible.
  std::vector<Vector<Space, float>> rounded;
};
}

#endif

#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_PATCHLEVEL_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_PATCHLEVEL_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
/// A point in the parameter space of a patch.
using Parameters = std::array<double, 3>;

/// The value of a level set at a point, with its derivatives with respect to the parameters.
struct PatchLevel
{
  double value = 0.0;
  Parameters slope{};
};

/// @param levelSet coefficients, one per control point
inline PatchLevel levelAt(
  const NurbsPatch& patch, const std::vector<double>& levelSet, const Parameters& xi)
{
  const NurbsPoint point = evaluateAt(patch, xi);
  PatchLevel level;
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.count); ++i)
  {
    const double coefficient = levelSet[static_cast<std::size_t>(point.controlPoints[i])];
    level.value += point.values[i] * coefficient;
    for (std::size_t k = 0; k < 3; ++k)
    {
      level.slope[k] += point.derivatives[i][k] * coefficient;
    }
  }
  return level;
}
}

#endif

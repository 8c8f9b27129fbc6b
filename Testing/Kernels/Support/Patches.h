#ifndef TRABECULA_TESTING_KERNELS_PATCHES_H
#define TRABECULA_TESTING_KERNELS_PATCHES_H

#include "Mesh/Nurbs/NurbsPatch.h"
#include "Support/Random.h"

#include <cstddef>

namespace trabecula::testing
{
/// A patch of irregular spans, weights and control points, of a given map otherwise.
inline NurbsPatch distorted(NurbsPatch patch, std::uint64_t seed, double by = 0.15)
{
  Random random(seed);
  const double h = 1.0 / patch.elements()[0];
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    const auto p = static_cast<std::size_t>(patch.degrees[k]);
    const double span = 1.0 / patch.elements()[k];
    for (std::size_t i = p + 1; i + p + 1 < patch.knots[k].size(); ++i)
    {
      patch.knots[k][i] += random.uniform(-0.3, 0.3) * span;
    }
  }
  for (std::size_t i = 0; i < patch.weights.size(); ++i)
  {
    patch.weights[i] *= random.uniform(0.8, 1.25);
    for (std::size_t c = 0; c < static_cast<std::size_t>(patch.dimension); ++c)
    {
      patch.points[3 * i + c] += random.uniform(-by, by) * h;
    }
  }
  return patch;
}
}

#endif

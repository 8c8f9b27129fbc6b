#ifndef TRABECULA_MICROFE_MODEL_LARGESTDISPLACEMENT_H
#define TRABECULA_MICROFE_MODEL_LARGESTDISPLACEMENT_H

#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
/// Computes the square of the longest vector of three components, and the largest absolute value of
/// a component.
template <class Space>
Sums<2> largestDisplacement(
  const Context<Space>& context, std::int64_t vectors, const double* values)
{
  return context.reduce(
    vectors, Sums<2>{},
    TRABECULA_LAMBDA(std::int64_t n) {
      const double* v = values + 3 * n;
      Sums<2> largest;
      for (int i = 0; i < 3; ++i)
      {
        const double size = v[i] < 0.0 ? -v[i] : v[i];
        largest.v[0] += size * size;
        largest.v[1] = largest.v[1] < size ? size : largest.v[1];
      }
      return largest;
    },
    Maximum());
}
}

#endif

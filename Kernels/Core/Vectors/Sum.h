#ifndef TRABECULA_CORE_VECTORS_SUM_H
#define TRABECULA_CORE_VECTORS_SUM_H

// For the library's own sources.

#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// The sum of the n values of this part and of the values of all other parts.
template <class Space>
double sumOf(const Context<Space>& context, std::int64_t n, const double* values)
{
  return context
    .reduce(
      n, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t i) {
        Sums<1> sum;
        sum.v[0] = values[i];
        return sum;
      },
      AddSums())
    .v[0];
}
}
}

#endif

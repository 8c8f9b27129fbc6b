#ifndef TRABECULA_OPERATOR_MASS_COPYCOMPONENT_H
#define TRABECULA_OPERATOR_MASS_COPYCOMPONENT_H

#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula::detail
{
/// to[step i + first] = from[stride i + begin] for n nodes.
template <class Space>
void copyComponent(const Context<Space>& context, std::int64_t n, const double* from, int stride,
  int begin, double* to, int step, int first)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { to[step * i + first] = from[stride * i + begin]; });
}
}

#endif

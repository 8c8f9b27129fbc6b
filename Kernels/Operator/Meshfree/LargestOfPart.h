#ifndef TRABECULA_OPERATOR_MESHFREE_LARGESTOFPART_H
#define TRABECULA_OPERATOR_MESHFREE_LARGESTOFPART_H

// For the library's own sources, as Core/Parallel.h is.

#include "Core/Parallel.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// The largest of value(i) >= 0 over i in [0, n), 0 for none. It is that of this part alone, as it
/// concerns lists of the part, which others may not have.
template <class Space, class Value>
double largestOfPart(const Context<Space>& context, std::int64_t n, Value value)
{
  DeviceVector<double, Space> result(context, 1);
  double* into = result.data();
  reducePart(
    context, n, 0.0, value, Maximum(), TRABECULA_LAMBDA(double largest) { *into = largest; });
  return result.toHost()[0];
}
}
}

#endif

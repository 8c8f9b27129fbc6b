#ifndef TRABECULA_OPERATOR_HEX8_HEX8GATHER_H
#define TRABECULA_OPERATOR_HEX8_HEX8GATHER_H

#include "Core/Space.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula::detail
{
/// Values, n per element, in the order of positions.
template <class T>
std::vector<T> permuted(const std::vector<T>& values, const std::vector<std::int32_t>& order, int n)
{
  std::vector<T> result(order.size() * n);
  for (std::size_t i = 0; i < order.size(); ++i)
  {
    std::copy_n(values.data() + std::size_t(order[i]) * n, n, result.data() + i * n);
  }
  return result;
}

/// Element array (8 * component + node) of a nodal field; nodes(corner) is a node's number.
template <class Nodes>
TRABECULA_FUNCTION void gatherNodes(
  const Nodes& nodes, const double* field, double* __restrict__ values)
{
  for (int a = 0; a < 8; ++a)
  {
    const double* value = field + 3 * nodes(a);
    values[a] = value[0];
    values[8 + a] = value[1];
    values[16 + a] = value[2];
  }
}
}

#endif

#ifndef TRABECULA_MICROFE_MODEL_NTHOVERPARTS_H
#define TRABECULA_MICROFE_MODEL_NTHOVERPARTS_H

#include "Core/Parallel.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace trabecula
{
namespace detail
{
/// The number of values of all parts that are at most a threshold.
template <class Space>
double countUpTo(
  const Context<Space>& context, std::int64_t n, const double* values, double threshold)
{
  return context
    .reduce(
      n, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t i) {
        Sums<1> one;
        one.v[0] = values[i] <= threshold ? 1.0 : 0.0;
        return one;
      },
      AddSums())
    .v[0];
}
}

/// The value at a place of the ascending order of the values of all parts, from 0, by bisection.
/// Called by all parts at the same time.
/// @param n number of values of this part, which are not negative
template <class Space>
double nthOverParts(
  const Context<Space>& context, std::int64_t n, const double* values, std::size_t place)
{
  // Numbers that are not negative have the order of their bits as integers.
  const auto numberOf = [](std::uint64_t bits)
  {
    double number = 0.0;
    std::memcpy(&number, &bits, sizeof(number));
    return number;
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::memcpy(&high, &infinity, sizeof(high));
  while (low < high)
  {
    const std::uint64_t middle = low + (high - low) / 2;
    if (detail::countUpTo<Space>(context, n, values, numberOf(middle)) > double(place))
    {
      high = middle;
    }
    else
    {
      low = middle + 1;
    }
  }
  return numberOf(low);
}
}

#endif

#include "Parts/Reductions.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace trabecula::testing
{
namespace detail
{
constexpr double Lowest = std::numeric_limits<double>::lowest();

/// Returns a value.
struct One
{
  const double* values;
  TRABECULA_FUNCTION double operator()(std::int64_t i) const { return this->values[i]; }
};

/// Returns a value and its square.
struct WithSquare
{
  const double* values;
  TRABECULA_FUNCTION Sums<2> operator()(std::int64_t i) const
  {
    Sums<2> result;
    result.v[0] = this->values[i];
    result.v[1] = this->values[i] * this->values[i];
    return result;
  }
};

/// Returns a value and its negative.
struct WithNegative
{
  const double* values;
  TRABECULA_FUNCTION Sums<2> operator()(std::int64_t i) const
  {
    Sums<2> result;
    result.v[0] = this->values[i];
    result.v[1] = -this->values[i];
    return result;
  }
};

inline Sums<2> lowestOfTwo()
{
  Sums<2> lowest;
  std::fill_n(lowest.v, 2, Lowest);
  return lowest;
}
}

template <class Space>
Reductions reduceToHost(const DeviceVector<double, Space>& values)
{
  const Context<Space>& context = values.context();
  const auto n = static_cast<std::int64_t>(values.size());
  const double* of = values.data();
  const Sums<2> sums = context.reduce(n, Sums<2>{}, detail::WithSquare{ of }, AddSums());
  const double largest = context.reduce(n, detail::Lowest, detail::One{ of }, Maximum());
  const Sums<2> both =
    context.reduce(n, detail::lowestOfTwo(), detail::WithNegative{ of }, Maximum());
  return { sums.v[0], sums.v[1], largest, both.v[0], both.v[1] };
}

template <class Space>
Reductions reduceOnDevice(const DeviceVector<double, Space>& values)
{
  const Context<Space>& context = values.context();
  const auto n = static_cast<std::int64_t>(values.size());
  const double* of = values.data();
  DeviceVector<double, Space> results(context, std::tuple_size<Reductions>::value);
  double* into = results.data();
  context.reduce(
    n, Sums<2>{}, detail::WithSquare{ of }, AddSums(), TRABECULA_LAMBDA(const Sums<2>& sums) {
      into[0] = sums.v[0];
      into[1] = sums.v[1];
    });
  context.reduce(
    n, detail::Lowest, detail::One{ of }, Maximum(),
    TRABECULA_LAMBDA(double largest) { into[2] = largest; });
  context.reduce(
    n, detail::lowestOfTwo(), detail::WithNegative{ of }, Maximum(),
    TRABECULA_LAMBDA(const Sums<2>& both) {
      into[3] = both.v[0];
      into[4] = both.v[1];
    });
  Reductions reductions = {};
  const std::vector<double> onHost = results.toHost();
  std::copy(onHost.begin(), onHost.end(), reductions.begin());
  return reductions;
}

template Reductions reduceToHost(const DeviceVector<double, CompiledSpace>& values);
template Reductions reduceOnDevice(const DeviceVector<double, CompiledSpace>& values);
}

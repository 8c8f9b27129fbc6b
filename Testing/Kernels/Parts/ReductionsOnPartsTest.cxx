// Tests of reductions over parts, some of which are empty.

#include "Parts/Reductions.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Numbers of each part.
using Lists = std::vector<std::vector<double>>;

/// Distributes values so that every second part is empty.
Lists everyOther(const std::vector<double>& values, int parts)
{
  Lists lists(static_cast<std::size_t>(parts));
  const std::size_t some = (lists.size() + 1) / 2;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    lists[2 * (i * some / values.size())].push_back(values[i]);
  }
  return lists;
}

/// Gives all values to the last part.
Lists lastAlone(const std::vector<double>& values, int parts)
{
  Lists lists(static_cast<std::size_t>(parts));
  lists.back() = values;
  return lists;
}

/// Gives more values to later parts.
Lists uneven(const std::vector<double>& values, int parts)
{
  Lists lists(static_cast<std::size_t>(parts));
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    const double place = (static_cast<double>(i) + 0.5) / static_cast<double>(values.size());
    lists[static_cast<std::size_t>(std::sqrt(place) * parts)].push_back(values[i]);
  }
  return lists;
}

Reductions reduceOneByOne(const std::vector<double>& values)
{
  Reductions result = {};
  for (const double value : values)
  {
    result[0] += value;
    result[1] += value * value;
  }
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  result[2] = *largest;
  result[3] = *largest;
  result[4] = -*smallest;
  return result;
}

/// Expects results to be bitwise equal on all parts, on the host and on the device.
template <class Space>
void expectReductions(const Reductions& expected, const Lists& lists)
{
  const auto parts = static_cast<int>(lists.size());
  std::vector<Reductions> toHost(lists.size());
  std::vector<Reductions> onDevice(lists.size());
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const auto rank = static_cast<std::size_t>(communicator->rank());
      const Context<Space> context(device, std::move(communicator));
      const DeviceVector<double, Space> values(context, lists[rank]);
      toHost[rank] = reduceToHost(values);
      onDevice[rank] = reduceOnDevice(values);
    });
  for (std::size_t part = 0; part < lists.size(); ++part)
  {
    EXPECT_EQ(toHost[part], toHost[0]) << "part " << part;
    EXPECT_EQ(onDevice[part], toHost[0]) << "part " << part;
  }
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    // Sums differ by rounding errors, and maxima are equal.
    EXPECT_NEAR(toHost[0][i], expected[i], i < 2 ? 1e-13 * std::abs(expected[i]) : 0.0) << i;
  }
}

template <class Space>
using ReductionsOnParts = OnSpace<Space>;
TYPED_TEST_SUITE(ReductionsOnParts, Spaces, SpaceNames);
}

TYPED_TEST(ReductionsOnParts, EqualThoseOfTheWhole)
{
  Random random(17);
  // There are a few values, or enough for many threads. All of them are negative, so that the
  // largest is not the initial value of an empty reduction.
  for (const std::size_t count : { 9U, 20000U })
  {
    const std::vector<double> values = random.vector(count, -2.0, -1.0);
    const Reductions expected = reduceOneByOne(values);
    for (const int parts : { 1, 2, 3, 7 })
    {
      SCOPED_TRACE(std::to_string(count) + " numbers, " + std::to_string(parts) + " parts");
      expectReductions<TypeParam>(expected, uneven(values, parts));
      expectReductions<TypeParam>(expected, everyOther(values, parts));
      expectReductions<TypeParam>(expected, lastAlone(values, parts));
    }
  }
}

TYPED_TEST(ReductionsOnParts, OfNothingAreTheIdentity)
{
  constexpr double lowest = std::numeric_limits<double>::lowest();
  for (const int parts : { 1, 3 })
  {
    SCOPED_TRACE(std::to_string(parts) + " parts");
    expectReductions<TypeParam>(
      { 0.0, 0.0, lowest, lowest, lowest }, Lists(static_cast<std::size_t>(parts)));
  }
}
}

// Tests that products with cosines along an axis of an array equal their sums.

#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/DeviceVector.h"
#include "Design/Stage/Filter/CosineTransform.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class CosineTransformTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(CosineTransformTest, Spaces, SpaceNames);

std::vector<double> sumsOfCosines(const AxisOfArray& axis, const std::vector<double>& x)
{
  const double n = static_cast<double>(axis.count - 1);
  std::vector<double> y(x.size(), 0.0);
  for (std::int64_t o = 0; o < axis.outer; ++o)
  {
    for (std::int64_t k = 0; k < axis.count; ++k)
    {
      for (std::int64_t j = 0; j < axis.count; ++j)
      {
        const double cosine =
          std::cos(std::acos(-1.0) * std::fmod(static_cast<double>(j * k), 2.0 * n) / n);
        for (std::int64_t i = 0; i < axis.inner; ++i)
        {
          y[static_cast<std::size_t>((o * axis.count + k) * axis.inner + i)] +=
            cosine * x[static_cast<std::size_t>((o * axis.count + j) * axis.inner + i)];
        }
      }
    }
  }
  return y;
}
}

TYPED_TEST(CosineTransformTest, EqualsTheSums)
{
  Random random(41);
  // Counts around the tiles of a GPU; columns that fill none, one and several.
  for (const std::int64_t count : { 2, 3, 4, 5, 16, 17, 33, 64, 66, 67, 130 })
  {
    for (const std::array<std::int64_t, 2>& others : std::vector<std::array<std::int64_t, 2>>{
           { 1, 1 }, { 1, 137 }, { 7, 1 }, { 9, 31 }, { 150, 2 } })
    {
      const auto [inner, outer] = others;
      const AxisOfArray axis = { inner, count, outer };
      const auto size = static_cast<std::size_t>(inner * count * outer);
      const std::vector<double> x = random.vector(size, -1.0, 1.0);
      const DeviceVector<double, TypeParam> cosines(this->context(), tableOfCosines(count));
      const DeviceVector<double, TypeParam> from(this->context(), x);
      DeviceVector<double, TypeParam> to(
        this->context(), std::vector<double>(size, std::numeric_limits<double>::quiet_NaN()));
      transformByCosines(this->context(), axis, cosines.data(), from.data(), to.data());
      const std::vector<double> found = to.toHost();
      const std::vector<double> expected = sumsOfCosines(axis, x);
      // Sums of count terms of at most 1, whose cosines are rounded, in another order.
      const double n = static_cast<double>(count);
      const double tolerance = 2.0 * n * (n + 4.0) * std::numeric_limits<double>::epsilon();
      for (std::size_t i = 0; i < size; ++i)
      {
        ASSERT_NEAR(found[i], expected[i], tolerance) << count << " " << inner << " " << outer;
      }
    }
  }
}

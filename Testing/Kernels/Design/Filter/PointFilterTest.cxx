// Tests of the density filter at points, against its definition: with radii for which weights are
// stored and for which they are not.

#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Design/Filter/PointFilter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class PointFilterTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(PointFilterTest, Spaces, SpaceNames);
}

TYPED_TEST(PointFilterTest, HasItsDefinitionAndTranspose)
{
  Random random(515);
  constexpr std::size_t elements = 500;
  constexpr std::size_t points = 300;
  const std::vector<double> centroids = random.vector(3 * elements, 0.0, 1.0);
  std::vector<double> places = random.vector(3 * points, 0.0, 1.0);
  places[3] = 40.0; // far from all elements
  places[3 * points - 1] = -7.0;
  std::vector<std::int32_t> homes(points);
  for (std::int32_t& home : homes)
  {
    home = static_cast<std::int32_t>(random.index(elements));
  }
  const std::vector<double> volumes = random.vector(elements, 0.5, 2.0);
  const LayoutPointer<TypeParam> ofElements =
    makeLayout(this->context(), Entity::Element, std::int64_t(elements), 1);
  const LayoutPointer<TypeParam> ofPoints =
    makeLayout(this->context(), Entity::Element, std::int64_t(points), 1);
  const Vector<TypeParam> weights(ofElements, volumes);
  const std::vector<double> x = random.vector(elements, 0.0, 1.0);
  const std::vector<double> g = random.vector(points, -1.0, 1.0);
  // About 8 and 60 neighbours.
  for (const double radius : { 0.16, 0.35 })
  {
    SCOPED_TRACE(radius);
    std::vector<double> y(points, 0.0);
    std::vector<double> back(elements, 0.0);
    for (std::size_t p = 0; p < points; ++p)
    {
      std::vector<double> shares(elements, 0.0);
      double sum = 0.0;
      for (std::size_t e = 0; e < elements; ++e)
      {
        double square = 0.0;
        for (std::size_t d = 0; d < 3; ++d)
        {
          const double apart = places[3 * p + d] - centroids[3 * e + d];
          square += apart * apart;
        }
        shares[e] = std::max(0.0, radius - std::sqrt(square)) * volumes[e];
        sum += shares[e];
      }
      if (!(sum > 0.0))
      {
        shares[static_cast<std::size_t>(homes[p])] = sum = 1.0;
      }
      for (std::size_t e = 0; e < elements; ++e)
      {
        y[p] += shares[e] / sum * x[e];
        back[e] += shares[e] / sum * g[p];
      }
    }
    const PointFilter<TypeParam> filter(Vector<TypeParam>(ofElements->withComponents(3), centroids),
      &weights, radius, {}, places, homes);
    Vector<TypeParam> found(ofPoints, std::vector<double>(points, NAN));
    filter.apply(Vector<TypeParam>(ofElements, x), found);
    const std::vector<double> values = found.toHost();
    for (std::size_t p = 0; p < points; ++p)
    {
      ASSERT_NEAR(values[p], y[p], 1e-13) << "point " << p;
    }
    Vector<TypeParam> transposed(ofElements, std::vector<double>(elements, NAN));
    filter.applyTransposed(Vector<TypeParam>(ofPoints, g), transposed);
    const std::vector<double> derivatives = transposed.toHost();
    for (std::size_t e = 0; e < elements; ++e)
    {
      ASSERT_NEAR(derivatives[e], back[e], 1e-13) << "element " << e;
    }
  }
}

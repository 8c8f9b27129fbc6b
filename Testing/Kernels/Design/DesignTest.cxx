// Tests of filters and the design update in every space against brute force.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/MaterialInterpolation.h"
#include "Design/Optimizer/OptimalityCriteria.h"
#include "Design/Optimizer/OptimalityCriteriaReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class OptimalityCriteriaTest : public OnSpace<Space>
{
protected:
  struct Updated
  {
    std::vector<double> density;
    typename OptimalityCriteria<Space>::Result result;
  };

  static bool isDesign(const reference::OptimalityCriteriaInput& input, std::size_t e)
  {
    return input.designRegion.empty() || input.designRegion[e] == DesignRegion::Design;
  }

  /// Returns the volume of the design elements that the input allows.
  static double volume(const reference::OptimalityCriteriaInput& input)
  {
    double sum = input.volumeChange;
    for (std::size_t e = 0; e < input.density.size(); ++e)
    {
      sum += isDesign(input, e) ? input.volumeSensitivity[e] * input.density[e] : 0.0;
    }
    return sum;
  }

  Updated update(const reference::OptimalityCriteriaInput& input)
  {
    const std::size_t size = input.density.size();
    std::vector<std::uint8_t> design(size);
    for (std::size_t e = 0; e < size; ++e)
    {
      design[e] = isDesign(input, e);
    }
    const auto x = this->vector(input.density);
    const auto deviceDesign = this->vector(design);
    const auto dc = this->vector(input.complianceSensitivity);
    const auto dv = this->vector(input.volumeSensitivity);
    auto next = poisoned(x.layoutPointer());
    OptimalityCriteria<Space> criteria(
      this->context(), input.minimumDensity, input.moveLimit, input.damping);
    const auto result = criteria.update(x, deviceDesign, dc, dv, volume(input), next);
    return { next.toHost(), result };
  }

  /// Returns random densities, sensitivities over many orders of magnitude, and unequal volumes.
  static reference::OptimalityCriteriaInput randomInput(std::size_t size, Random& random)
  {
    reference::OptimalityCriteriaInput input;
    input.density = random.vector(size, 0.05, 1.0);
    for (std::size_t e = 0; e < size; ++e)
    {
      input.complianceSensitivity.push_back(-std::pow(10.0, random.uniform(-6, 3)));
    }
    input.volumeSensitivity = random.vector(size, 0.1, 2.0);
    return input;
  }
};
}

TYPED_TEST_SUITE(OptimalityCriteriaTest, Spaces, SpaceNames);

TYPED_TEST(OptimalityCriteriaTest, MatchesReference)
{
  Random random(81);
  for (int draw = 0; draw < 12; ++draw)
  {
    SCOPED_TRACE(draw);
    auto input = this->randomInput(draw == 0 ? 1 : 3000, random);
    input.moveLimit = random.uniform(0.02, 0.5);
    input.damping = draw % 2 == 0 ? 0.5 : random.uniform(0.2, 1.0);
    input.minimumDensity = draw % 3 == 0 ? 0.0 : 1e-3;
    input.volumeChange = random.uniform(-20.0, 20.0);
    if (draw == 0)
    {
      input.volumeChange = 0.01;
    }
    if (draw > 5)
    {
      for (std::size_t e = 0; e < input.density.size(); ++e)
      {
        input.designRegion.push_back(static_cast<DesignRegion>(random.index(3)));
      }
    }
    const auto updated = this->update(input);
    const std::vector<double> expected = reference::updateByOptimalityCriteria(input);
    // Both multipliers are exact to about 1e-14, and the densities accordingly.
    EXPECT_LT(relativeDifference(updated.density, expected), 1e-12);

    double volume = 0.0;
    double change = 0.0;
    for (std::size_t e = 0; e < input.density.size(); ++e)
    {
      const double rho = updated.density[e];
      change = std::max(change, std::abs(rho - input.density[e]));
      if (!this->isDesign(input, e))
      {
        EXPECT_EQ(rho, input.density[e]) << "passive element " << e;
        continue;
      }
      volume += input.volumeSensitivity[e] * rho;
      EXPECT_GE(rho, std::max(input.minimumDensity, input.density[e] - input.moveLimit));
      EXPECT_LE(rho, std::min(1.0, input.density[e] + input.moveLimit));
    }
    EXPECT_NEAR(volume / this->volume(input), 1.0, 1e-9);
    EXPECT_NEAR(updated.result.volume / volume, 1.0, 1e-12);
    EXPECT_EQ(updated.result.densityChange, change);
  }
}

TYPED_TEST(OptimalityCriteriaTest, ScalesOfSensitivityDoNotMatter)
{
  // The multiplier compensates for any factor, however large or small it is due to units.
  Random random(82);
  const auto input = this->randomInput(500, random);
  const std::vector<double> expected = this->update(input).density;
  for (const double factor : { 1e-150, 1e-12, 1e12, 1e150 })
  {
    auto scaled = input;
    for (double& value : scaled.complianceSensitivity)
    {
      value *= factor;
    }
    EXPECT_LT(relativeDifference(this->update(scaled).density, expected), 1e-12) << factor;
  }
}

TYPED_TEST(OptimalityCriteriaTest, GoesUpWhereTheVolumeDoesNotBind)
{
  Random random(83);
  auto input = this->randomInput(500, random);
  input.volumeChange = 1e6;
  const auto updated = this->update(input);
  for (std::size_t e = 0; e < 500; ++e)
  {
    EXPECT_EQ(updated.density[e], std::min(1.0, input.density[e] + input.moveLimit));
  }
  EXPECT_LT(updated.result.volume, this->volume(input));
}

TYPED_TEST(OptimalityCriteriaTest, GoesDownAsFarAsItMayWhereTheVolumeCannotBeMet)
{
  Random random(84);
  auto input = this->randomInput(500, random);
  input.volumeChange = -0.99 * this->volume(input);
  const auto updated = this->update(input);
  for (std::size_t e = 0; e < 500; ++e)
  {
    EXPECT_EQ(
      updated.density[e], std::max(input.minimumDensity, input.density[e] - input.moveLimit));
  }
  EXPECT_GT(updated.result.volume, this->volume(input));
}

TYPED_TEST(OptimalityCriteriaTest, ZeroAndPositiveSensitivitiesGiveWay)
{
  // Elements that carry no load have no sensitivity, which may become positive by rounding.
  Random random(85);
  auto input = this->randomInput(500, random);
  for (std::size_t e = 0; e < 500; e += 5)
  {
    input.complianceSensitivity[e] = e % 10 == 0 ? 0.0 : 1e-9;
  }
  const auto updated = this->update(input);
  for (std::size_t e = 0; e < 500; e += 5)
  {
    EXPECT_EQ(
      updated.density[e], std::max(input.minimumDensity, input.density[e] - input.moveLimit));
  }
  EXPECT_NEAR(updated.result.volume / this->volume(input), 1.0, 1e-9);

  input.complianceSensitivity.assign(500, 0.0);
  for (const double rho : this->update(input).density)
  {
    EXPECT_TRUE(std::isfinite(rho));
  }
}

TYPED_TEST(OptimalityCriteriaTest, NothingToDesignChangesNothing)
{
  Random random(86);
  auto input = this->randomInput(50, random);
  input.designRegion.assign(50, DesignRegion::Solid);
  const auto updated = this->update(input);
  EXPECT_EQ(updated.density, input.density);
  EXPECT_EQ(updated.result.densityChange, 0.0);
  EXPECT_EQ(updated.result.volume, 0.0);
}

TEST(MaterialInterpolation, OfRampIsRational)
{
  for (const double q : { 0.0, 3.0, 8.0 })
  {
    const MaterialInterpolation material{ 2.0, 0.1, q, true };
    EXPECT_EQ(material.modulus(0.0), 0.1);
    EXPECT_EQ(material.modulus(1.0), 2.0);
    EXPECT_NEAR(material.derivative(0.0), 1.9 / (1.0 + q), 1e-14);
    for (const double rho : { 0.1, 0.5, 0.9 })
    {
      constexpr double h = 1e-5;
      EXPECT_NEAR(material.derivative(rho),
        (material.modulus(rho + h) - material.modulus(rho - h)) / (2 * h), 1e-6);
    }
  }
}

TEST(MaterialInterpolation, IsThePowerLaw)
{
  for (const double p : { 1.0, 2.0, 2.7, 3.0, 5.0 })
  {
    for (const double minimum : { 0.0, 0.002 })
    {
      const MaterialInterpolation material{ 2.0, minimum, p };
      EXPECT_NEAR(material.modulus(1.0), 2.0, 1e-15);
      EXPECT_NEAR(material.modulus(0.0), minimum, 1e-15);
      for (const double rho : { 0.001, 0.3, 0.75, 1.0 })
      {
        EXPECT_NEAR(material.modulus(rho), minimum + (2.0 - minimum) * std::pow(rho, p), 1e-15);
        const double h = 1e-6 * rho;
        const double difference = (material.modulus(rho + h) - material.modulus(rho - h)) / (2 * h);
        EXPECT_NEAR(material.derivative(rho), difference, 1e-8 * (1 + difference));
      }
    }
  }
}

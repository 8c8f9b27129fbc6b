// Tests of level sets as designs against plain references on random patches: initial coefficients,
// densities and their derivatives, sensitivities, and the update.

#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Design/LevelSet/CutDensity.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Design/LevelSet/LevelSetReference.h"
#include "Design/LevelSet/LevelSetSensitivities.h"
#include "Design/LevelSet/LevelSetUpdate.h"
#include "Design/LevelSet/SmoothDensity.h"
#include "Mesh/Nurbs/NurbsGenerators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
NurbsPatch plane()
{
  return distorted(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 3 }, { 7, 9 }), 5);
}

NurbsPatch body()
{
  return distorted(extrude(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 3, 4 }), 1.0, 2, 3), 6);
}

template <class Space>
class LevelSetDesign : public OnSpace<Space>
{
protected:
  LayoutPointer<Space> materialPoints(std::size_t count)
  {
    return makeLayout(this->context(), Entity::MaterialPoint, static_cast<std::int64_t>(count), 1);
  }

  void expectNear(
    const std::vector<double>& found, const std::vector<double>& expected, double tolerance)
  {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      ASSERT_NEAR(found[i], expected[i], tolerance) << i;
    }
  }

  /// Returns a parametrization that has accepted these coefficients.
  std::unique_ptr<LevelSetParametrization<Space>> designOf(
    std::unique_ptr<LevelSetMaterial<Space>> material, const std::vector<double>& coefficients)
  {
    std::vector<std::uint8_t> isDesign(coefficients.size(), 1);
    isDesign[3] = 0;
    auto design =
      std::make_unique<LevelSetParametrization<Space>>(this->context(), std::move(material), 2.5,
        std::make_shared<LevelSetBounds>(LevelSetBounds::of(coefficients)), isDesign, coefficients);
    design->evaluateTrial();
    design->accept();
    return design;
  }

  /// Returns the sum of factors times E and the sum of factors times rho for the trial variables.
  std::array<double, 2> sumsOf(
    LevelSetParametrization<Space>& design, const std::vector<double>& factors)
  {
    design.evaluateTrial();
    Vector<Space> moduli(design.density().layoutPointer());
    design.trialModuli(moduli);
    const std::vector<double> e = moduli.toHost();
    const std::vector<double> rho = design.nextDensity().toHost();
    return { std::inner_product(e.begin(), e.end(), factors.begin(), 0.0),
      std::inner_product(rho.begin(), rho.end(), factors.begin(), 0.0) };
  }

  /// Compares the transposed derivatives with central differences along random directions.
  void checkDerivatives(std::unique_ptr<LevelSetMaterial<Space>> material,
    const std::vector<double>& coefficients, double tolerance)
  {
    Random random(21);
    const LayoutPointer<Space> points = material->points();
    const auto design = this->designOf(std::move(material), coefficients);
    const std::vector<double> factors =
      random.vector(static_cast<std::size_t>(points->size()), -1.0, 1.0);
    const Vector<Space> values(points, factors);
    Vector<Space> ofModuli(design->variables().layoutPointer());
    Vector<Space> ofDensity(design->variables().layoutPointer());
    design->pullBackModuli(1.0, values, ofModuli);
    design->pullBackDensity(values, ofDensity);
    const std::vector<double> gradients[2] = { ofModuli.toHost(), ofDensity.toHost() };
    EXPECT_EQ(gradients[0][3], 0.0);
    EXPECT_EQ(gradients[1][3], 0.0);
    const std::vector<double> start = design->variables().toHost();
    for (int trial = 0; trial < 5; ++trial)
    {
      std::vector<double> direction = random.vector(coefficients.size(), -1.0, 1.0);
      direction[3] = 0.0;
      constexpr double h = 1e-6;
      std::array<double, 2> sums[2];
      for (int side = 0; side < 2; ++side)
      {
        std::vector<double> moved = start;
        for (std::size_t i = 0; i < moved.size(); ++i)
        {
          moved[i] += (side ? h : -h) * direction[i];
        }
        design->trialVariables().assign(moved);
        sums[side] = this->sumsOf(*design, factors);
      }
      for (std::size_t g = 0; g < 2; ++g)
      {
        const double slope = (sums[1][g] - sums[0][g]) / (2.0 * h);
        const double predicted =
          std::inner_product(direction.begin(), direction.end(), gradients[g].begin(), 0.0);
        double scale = 0.0;
        for (std::size_t i = 0; i < direction.size(); ++i)
        {
          scale += std::abs(direction[i] * gradients[g][i]);
        }
        EXPECT_NEAR(predicted, slope, tolerance * scale);
      }
    }
  }
};
TYPED_TEST_SUITE(LevelSetDesign, Spaces, SpaceNames);
}

TYPED_TEST(LevelSetDesign, StartsWithHolesAtGrevillePoints)
{
  for (const NurbsPatch& patch : { plane(), body() })
  {
    const std::vector<double> centres = { 0.2, 1.4, 0.3, 1.4, 0.5, 0.8, 1.0, 1.0, 0.0 };
    const std::vector<double> coefficients =
      levelSetOfHoles<TypeParam>(this->context(), patch, centres, 0.17);
    for (const double z : grevillePoints(patch.degrees[2], patch.knots[2]))
    {
      for (const double y : grevillePoints(patch.degrees[1], patch.knots[1]))
      {
        for (const double x : grevillePoints(patch.degrees[0], patch.knots[0]))
        {
          const std::array<double, 3> p = evaluateAt(patch, { x, y, z }).position;
          double nearest = 1e300;
          for (std::size_t h = 0; h < centres.size(); h += 3)
          {
            nearest = std::min(
              nearest, std::hypot(p[0] - centres[h], p[1] - centres[h + 1], p[2] - centres[h + 2]));
          }
          EXPECT_NEAR(
            reference::levelSetAt(patch, coefficients, { x, y, z }), nearest - 0.17, 1e-12);
        }
      }
    }
  }
}

TYPED_TEST(LevelSetDesign, CutsElementsAsTheReference)
{
  Random random(2);
  const NurbsPatch patch = plane();
  for (const double radius : { 0.5, 1.6, 3.0 })
  {
    const std::vector<double> coefficients =
      random.vector(patch.numberOfControlPoints(), -1.0, 1.0);
    CutDensity<TypeParam> cut(this->context(), patch, radius, 1e-4);
    Vector<TypeParam> density(cut.points());
    Vector<TypeParam> ratios(cut.points());
    cut.density(this->vector(coefficients), density);
    cut.ratios(density, ratios);
    const std::vector<double> parts = reference::cutElements(patch, coefficients);
    std::vector<double> smooth =
      radius > 1.0 ? reference::smoothElements(patch, parts, radius) : parts;
    for (double& ratio : smooth)
    {
      ratio = std::max(ratio, 1e-4);
    }
    this->expectNear(density.toHost(), parts, 1e-12);
    this->expectNear(ratios.toHost(), smooth, 1e-12);
  }
}

TYPED_TEST(LevelSetDesign, MeasuresSmoothDensitiesAtGaussPoints)
{
  Random random(3);
  const NurbsPatch patch = body();
  const std::vector<double> coefficients = random.vector(patch.numberOfControlPoints(), -1.0, 1.0);
  SmoothDensity<TypeParam> smooth(this->context(), patch, 0.4, 1e-3);
  Vector<TypeParam> density(smooth.points());
  Vector<TypeParam> ratios(smooth.points());
  smooth.density(this->vector(coefficients), density);
  smooth.ratios(density, ratios);
  const std::vector<double> found = density.toHost();
  const std::vector<double> moduli = ratios.toHost();
  const int n = patch.degrees[0] + 1;
  const SplineTable first = gaussTable(patch.degrees[0], patch.knots[0]);
  const SplineTable second = gaussTable(patch.degrees[1], patch.knots[1]);
  const SplineTable third = gaussTable(patch.degrees[2], patch.knots[2]);
  for (int q = 0; q < n; ++q) // points of the second element
  {
    const std::array<double, 3> xi = { first.places[static_cast<std::size_t>(n + q)],
      second.places[1], third.places[2] };
    const double t = std::clamp(reference::levelSetAt(patch, coefficients, xi) / 0.4, -1.0, 1.0);
    const double expected = 0.5 + 0.75 * (t - t * t * t / 3.0);
    const auto at = static_cast<std::size_t>(
      patch.functionsPerElement() + q + n * (1 + (patch.degrees[1] + 1) * 2));
    EXPECT_NEAR(found[at], expected, 1e-13);
    EXPECT_NEAR(moduli[at], 1e-3 + (1.0 - 1e-3) * expected, 1e-13);
  }
}

TYPED_TEST(LevelSetDesign, HasExactDerivatives)
{
  Random random(4);
  for (const NurbsPatch& patch : { plane(), body() })
  {
    this->checkDerivatives(
      std::make_unique<SmoothDensity<TypeParam>>(this->context(), patch, 0.5, 1e-2),
      random.vector(patch.numberOfControlPoints(), -1.0, 1.0), 1e-6);
  }
  const NurbsPatch patch = plane();
  for (const double radius : { 1.0, 2.5 })
  {
    this->checkDerivatives(
      std::make_unique<CutDensity<TypeParam>>(this->context(), patch, radius, 1e-9),
      random.vector(patch.numberOfControlPoints(), -1.0, 1.0), 1e-6);
  }
}

TYPED_TEST(LevelSetDesign, HasTheSensitivitiesOfTheReference)
{
  Random random(8);
  const NurbsPatch patch = plane();
  const std::size_t n = patch.numberOfControlPoints();
  const std::vector<double> coefficients = random.vector(n, -1.0, 1.0);
  const std::vector<double> moduli = random.vector(patch.numberOfElements(), 0.1, 1.0);
  const std::vector<double> u = random.vector(2 * n, -1.0, 1.0);
  const auto phi = this->vector(coefficients);
  const Vector<TypeParam> e(this->materialPoints(moduli.size()), moduli);
  const Vector<TypeParam> displacement(this->nodal(n, 2), u);
  for (const double width : { 0.0, 0.3 })
  {
    LevelSetSensitivities<TypeParam> sensitivities(this->context(), patch, 0.3, width);
    Vector<TypeParam> ofCompliance(this->layout(n));
    Vector<TypeParam> ofVolume(this->layout(n));
    sensitivities.start(phi, ofCompliance, ofVolume);
    sensitivities.add(phi, e, displacement, 0.5, ofCompliance);
    sensitivities.add(phi, e, displacement, 0.5, ofCompliance);
    const std::vector<double> expected = width == 0.0
      ? reference::pointSensitivities(patch, 0.3, moduli, u)
      : reference::integralSensitivities(patch, 0.3, width, coefficients, moduli, u);
    const double scale = std::abs(*std::max_element(expected.begin(), expected.end(),
      [](double a, double b) { return std::abs(a) < std::abs(b); }));
    this->expectNear(ofCompliance.toHost(), expected, 1e-12 * scale);
    this->expectNear(ofVolume.toHost(),
      width == 0.0 ? std::vector<double>(n, 1.0)
                   : reference::integralSensitivities(patch, 0.3, width, coefficients, moduli, {}),
      1e-12);
  }
}

TYPED_TEST(LevelSetDesign, IsUpdatedAsInThePaper)
{
  Random random(12);
  const NurbsPatch patch = plane();
  const std::size_t n = patch.numberOfControlPoints();
  const std::vector<double> coefficients = random.vector(n, -0.5, 1.0);
  const auto design = this->designOf(
    std::make_unique<CutDensity<TypeParam>>(this->context(), patch, 1.0, 1e-4), coefficients);
  const std::vector<double> measures = random.vector(patch.numberOfElements(), 0.5, 1.0);
  const double total = std::accumulate(measures.begin(), measures.end(), 0.0);
  const Vector<TypeParam> weights(this->materialPoints(measures.size()), measures);
  const LevelSetBounds bounds = LevelSetBounds::of(coefficients);
  for (const double fraction : { 0.3, 0.55, 0.6 })
  {
    reference::LevelSetUpdateProblem problem;
    problem.variables = design->variables().toHost();
    problem.ofCompliance = random.vector(n, -3.0, 0.5);
    problem.ofVolume = random.vector(n, 0.0, 1.0);
    problem.ofVolume[1] = 1e-12;
    problem.isDesign.assign(n, 1);
    problem.isDesign[3] = 0;
    problem.volume = [&](const std::vector<double>& variables)
    {
      std::vector<double> phi;
      for (const double x : variables)
      {
        phi.push_back(bounds.coefficient(x));
      }
      const std::vector<double> parts = reference::cutElements(patch, phi);
      return std::inner_product(parts.begin(), parts.end(), measures.begin(), 0.0) /
        (fraction * total);
    };
    LevelSetUpdate<TypeParam> update(*design, weights, { fraction });
    const auto dc = this->vector(problem.ofCompliance);
    const auto dv = this->vector(problem.ofVolume);
    const double change = update.update(design->variables(), design->freeVariables(), dc,
      { { 0.0, &dv, 1.0 } }, design->trialVariables());
    this->expectNear(design->trialVariables().toHost(), reference::updateLevelSet(problem), 1e-9);
    EXPECT_LE(change, 0.05 + 1e-15);
    EXPECT_GT(change, 0.0);
  }
}

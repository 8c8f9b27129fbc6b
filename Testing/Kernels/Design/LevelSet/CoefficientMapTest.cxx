// Tests of coefficients of level sets that manufacturing constraints link: images on symmetric
// patches, extruded and drawn rows at sampled points, derivatives.

#include "Design/LevelSet/LinkedStages.h"
#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Design/LevelSet/CoefficientLinks.h"
#include "Design/LevelSet/CoefficientMap.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Design/LevelSet/LevelSetReference.h"
#include "Design/LevelSet/LinkedValues.h"
#include "Design/LevelSet/SmoothDensity.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsRefinement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Of a level set at a point, a sum of at most 27 terms below one.
constexpr double Rounding = 27 * 2.3e-16;

/// Half a ring with radii 1 and 2 above the x axis, exact: the first direction is radial, the
/// second one angular, a rational curve of degree 3.
NurbsPatch halfRing(int radial, int angular)
{
  NurbsPatch coarse;
  coarse.degrees = { 1, 3, 0 };
  coarse.knots = { std::vector<double>{ 0, 0, 1, 1 }, { 0, 0, 0, 0, 1, 1, 1, 1 }, { 0, 1 } };
  const std::array<double, 3> curve[4] = { { 1, 0, 1.0 }, { 1, 2, 1.0 / 3 }, { -1, 2, 1.0 / 3 },
    { -1, 0, 1.0 } };
  for (const std::array<double, 3>& at : curve)
  {
    for (const double radius : { 1.0, 2.0 })
    {
      coarse.points.insert(coarse.points.end(), { radius * at[0], radius * at[1], 0.0 });
      coarse.weights.push_back(at[2]);
    }
  }
  return refine(coarse, { 2, 3, 0 }, { radial, angular, 1 });
}

/// Returns the number of the group of each control point, those without one a number of their own.
std::vector<int> groupsOf(const CoefficientLinks& links, std::size_t points)
{
  std::vector<int> groups(points);
  std::iota(groups.begin(), groups.end(), 0);
  for (std::size_t g = 0; g < links.groups(); ++g)
  {
    for (std::int32_t m = links.starts[g]; m < links.starts[g + 1]; ++m)
    {
      const auto member = static_cast<std::size_t>(links.members[static_cast<std::size_t>(m)]);
      groups[member] = links.members[static_cast<std::size_t>(links.starts[g])];
    }
  }
  return groups;
}

template <class Space>
class CoefficientMaps : public OnSpace<Space>
{
protected:
  LayoutPointer<Space> variables(const NurbsPatch& patch)
  {
    return makeLayout(this->context(), Entity::Variable,
      static_cast<std::int64_t>(patch.numberOfControlPoints()), 1);
  }

  /// Returns the coefficients that random variables become.
  std::vector<double> mapped(const NurbsPatch& patch, const StageSettings& stages, Random& random)
  {
    const CoefficientMap<Space> map(this->context(), linksOf(patch, stages));
    Vector<Space> x(
      this->variables(patch), random.vector(patch.numberOfControlPoints(), 1e-4, 1.0));
    Vector<Space> y(x.layoutPointer());
    map.project(x);
    const std::vector<double> once = x.toHost();
    map.project(x);
    EXPECT_EQ(once, x.toHost()) << "a projection of what has been projected changes it";
    map.forward(x, y);
    return y.toHost();
  }

  /// Returns by how much the level set grows away from the parting plane, at sampled points.
  double growth(const NurbsPatch& patch, const std::vector<double>& coefficients,
    std::size_t direction, double plane, Random& random)
  {
    double most = -1.0;
    for (int line = 0; line < 40; ++line)
    {
      std::array<double, 3> xi = { random.uniform(0.0, 1.0), random.uniform(0.0, 1.0),
        random.uniform(0.0, 1.0) };
      for (const double side : { -1.0, 1.0 })
      {
        double before = 1e300;
        for (int step = 0; step <= 60; ++step)
        {
          const double end = side < 0.0 ? 0.0 : 1.0;
          xi[direction] = plane + (end - plane) * step / 60.0;
          const double level = reference::levelSetAt(patch, coefficients, xi);
          most = before < 1e300 ? std::max(most, level - before) : most;
          before = level;
        }
      }
    }
    return most;
  }
};
TYPED_TEST_SUITE(CoefficientMaps, Spaces, SpaceNames);
}

TYPED_TEST(CoefficientMaps, AreSymmetricAtImagesOfPoints)
{
  Random random(3);
  struct Case
  {
    NurbsPatch patch;
    StageSettings stages;
    std::size_t groups; ///< distinct coefficients
  };
  // Of 8 x 6 control points of a rectangle with planes across x and y, a quarter is distinct; of 7
  // x 7 of a square under quarter turns, (49 - 1) / 4 + 1.
  const std::vector<Case> cases = {
    { makeBoxPatch(2, { 2, 1, 0 }, { 2, 2, 0 }, { 6, 4, 1 }),
      symmetric(SymmetryMode::Planes, 2, { 1.0, 0.5, 0.0 }), 4 * 3 },
    { makeBoxPatch(2, { 1, 1, 0 }, { 2, 2, 0 }, { 5, 5, 1 }),
      symmetric(SymmetryMode::Cyclic, 0, { 0.5, 0.5, 0.0 }), 13 },
    { makeBoxPatch(3, { 1, 1, 1 }, { 2, 2, 2 }, { 3, 3, 3 }),
      symmetric(SymmetryMode::PlanesAndCyclic, 6, { 0.5, 0.5, 0.5 }), 18 },
    { halfRing(4, 6), symmetric(SymmetryMode::Planes, 0, { 0.0, 0.0, 0.0 }), 6 * 5 },
  };
  for (const Case& one : cases)
  {
    const NurbsPatch& patch = one.patch;
    std::vector<double> values = this->mapped(patch, one.stages, random);
    std::vector<double> distinct = values;
    std::sort(distinct.begin(), distinct.end());
    EXPECT_EQ(
      static_cast<std::size_t>(std::unique(distinct.begin(), distinct.end()) - distinct.begin()),
      one.groups);
    // The level set is symmetric as a function of the position: at points whose images are found
    // among all sampled points.
    std::vector<std::array<double, 3>> places;
    std::vector<double> levels;
    constexpr int samples = 9;
    for (int i = 0; i < samples * samples * (patch.dimension == 3 ? samples : 1); ++i)
    {
      const std::array<double, 3> xi = { (i % samples) / (samples - 1.0),
        (i / samples % samples) / (samples - 1.0), (i / samples / samples) / (samples - 1.0) };
      places.push_back(evaluateAt(patch, xi).position);
      levels.push_back(reference::levelSetAt(patch, values, xi));
    }
    const SymmetrySettings& symmetry = one.stages.symmetry;
    const bool hasPlanes = symmetry.mode != SymmetryMode::Cyclic;
    int found = 0;
    for (std::size_t a = 0; a < places.size(); ++a)
    {
      std::array<double, 3> image = places[a];
      if (hasPlanes)
      {
        image[0] = 2.0 * symmetry.center[0] - image[0];
      }
      else
      {
        image = { symmetry.center[0] - (places[a][1] - symmetry.center[1]),
          symmetry.center[1] + (places[a][0] - symmetry.center[0]), places[a][2] };
      }
      for (std::size_t b = 0; b < places.size(); ++b)
      {
        const double distance =
          std::hypot(places[b][0] - image[0], places[b][1] - image[1], places[b][2] - image[2]);
        if (distance < 1e-9)
        {
          EXPECT_NEAR(levels[a], levels[b], Rounding);
          ++found;
        }
      }
    }
    EXPECT_EQ(found, static_cast<int>(places.size()));
  }
}

TYPED_TEST(CoefficientMaps, AreConstantAlongExtrusions)
{
  Random random(4);
  const NurbsPatch patch =
    extrude(distorted(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 3, 4 }), 8), 1.5, 2, 4);
  StageSettings stages;
  stages.extrusion.axis = 3;
  const std::vector<double> values = this->mapped(patch, stages, random);
  for (int line = 0; line < 20; ++line)
  {
    const double xi = random.uniform(0.0, 1.0);
    const double eta = random.uniform(0.0, 1.0);
    const double first = reference::levelSetAt(patch, values, { xi, eta, 0.0 });
    for (const double zeta : { 0.13, 0.5, 0.77, 1.0 })
    {
      EXPECT_NEAR(reference::levelSetAt(patch, values, { xi, eta, zeta }), first, Rounding);
    }
  }
  const std::vector<int> groups = groupsOf(linksOf(patch, stages), patch.numberOfControlPoints());
  const int layer = patch.counts()[0] * patch.counts()[1];
  for (std::size_t i = 0; i < groups.size(); ++i)
  {
    EXPECT_EQ(groups[i], static_cast<int>(i) % layer);
  }
}

TYPED_TEST(CoefficientMaps, DoNotGrowAwayFromThePartingPlane)
{
  Random random(5);
  for (const int degree : { 1, 2, 3 })
  {
    for (const double plane : { 0.0, 0.25, 0.37, 0.5, 1.0 })
    {
      const NurbsPatch plate = makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, degree, 0 }, { 4, 8, 1 });
      const auto up = this->mapped(plate, drawn(AxisDirection::PlusY, plane), random);
      EXPECT_LE(this->growth(plate, up, 1, plane, random), Rounding);
      const auto down = this->mapped(plate, drawn(AxisDirection::MinusY, plane), random);
      EXPECT_LE(this->growth(plate, down, 1, 1.0 - plane, random), Rounding);
    }
  }
  // Irregular spans, and a mould with one half in a body with curved sides along a vector.
  const NurbsPatch body =
    extrude(distorted(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 3, 3 }), 9), 1.0, 2, 6);
  StageSettings stages;
  stages.draw.direction = AxisDirection::Vector;
  stages.draw.vector = { 0.0, 0.0, -3.0 };
  const std::vector<double> values = this->mapped(body, stages, random);
  EXPECT_LE(this->growth(body, values, 2, 1.0, random), Rounding);
  EXPECT_GT(this->growth(body, values, 1, 0.0, random), 1e-3);
}

TYPED_TEST(CoefficientMaps, HaveTheMapOfDrawnDensities)
{
  // Variables 0.2, 0.6, 0.4 and 0.9 outwards: 1 / (1 + (sum t^8)^(1/8)).
  const NurbsPatch patch = makeBoxPatch(2, { 1, 1, 0 }, { 1, 1, 0 }, { 1, 3, 1 });
  const CoefficientMap<TypeParam> map(
    this->context(), linksOf(patch, drawn(AxisDirection::PlusY, 0.0)));
  const std::vector<double> x = { 0.2, 0.2, 0.6, 0.6, 0.4, 0.4, 0.9, 0.9 };
  Vector<TypeParam> variables(this->variables(patch), x);
  Vector<TypeParam> y(variables.layoutPointer());
  map.forward(variables, y);
  double sum = 0.0;
  for (std::size_t k = 0; k < 4; ++k)
  {
    const double inside = 1e-6 + (1.0 - 2e-6) * x[2 * k];
    sum += std::pow((1.0 - inside) / inside, 8.0);
    EXPECT_NEAR(y.toHost()[2 * k], 1.0 / (1.0 + std::pow(sum, 0.125)), 1e-15);
    EXPECT_NEAR(y.toHost()[2 * k + 1], 1.0 / (1.0 + std::pow(sum, 0.125)), 1e-15);
  }
}

TYPED_TEST(CoefficientMaps, HaveDerivatives)
{
  Random random(6);
  const NurbsPatch body = makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { 2, 2, 2 }, { 3, 4, 3 });
  for (int number = 0; number < 12; ++number)
  {
    StageSettings stages;
    if (number % 2 == 1)
    {
      stages = symmetric(SymmetryMode::Planes, 0, { 1.0, 0.5, 0.5 });
    }
    if (number % 3 == 1)
    {
      stages.extrusion.axis = 3;
    }
    if (number % 4 > 1)
    {
      stages.draw.direction = random.index(2) ? AxisDirection::PlusY : AxisDirection::MinusY;
      stages.draw.partingPlane = 0.5 * static_cast<double>(random.index(3));
    }
    const std::size_t n = body.numberOfControlPoints();
    std::vector<double> start = random.vector(n, -0.3, 0.5);
    std::vector<DesignRegion> regions(n, DesignRegion::Design);
    regions[random.index(n)] = DesignRegion::Solid;
    const CoefficientLinks links = linksOf(body, stages);
    linkRegions(links, regions);
    std::vector<std::uint8_t> isDesign(n);
    for (std::size_t i = 0; i < n; ++i)
    {
      isDesign[i] = regions[i] == DesignRegion::Design;
      start[i] = isDesign[i] ? start[i] : 0.5;
    }
    LevelSetParametrization<TypeParam> design(this->context(),
      std::make_unique<SmoothDensity<TypeParam>>(this->context(), body, 0.3, 1e-3), 2.0,
      std::make_shared<LevelSetBounds>(LevelSetBounds::of(start)), isDesign, start,
      links.empty() ? nullptr
                    : std::make_unique<const CoefficientMap<TypeParam>>(this->context(), links));
    design.evaluateTrial();
    design.accept();
    const std::vector<double> factors =
      random.vector(static_cast<std::size_t>(design.density().size()), -1.0, 1.0);
    const Vector<TypeParam> values(design.density().layoutPointer(), factors);
    Vector<TypeParam> gradient(design.variables().layoutPointer());
    design.pullBackDensity(values, gradient);
    const std::vector<double> slopes = gradient.toHost();
    const std::vector<double> x = design.variables().toHost();
    for (int trial = 0; trial < 3; ++trial)
    {
      std::vector<double> direction = random.vector(n, -1.0, 1.0);
      double predicted = 0.0;
      double scale = 0.0;
      for (std::size_t i = 0; i < n; ++i)
      {
        direction[i] = isDesign[i] ? direction[i] : 0.0;
        predicted += direction[i] * slopes[i];
        scale += std::abs(direction[i] * slopes[i]);
      }
      constexpr double h = 1e-6;
      double sums[2];
      for (const int side : { 0, 1 })
      {
        std::vector<double> moved = x;
        for (std::size_t i = 0; i < n; ++i)
        {
          moved[i] += (side ? h : -h) * direction[i];
        }
        design.trialVariables().assign(moved);
        design.evaluateTrial();
        const std::vector<double> rho = design.nextDensity().toHost();
        sums[side] = std::inner_product(rho.begin(), rho.end(), factors.begin(), 0.0);
      }
      EXPECT_NEAR(predicted, (sums[1] - sums[0]) / (2.0 * h), 2e-7 * scale) << number;
    }
  }
}

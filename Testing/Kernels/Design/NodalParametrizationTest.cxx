// Tests of densities of nodes: derivatives against finite differences, and the minimum density.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Design/NodalParametrization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
template <class Space>
class NodalParametrizationTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(NodalParametrizationTest, Spaces, SpaceNames);
}

TYPED_TEST(NodalParametrizationTest, HasTheDerivativesOfItsModuli)
{
  const Context<TypeParam>& context = this->context();
  Random random(24);
  const std::array<int, 3> cells = { 3, 3, 2 };
  std::vector<double> places = makeBoxMesh(cells, { 3.0, 3.0, 2.0 }).points;
  for (double& x : places)
  {
    x += random.uniform(-0.15, 0.15);
  }
  const Box<TypeParam> box(context, cells, places, 2.6);
  const std::size_t nodes = places.size() / 3;
  const std::vector<double> start = random.vector(nodes, 0.2, 1.0);
  const std::vector<double> values = random.vector(box.points.size(), -1.0, 1.0);
  const LayoutPointer<TypeParam> points = layoutsOf(context, box.discretization).materialPoints;
  const Vector<TypeParam> factors(points, values);
  std::vector<std::uint8_t> isDesign(nodes, 1);
  isDesign[3] = 0;
  struct Chain
  {
    FilterKind filter;
    ProjectionMode projection;
  };
  for (const Chain& chain : { Chain{ FilterKind::None, ProjectionMode::Off },
         Chain{ FilterKind::Density, ProjectionMode::Off },
         Chain{ FilterKind::None, ProjectionMode::Half },
         Chain{ FilterKind::Density, ProjectionMode::Half },
         Chain{ FilterKind::Density, ProjectionMode::VolumePreserving } })
  {
    NodalParametrizationSettings settings;
    settings.material = { 2.0, 1e-4, 3.0 };
    settings.chain.filter = chain.filter;
    settings.chain.filterRadius = 1.4;
    settings.chain.stages.projection.mode = chain.projection;
    const NamedValues sharp = { { "projectionSharpness", 4.0 } };
    const auto sumOf = [&](const std::vector<double>& variables)
    {
      NodalParametrization<TypeParam> design(
        context, box.discretization, settings, isDesign, variables);
      design.restore(variables, {}, sharp);
      Vector<TypeParam> moduli(points);
      design.moduli(moduli);
      const std::vector<double> found = moduli.toHost();
      return std::inner_product(found.begin(), found.end(), values.begin(), 0.0);
    };
    NodalParametrization<TypeParam> design(context, box.discretization, settings, isDesign, start);
    design.restore(start, {}, sharp);
    Vector<TypeParam> gradient(design.variables().layoutPointer());
    design.pullBackModuli(3.0, factors, gradient);
    const std::vector<double> found = gradient.toHost();
    constexpr double step = 1e-6;
    for (std::size_t n = 0; n < nodes; n += 5)
    {
      std::vector<double> more = start;
      std::vector<double> less = start;
      more[n] += step;
      less[n] -= step;
      EXPECT_NEAR(found[n], 3.0 * (sumOf(more) - sumOf(less)) / (2.0 * step), 1e-7);
    }
  }
}

TYPED_TEST(NodalParametrizationTest, HasNoDerivativeBelowTheMinimum)
{
  const Context<TypeParam>& context = this->context();
  const Box<TypeParam> box(context, { 3, 3, 2 });
  const std::size_t nodes = box.nodes.size() / 3;
  NodalParametrizationSettings settings;
  settings.material = { 2.0, 0.0, 3.0 };
  settings.chain.lowestDensity = 0.1;
  const LayoutPointer<TypeParam> points = layoutsOf(context, box.discretization).materialPoints;
  const Vector<TypeParam> ones(points, std::vector<double>(box.points.size(), 1.0));
  Vector<TypeParam> moduli(points);
  Vector<TypeParam> gradient(this->layout(nodes));
  for (const double density : { 0.05, 0.1, 0.2 })
  {
    NodalParametrization<TypeParam> design(context, box.discretization, settings,
      std::vector<std::uint8_t>(nodes, 1), std::vector<double>(nodes, density));
    design.evaluateTrial();
    design.accept();
    design.moduli(moduli);
    design.pullBackModuli(1.0, ones, gradient);
    for (const double modulus : moduli.toHost())
    {
      EXPECT_NEAR(modulus, 2.0 * std::pow(std::max(density, 0.1), 3.0), 1e-12);
    }
    // At the minimum, up to rounding, the derivative is not zero, so that void can become solid
    // again.
    for (const double derivative : gradient.toHost())
    {
      EXPECT_EQ(derivative > 0.0, density > 0.09);
    }
  }
}

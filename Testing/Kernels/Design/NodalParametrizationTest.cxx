// Tests of densities of nodes: derivatives against finite differences, the minimum density, the
// Helmholtz filter against a dense solution, and robust designs.

#include "Design/DenseHelmholtz.h"
#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Design/NodalParametrization.h"
#include "Design/RobustParametrization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
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

double dotOf(const std::vector<double>& a, const std::vector<double>& b)
{
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Compares the derivatives of a function along a direction with differences of order 4.
void expectDerivative(
  const std::function<double(double step)>& at, double found, double step = 1e-3)
{
  const double difference =
    (at(-2 * step) - 8 * at(-step) + 8 * at(step) - at(2 * step)) / (12 * step);
  EXPECT_NEAR(found / difference, 1.0, 1e-7);
}
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

TYPED_TEST(NodalParametrizationTest, HasTheHelmholtzFilterOfItsCells)
{
  const Context<TypeParam>& context = this->context();
  Random random(91);
  for (const double shear : { 0.0, 0.4 })
  {
    Box<TypeParam> box(context, { 5, 4, 3 });
    const double stretch = shear > 0.0 ? 4.0 : 1.0;
    for (std::size_t i = 0; i < box.mesh.points.size(); i += 3)
    {
      box.mesh.points[i] = stretch * box.mesh.points[i] + shear * box.mesh.points[i + 1];
    }
    const std::size_t nodes = box.nodes.size() / 3;
    NodalParametrizationSettings settings;
    settings.material = { 2.0, 1e-4, 3.0 };
    settings.chain.filter = FilterKind::Helmholtz;
    settings.chain.filterRadius = 1.7;
    const DenseHelmholtz dense(box.mesh, settings.chain.filterRadius);
    const std::vector<std::uint8_t> all(nodes, 1);
    const auto filtered = [&](const std::vector<double>& x)
    {
      NodalParametrization<TypeParam> design(
        context, box.discretization, settings, all, x, &box.mesh);
      design.evaluateTrial();
      design.accept();
      EXPECT_EQ(design.isDensityLinear(), shear == 0.0);
      return design.filteredDensity();
    };
    const std::vector<double> x = random.vector(nodes, 0.3, 0.7);
    const std::vector<double> y = filtered(x);
    const std::vector<double> expected = dense.filtered(x);
    for (std::size_t i = 0; i < nodes; ++i)
    {
      EXPECT_NEAR(y[i], expected[i], 1e-9);
    }
    EXPECT_NEAR(dotOf(dense.masses, y) / dotOf(dense.masses, x), 1.0, 1e-10);
    for (const double density : filtered(std::vector<double>(nodes, 0.4)))
    {
      EXPECT_NEAR(density, 0.4, 1e-10);
    }
    // Densities of 0 and 1 stay in the range, and those of stretched cells are cut off there.
    std::vector<double> extreme(nodes);
    std::size_t cut = 0;
    std::generate(extreme.begin(), extreme.end(), [&] { return random.index(4) == 0 ? 1.0 : 0.0; });
    const std::vector<double> uncut = dense.filtered(extreme);
    const std::vector<double> kept = filtered(extreme);
    for (std::size_t i = 0; i < nodes; ++i)
    {
      EXPECT_NEAR(kept[i], std::clamp(uncut[i], 0.0, 1.0), 1e-9);
      cut += uncut[i] < -1e-6 || uncut[i] > 1.0 + 1e-6 ? 1 : 0;
    }
    EXPECT_EQ(cut > 0, shear > 0.0);
  }
}

TYPED_TEST(NodalParametrizationTest, HasTheDerivativesOfTheHelmholtzFilter)
{
  const Context<TypeParam>& context = this->context();
  Random random(92);
  for (const double shear : { 0.0, 0.4 })
  {
    Box<TypeParam> box(context, { 5, 4, 3 });
    const double stretch = shear > 0.0 ? 4.0 : 1.0;
    for (std::size_t i = 0; i < box.mesh.points.size(); i += 3)
    {
      box.mesh.points[i] = stretch * box.mesh.points[i] + shear * box.mesh.points[i + 1];
    }
    const std::size_t nodes = box.nodes.size() / 3;
    NodalParametrizationSettings settings;
    settings.material = { 2.0, 1e-4, 3.0 };
    settings.chain.filter = FilterKind::Helmholtz;
    settings.chain.filterRadius = 1.7;
    settings.chain.stages.projection.mode = ProjectionMode::Half;
    std::vector<std::uint8_t> isDesign(nodes, 1);
    // Among low densities some are cut off where the filter leaves the range.
    std::vector<double> start = random.vector(nodes, 0.02, 0.05);
    std::vector<double> direction = random.vector(nodes, -1.0, 1.0);
    for (std::size_t i = 0; i < nodes; i += 5)
    {
      start[i] = random.uniform(0.8, 0.9);
    }
    for (std::size_t i = 0; i < nodes; i += 9)
    {
      isDesign[i] = 0;
      start[i] = 1.0;
      direction[i] = 0.0;
    }
    const LayoutPointer<TypeParam> points = layoutsOf(context, box.discretization).materialPoints;
    const std::vector<double> g = random.vector(box.points.size(), -1.0, 1.0);
    const auto at = [&](double step)
    {
      std::vector<double> x = start;
      for (std::size_t i = 0; i < nodes; ++i)
      {
        x[i] += step * direction[i];
      }
      auto design = std::make_unique<NodalParametrization<TypeParam>>(
        context, box.discretization, settings, isDesign, x, &box.mesh);
      design->restore(x, {}, { { "projectionSharpness", 4.0 } });
      return design;
    };
    const auto design = at(0.0);
    const std::vector<double> densities = design->filteredDensity();
    EXPECT_EQ(std::count(densities.begin(), densities.end(), 0.0) > 0, shear > 0.0);
    Vector<TypeParam> gradient(design->variables().layoutPointer());
    design->pullBackModuli(1.0, Vector<TypeParam>(points, g), gradient);
    expectDerivative(
      [&](double step)
      {
        Vector<TypeParam> moduli(points);
        at(step)->moduli(moduli);
        return dotOf(g, moduli.toHost());
      },
      dotOf(gradient.toHost(), direction), 1e-4); // no density reaches the end of the range
  }
}

TYPED_TEST(NodalParametrizationTest, RobustDesignsAreOrderedAndHaveTheirDerivatives)
{
  const Context<TypeParam>& context = this->context();
  Random random(93);
  const Box<TypeParam> box(context, { 5, 4, 3 });
  const std::size_t nodes = box.nodes.size() / 3;
  using Design = RobustParametrization<TypeParam>;
  const LayoutPointer<TypeParam> points = layoutsOf(context, box.discretization).materialPoints;
  const std::vector<double> g = random.vector(box.points.size(), -1.0, 1.0);
  const Vector<TypeParam> ofPoints(points, g);
  std::vector<std::uint8_t> isDesign(nodes, 1);
  std::vector<double> start = random.vector(nodes, 0.1, 0.9);
  std::vector<double> direction = random.vector(nodes, -1.0, 1.0);
  for (std::size_t i = 0; i < nodes; i += 9)
  {
    isDesign[i] = 0;
    start[i] = 1.0;
    direction[i] = 0.0;
  }
  for (const FilterKind filter : { FilterKind::Density, FilterKind::Helmholtz })
  {
    NodalParametrizationSettings settings;
    settings.material = { 1.0, 1e-6, 3.0 };
    settings.chain.filter = filter;
    settings.chain.filterRadius = 1.7;
    settings.chain.stages.projection.mode = ProjectionMode::Half;
    settings.chain.stages.robust = { true, 0.0, 0.2, 20, true };
    settings.chain.stages.penalization = { true, 2.5 };
    const NamedValues sharp = { { "projectionSharpness", 4.0 } };
    const auto at = [&](double step)
    {
      std::vector<double> x = start;
      for (std::size_t i = 0; i < nodes; ++i)
      {
        x[i] += step * direction[i];
      }
      auto nodal = std::make_unique<NodalDensity<TypeParam>>(context, box.discretization);
      const Vector<TypeParam> volumes = nodal->volumes();
      const Vector<TypeParam> positions = nodal->positions();
      auto design = std::make_unique<Design>(ofNodes(settings.chain),
        DensityToModulus{ settings.material, settings.chain.lowestDensity }, std::move(nodal),
        volumes, positions, isDesign, x, nullptr, &box.mesh);
      design->restore(x, {}, sharp);
      return design;
    };
    const auto design = at(0.0);
    ASSERT_EQ(design->realizations(), 3U);
    for (std::size_t r = 0; r < 3; ++r)
    {
      Vector<TypeParam> gradient(design->variables().layoutPointer());
      design->realization(r).pullBackModuli(1.0, ofPoints, gradient);
      expectDerivative(
        [&](double step)
        {
          Vector<TypeParam> moduli(points);
          at(step)->realization(r).moduli(moduli);
          return dotOf(g, moduli.toHost());
        },
        dotOf(gradient.toHost(), direction));
      design->realization(r).pullBackDensity(ofPoints, gradient);
      expectDerivative([&](double step)
        { return dotOf(g, at(step)->realization(r).density().toHost()); },
        dotOf(gradient.toHost(), direction));
    }
    Vector<TypeParam> gradient(design->variables().layoutPointer());
    design->pullBackBoundedDensity(ofPoints, gradient);
    expectDerivative([&](double step) { return dotOf(g, at(step)->boundedDensity().toHost()); },
      dotOf(gradient.toHost(), direction));

    // The intermediate design is that with a single projection. The lattice has shape functions
    // that are not negative but for 2e-7, so that densities at points are ordered.
    NodalParametrization<TypeParam> plain(
      context, box.discretization, settings, isDesign, start, &box.mesh);
    plain.restore(start, {}, sharp);
    EXPECT_EQ(design->density().toHost(), plain.density().toHost());
    EXPECT_EQ(design->filteredDensity(), plain.filteredDensity());
    const std::vector<double> eroded = design->erodedDensity().toHost();
    const std::vector<double> middle = design->density().toHost();
    const std::vector<double> dilated = design->boundedDensity().toHost();
    for (std::size_t q = 0; q < eroded.size(); ++q)
    {
      EXPECT_LE(eroded[q], middle[q] + 1e-6);
      EXPECT_LE(middle[q], dilated[q] + 1e-6);
    }
    // The volume is that of the integrals of shape functions.
    const double volume = dotOf(box.points.weights, dilated);
    EXPECT_NEAR(design->columnValues().back(), volume / 60.0, 1e-13);
  }
}

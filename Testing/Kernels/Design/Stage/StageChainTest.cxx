// Tests of chains of stages on elements: known answers, derivatives against finite differences, and
// invariants.

#include "Design/Stage/StageBox.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Design/Stage/StageKinds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class StageChainTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(StageChainTest, Spaces, SpaceNames);

double dotOf(const std::vector<double>& a, const std::vector<double>& b)
{
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double sumOf(const std::vector<double>& a)
{
  return std::accumulate(a.begin(), a.end(), 0.0);
}

ChainSettings chainOf(FilterKind filter, ProjectionMode mode)
{
  ChainSettings chain;
  chain.filter = filter;
  chain.filterRadius = 0.4;
  chain.stages.projection.mode = mode;
  return chain;
}
}

TYPED_TEST(StageChainTest, HasTheKnownAnswers)
{
  // The values are from a plain program in Python: sum v rho / sum v, sqrt(sum v rho^2 / sum v),
  // and the norm of the derivatives.
  struct Known
  {
    CellType type;
    ProjectionMode mode;
    double volume;
    double square;
    double gradient;
  };
  for (const Known& known : {
         Known{ CellType::Hexahedron, ProjectionMode::Off, 0.493169276, 0.509373208, 12.4460235 },
         Known{ CellType::Hexahedron, ProjectionMode::Half, 0.485522723, 0.598528585, 25.5722954 },
         Known{ CellType::Hexahedron, ProjectionMode::VolumePreserving, 0.493169276, 0.604866348,
           23.9391182 },
         Known{ CellType::Tetrahedron, ProjectionMode::Off, 0.491621578, 0.509907307, 10.8944863 },
       })
  {
    const StageBox<TypeParam> box(this->context(), known.type);
    auto design =
      box.design(chainOf(FilterKind::Density, known.mode), box.field(probeDensity), 8.0);
    const std::vector<double> density = design.density().toHost();
    std::vector<double> squares = density;
    for (double& value : squares)
    {
      value *= value;
    }
    const std::vector<double> gradient = box.back(design, box.field(probeDerivative));
    const double total = sumOf(box.volumes());
    EXPECT_NEAR(dotOf(box.volumes(), density) / total, known.volume, 1e-9);
    EXPECT_NEAR(std::sqrt(dotOf(box.volumes(), squares) / total), known.square, 1e-9);
    EXPECT_NEAR(std::sqrt(dotOf(gradient, gradient)), known.gradient, 1e-7);
  }
}

TYPED_TEST(StageChainTest, HasTheDerivativesOfItsDensities)
{
  const StageBox<TypeParam> box(this->context(), CellType::Hexahedron);
  Random random(811);
  for (const FilterKind filter : { FilterKind::None, FilterKind::Density })
  {
    for (const ProjectionMode mode :
      { ProjectionMode::Off, ProjectionMode::Half, ProjectionMode::VolumePreserving })
    {
      for (const double lowest : { 0.0, 0.05 })
      {
        SCOPED_TRACE(static_cast<int>(filter) * 10 + static_cast<int>(mode));
        ChainSettings chain = chainOf(filter, mode);
        chain.lowestDensity = lowest;
        std::vector<double> x = random.vector(box.size(), 0.1, 0.9);
        std::vector<std::uint8_t> isDesign(box.size());
        for (std::size_t e = 0; e < box.size(); ++e)
        {
          isDesign[e] = random.index(5) > 0;
          x[e] = isDesign[e] ? x[e] : 1.0;
        }
        const std::vector<double> g = random.vector(box.size(), -1.0, 1.0);
        std::vector<double> direction = random.vector(box.size(), -1.0, 1.0);
        for (std::size_t e = 0; e < box.size(); ++e)
        {
          direction[e] = isDesign[e] ? direction[e] : 0.0;
        }
        const auto valueAt = [&](double step)
        {
          std::vector<double> moved = x;
          for (std::size_t e = 0; e < box.size(); ++e)
          {
            moved[e] += step * direction[e];
          }
          return dotOf(g, box.design(chain, moved, 8.0, isDesign).density().toHost());
        };
        auto design = box.design(chain, x, 8.0, isDesign);
        constexpr double step = 1e-3; // of differences of order 4
        const double difference =
          (valueAt(-2 * step) - 8 * valueAt(-step) + 8 * valueAt(step) - valueAt(2 * step)) /
          (12 * step);
        EXPECT_NEAR(dotOf(box.back(design, g), direction) / difference, 1.0, 1e-7);
      }
    }
  }
}

TYPED_TEST(StageChainTest, ProjectionKeepsTheEndsAndTheVolume)
{
  const StageBox<TypeParam> box(this->context(), CellType::Tetrahedron);
  Random random(812);
  const std::vector<double> x = random.vector(box.size(), 0.0, 1.0);
  const double total = sumOf(box.volumes());
  for (const double sharpness : { 1.0, 8.0, 32.0, 256.0 })
  {
    for (const double end : { 0.0, 1.0 })
    {
      const auto ends = box
                          .design(chainOf(FilterKind::None, ProjectionMode::Half),
                            std::vector<double>(box.size(), end), sharpness)
                          .density()
                          .toHost();
      EXPECT_EQ(ends, std::vector<double>(box.size(), end));
    }
    const std::vector<double> kept =
      box.design(chainOf(FilterKind::None, ProjectionMode::VolumePreserving), x, sharpness)
        .density()
        .toHost();
    EXPECT_NEAR((dotOf(box.volumes(), kept) - dotOf(box.volumes(), x)) / total, 0.0, 1e-14);
    EXPECT_TRUE(
      std::all_of(kept.begin(), kept.end(), [](double rho) { return rho >= 0.0 && rho <= 1.0; }));
  }
}

TYPED_TEST(StageChainTest, ProjectionHasTheThresholdThatKeepsTheVolume)
{
  const StageBox<TypeParam> box(this->context(), CellType::Hexahedron);
  const ChainSettings chain = chainOf(FilterKind::Density, ProjectionMode::VolumePreserving);
  // The filter is applied alone, and then a projection to its result.
  const Vector<TypeParam> filtered(box.layout(),
    box.design(chainOf(FilterKind::Density, ProjectionMode::Off), box.field(probeDensity))
      .density()
      .toHost());
  const Vector<TypeParam> volumes(box.layout(), box.volumes());
  const Vector<TypeParam> positions(box.layout()->withComponents(3));
  const Vector<TypeParam, std::uint8_t> isDesign(
    box.layout(), std::vector<std::uint8_t>(box.size(), 1));
  Projection<TypeParam> projection(chain, { volumes, positions, isDesign, filtered });
  projection.restore({ { "projectionSharpness", 8.0 } });
  Vector<TypeParam> projected(box.layout());
  projection.forward(filtered, projected);
  projection.accept();
  EXPECT_NEAR(projection.threshold(), 0.49624315809, 1e-11);
}

TYPED_TEST(StageChainTest, RobustDesignsAreOrderedAndHaveTheirDerivatives)
{
  const StageBox<TypeParam> box(this->context(), CellType::Hexahedron);
  Random random(813);
  ChainSettings chain = chainOf(FilterKind::Density, ProjectionMode::Half);
  chain.stages.robust = { true, 0.0, 0.2, 20, true };
  chain.stages.penalization = { true, 2.5 };
  std::vector<double> x = random.vector(box.size(), 0.1, 0.9);
  std::vector<double> direction = random.vector(box.size(), -1.0, 1.0);
  std::vector<std::uint8_t> isDesign(box.size());
  for (std::size_t e = 0; e < box.size(); ++e)
  {
    isDesign[e] = random.index(5) > 0;
    x[e] = isDesign[e] ? x[e] : 1.0;
    direction[e] = isDesign[e] ? direction[e] : 0.0;
  }
  const std::vector<double> g = random.vector(box.size(), -1.0, 1.0);
  const Vector<TypeParam> ofDensity(box.layout(), g);
  using Design = RobustParametrization<TypeParam>;
  const auto moduliOf = [&](const Design& design, int one)
  {
    Vector<TypeParam> moduli(box.layout());
    design.moduliOf(static_cast<typename Design::Realization>(one), moduli);
    return moduli.toHost();
  };
  const std::vector<std::function<double(const Design&)>> values = {
    [&](const Design& design) { return dotOf(g, moduliOf(design, 0)); },
    [&](const Design& design) { return dotOf(g, design.density().toHost()); },
    [&](const Design& design) { return dotOf(g, design.boundedDensity().toHost()); },
    [&](const Design& design) { return dotOf(g, moduliOf(design, 1)); },
    [&](const Design& design) { return dotOf(g, moduliOf(design, 2)); },
    [&](const Design& design) { return dotOf(g, design.erodedDensity().toHost()); },
  };
  const std::vector<std::function<void(Design&, Vector<TypeParam>&)>> gradients = {
    [&](Design& design, Vector<TypeParam>& result)
    { design.pullBackModuli(1.0, ofDensity, result); },
    [&](Design& design, Vector<TypeParam>& result) { design.pullBackDensity(ofDensity, result); },
    [&](Design& design, Vector<TypeParam>& result)
    { design.pullBackBoundedDensity(ofDensity, result); },
    [&](Design& design, Vector<TypeParam>& result)
    { design.realization(1).pullBackModuli(1.0, ofDensity, result); },
    [&](Design& design, Vector<TypeParam>& result)
    { design.realization(2).pullBackModuli(1.0, ofDensity, result); },
    [&](Design& design, Vector<TypeParam>& result)
    { design.realization(0).pullBackDensity(ofDensity, result); },
  };
  const auto at = [&](double step)
  {
    std::vector<double> moved = x;
    for (std::size_t e = 0; e < box.size(); ++e)
    {
      moved[e] += step * direction[e];
    }
    return box.robust(chain, moved, 4.0, isDesign);
  };
  const auto design = at(0.0);
  constexpr double step = 1e-3; // of differences of order 4
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    const double difference = (values[i](*at(-2 * step)) - 8 * values[i](*at(-step)) +
                                8 * values[i](*at(step)) - values[i](*at(2 * step))) /
      (12 * step);
    Vector<TypeParam> gradient(design->variables().layoutPointer());
    gradients[i](*design, gradient);
    EXPECT_NEAR(dotOf(gradient.toHost(), direction) / difference, 1.0, 1e-7) << i;
  }
  const std::vector<double> eroded = design->erodedDensity().toHost();
  const std::vector<double> middle = design->density().toHost();
  const std::vector<double> dilated = design->boundedDensity().toHost();
  const std::vector<double> plain =
    box.design(chainOf(FilterKind::Density, ProjectionMode::Half), x, 4.0, isDesign)
      .density()
      .toHost();
  EXPECT_EQ(middle, plain);
  const std::vector<double> moduli = moduliOf(*design, 0);
  EXPECT_EQ(design->realizations(), 3U);
  EXPECT_EQ(design->realization(2).density().toHost(), dilated);
  for (std::size_t e = 0; e < box.size(); ++e)
  {
    EXPECT_LE(eroded[e], middle[e]);
    EXPECT_LE(middle[e], dilated[e]);
    EXPECT_NEAR(moduli[e], 1e-6 + std::pow(eroded[e], 2.5) * (1.0 - 1e-6), 1e-15);
  }
}

TYPED_TEST(StageChainTest, WithoutStagesDensitiesAreTheVariables)
{
  const StageBox<TypeParam> box(this->context(), CellType::Tetrahedron);
  auto design = box.design(chainOf(FilterKind::None, ProjectionMode::Off), box.field(probeDensity));
  EXPECT_EQ(design.density().data(), design.variables().data());
  EXPECT_TRUE(design.isDensityLinear());
  EXPECT_TRUE(design.filteredDensity().empty());
  EXPECT_TRUE(design.mayConverge(1));
  auto projected =
    box.design(chainOf(FilterKind::None, ProjectionMode::Half), box.field(probeDensity));
  EXPECT_FALSE(projected.isDensityLinear());
}

TEST(Continuation, DoublesAtAnInterval)
{
  ProjectionSettings settings;
  settings.largestSharpness = 8.0;
  settings.doublingInterval = 5;
  const ContinuationRule rule = settings.rule();
  ContinuedValue sharpness;
  for (int k = 0; k < 30; ++k)
  {
    sharpness = sharpness.next(rule, k, 1.0);
    EXPECT_EQ(sharpness.value, std::min(std::pow(2.0, k / 5), 8.0)) << k;
    EXPECT_EQ(sharpness.isFinal(rule, k), k > 15) << k;
  }
}

TEST(Continuation, DoublesWhereChangesAreSmall)
{
  ProjectionSettings settings;
  settings.largestSharpness = 6.0; // not a power of two
  const ContinuationRule rule = settings.rule();
  ContinuedValue sharpness = ContinuedValue().next(rule, 0, 0.0);
  EXPECT_EQ(sharpness.value, 1.0); // the first design has no change
  sharpness = sharpness.next(rule, 1, 0.02);
  EXPECT_EQ(sharpness.value, 1.0);
  sharpness = sharpness.next(rule, 2, 0.009);
  EXPECT_EQ(sharpness.value, 2.0);
  sharpness = sharpness.next(rule, 3, 0.009).next(rule, 4, 0.009);
  EXPECT_EQ(sharpness.value, 6.0);
  EXPECT_FALSE(sharpness.isFinal(rule, 4));
  EXPECT_TRUE(sharpness.isFinal(rule, 5));
  EXPECT_EQ(sharpness.next(rule, 5, 0.0).since, 4);
}

TEST(Continuation, RaisesPenalizationsByStepsUpToTheLast)
{
  PenalizationSettings settings;
  settings.step = 0.75;
  settings.interval = 2;
  const ContinuationRule rule = settings.rule(3.0);
  ContinuedValue p{ settings.first };
  int k = 0;
  for (const double expected : { 1.0, 1.0, 1.75, 1.75, 2.5, 2.5, 3.0, 3.0, 3.0 })
  {
    p = p.next(rule, k++, 1.0);
    EXPECT_EQ(p.value, expected) << k;
  }
}

TEST(StageSettings, AreSetByKeys)
{
  StageSettings settings;
  setStageSetting(settings, "Projection", 2.0);
  setStageSetting(settings, "ProjectionSharpness", 16.0);
  setStageSetting(settings, "ProjectionInterval", 20.0);
  setStageSetting(settings, "ProjectionChange", 0.02);
  EXPECT_EQ(settings.projection.mode, ProjectionMode::VolumePreserving);
  EXPECT_EQ(settings.projection.largestSharpness, 16.0);
  EXPECT_EQ(settings.projection.doublingInterval, 20);
  EXPECT_EQ(settings.projection.doublingChange, 0.02);
  EXPECT_EQ(stageSetting(settings, "ProjectionInterval"), 20.0);
  EXPECT_THROW(setStageSetting(settings, "Projections", 1.0), Error);
  for (const double bad : { -1.0, 3.0, 0.5, std::nan("") })
  {
    EXPECT_THROW(setStageSetting(settings, "Projection", bad), Error) << bad;
  }
  EXPECT_THROW(setStageSetting(settings, "ProjectionInterval", 2.5), Error);
  EXPECT_THROW(setStageSetting(settings, "ProjectionInterval", 1e10), Error);
}

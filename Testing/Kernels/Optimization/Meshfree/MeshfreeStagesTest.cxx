// Tests of what densities of nodes share with those of elements: robust designs, the Helmholtz
// filter, loads that depend on the design, and responses that solve systems of their own.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
class MeshfreeStages : public OnDevice
{
protected:
  /// Returns an optimizer after the analysis of the initial design.
  template <class Problem>
  std::unique_ptr<TopologyOptimizer> analysed(const Problem& problem)
  {
    auto made = std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), this->Silent);
    made->step(this->Silent);
    return made;
  }

  /// Compares the derivative along a direction with differences of order 4.
  /// @param column if not empty, the column with the differences, up to a factor
  void checkGradient(MeshfreeProblem problem, Random& random, double tolerance,
    const std::string& column = {}, double step = 1e-3)
  {
    const auto valueOf = [&column](const IterationRecord& record)
    { return column.empty() ? record.objective() : record[column]; };
    problem.structure.solver.tolerance = 1e-12;
    const std::vector<double> x = random.vector(problem.numberOfNodes(), 0.3, 0.9);
    const std::vector<double> direction = random.vector(x.size(), -1.0, 1.0);
    problem.design.initialDensity = x;
    const auto start = this->analysed(problem);
    const std::vector<double> gradient = start->gradient();
    const double found =
      std::inner_product(gradient.begin(), gradient.end(), direction.begin(), 0.0) *
      valueOf(start->record()) / start->record().objective();
    const auto at = [&](double length)
    {
      for (std::size_t i = 0; i < x.size(); ++i)
      {
        problem.design.initialDensity[i] = x[i] + length * direction[i];
      }
      return valueOf(this->analysed(problem)->record());
    };
    const double difference =
      (at(-2 * step) - 8 * at(-step) + 8 * at(step) - at(2 * step)) / (12 * step);
    EXPECT_NEAR(found / difference, 1.0, tolerance) << problem.design.settings.objective.response;
  }

  Observer Silent;
};
TRABECULA_ON_EVERY_DEVICE(MeshfreeStages);

/// Returns a small cantilever for the method of moving asymptotes.
MeshfreeProblem plate(FilterKind filter)
{
  MeshfreeProblem problem = cantilever({ 8, 4, 2 }, { 8.0, 4.0, 2.0 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = filter;
  problem.design.densities.filterRadius = 1.5;
  return problem;
}

MeshfreeProblem robustPlate(FilterKind filter, bool analysesAll)
{
  MeshfreeProblem problem = plate(filter);
  StageSettings& stages = problem.design.densities.stages;
  stages.projection.mode = ProjectionMode::Half;
  stages.projection.doublingInterval = 3;
  stages.projection.largestSharpness = 8.0;
  stages.robust = { true, 0.0, 0.15, 3, analysesAll };
  return problem;
}

/// Returns a bar along z, 2 x 2 x 6, that its weight stretches: E = 1000, nu = 0, b = 3.
MeshfreeProblem bar(double density)
{
  MeshfreeProblem problem = plate(FilterKind::None);
  problem.structure = {};
  problem.structure.mesh = makeBoxMesh({ 2, 2, 6 }, { 2.0, 2.0, 6.0 });
  problem.structure.material = { 1000.0, 0.0 };
  problem.structure.solver.tolerance = 1e-10;
  problem.method.nodes.clear();
  problem.method.penalty = 1e5;
  support(problem, [](const Position& x) { return x[2] > 6.0 - 1e-9; });
  problem.structure.loadCases = { { "Weight", 1.0,
    std::vector<double>(problem.structure.mesh.points.size(), 0.0) } };
  problem.structure.ofDesign.weight = { 0.0, 0.0, -3.0 };
  problem.design.settings.volumeFraction = density;
  return problem;
}

/// Temperatures of the points, which are not linear.
std::vector<double> temperatures(const Mesh& mesh)
{
  std::vector<double> values;
  for (std::size_t i = 0; i < mesh.numberOfNodes(); ++i)
  {
    const Position x = positionOf(mesh.points, i);
    values.push_back(20.0 + 3.0 * x[0] + std::sin(x[1] + x[2]));
  }
  return values;
}
}

TEST_P(MeshfreeStages, LengthyHasTheGradientsOfRobustDesigns)
{
  Random random(41);
  for (const FilterKind filter : { FilterKind::Density, FilterKind::Helmholtz })
  {
    this->checkGradient(robustPlate(filter, false), random, 1e-7);
    MeshfreeProblem all = robustPlate(filter, true);
    this->checkGradient(all, random, 1e-7);
    all.design.settings.objective = { "LargestStress" };
    all.design.settings.constraints = { { { "Compliance" }, 1e9 } };
    this->checkGradient(all, random, 1e-6, "StressNorm", 1e-4);
  }
}

TEST_P(MeshfreeStages, LengthyRobustDesignsMeetTheirBounds)
{
  const MeshfreeProblem problem = robustPlate(FilterKind::Density, false);
  const auto one = this->analysed(problem);
  const auto all = this->analysed(robustPlate(FilterKind::Density, true));
  // The eroded design is the worst of all three.
  EXPECT_NEAR(all->record().objective() / one->record().objective(), 1.0, 1e-7);
  MeshfreeProblem plain = problem;
  plain.design.densities.stages.robust.isOn = false;
  EXPECT_GT(one->record().objective(), this->analysed(plain)->record().objective());
  for (int i = 0; i < 40; ++i)
  {
    one->step(this->Silent);
    const IterationRecord& record = one->record();
    EXPECT_GT(record["DilatedVolumeFraction"], record["VolumeFraction"]);
    // From the last sharpness on, the bound is renewed for each design.
    if (i >= 30)
    {
      EXPECT_NEAR(record["VolumeFraction"], 0.4, 0.004) << i;
    }
  }

  // A restored run goes on as the run itself.
  TopologyOptimizer other(problem, makeContext(this->Used), this->Silent);
  other.restoreState(one->saveState());
  one->step(this->Silent);
  other.step(this->Silent);
  EXPECT_EQ(one->variables(), other.variables());
  EXPECT_EQ(one->record().objective(), other.record().objective());
}

TEST_P(MeshfreeStages, LengthyHasTheGradientsOfOtherStagesWithTheHelmholtzFilter)
{
  Random random(42);
  MeshfreeProblem problem = plate(FilterKind::Helmholtz);
  this->checkGradient(problem, random, 1e-7);
  StageSettings& stages = problem.design.densities.stages;
  stages.projection.mode = ProjectionMode::VolumePreserving;
  stages.extrusion.axis = 3;
  this->checkGradient(problem, random, 1e-7);
  stages.extrusion = {};
  stages.projection.mode = ProjectionMode::Half;
  stages.overhang.direction = AxisDirection::PlusZ;
  // Its smooth minimum has a radius of curvature of 1e-2.
  this->checkGradient(problem, random, 1e-7, {}, 1e-4);
}

TEST_P(MeshfreeStages, HasTheWorkOfAWeight)
{
  // Without Poisson's ratio u = b (L z - z^2 / 2) / E, and the work is b^2 A L^3 / (3 E), and that
  // on the penalty alpha, b^2 L^2 A / alpha.
  constexpr double area = 4.0;
  constexpr double length = 6.0;
  const double expected = 9.0 * area * length * length * (length / 3000.0 + 1e-5);
  for (const double density : { 1.0, 0.5 })
  {
    MeshfreeProblem problem = bar(density);
    problem.design.densities.penalization = 1.0;
    const double found = this->analysed(problem)->record()["Compliance"];
    // Of a uniform density weight and stiffness are shares of those of the solid; the penalty is
    // not.
    const double share = density * (expected - 9.0 * area * length * length * 1e-5) +
      density * density * 9.0 * area * length * length * 1e-5;
    EXPECT_NEAR(found / share, 1.0, 5e-3) << density;
  }
}

TEST_P(MeshfreeStages, ExpandsFreely)
{
  // A body that is held without constraint gets the strains of its temperature exactly, as shape
  // functions represent them: the work of the forces is 3 E (alpha dT)^2 V / (1 - 2 nu).
  MeshfreeProblem problem = plate(FilterKind::None);
  StructuralProblem& structure = problem.structure;
  std::fill(structure.supports.begin(), structure.supports.end(), 0);
  const auto hold = [&](const Position& place, std::size_t component)
  { structure.supports[3 * pointAt(structure.mesh, place) + component] = 1; };
  for (std::size_t c = 0; c < 3; ++c)
  {
    hold({ 0.0, 0.0, 0.0 }, c);
  }
  hold({ 8.0, 0.0, 0.0 }, 1);
  hold({ 8.0, 0.0, 0.0 }, 2);
  hold({ 0.0, 4.0, 0.0 }, 2);
  std::fill(structure.loadCases[0].forces.begin(), structure.loadCases[0].forces.end(), 0.0);
  structure.solver.tolerance = 1e-12;
  structure.ofDesign.thermal.expansion = 1e-3;
  structure.ofDesign.thermal.reference = 20.0;
  structure.ofDesign.thermal.temperature.assign(structure.mesh.numberOfNodes(), 70.0);
  problem.design.settings.volumeFraction = 1.0;
  const double strain = 1e-3 * 50.0;
  const double expected = 3.0 * YoungsModulus * strain * strain * 64.0 / (1.0 - 2.0 * Poisson);
  const auto optimizer = this->analysed(problem);
  EXPECT_NEAR(optimizer->record()["Compliance"] / expected, 1.0, 1e-8);
  // The displacement at the opposite corner.
  const std::vector<double> u = optimizer->field(4);
  const std::size_t corner = pointAt(structure.mesh, { 8.0, 4.0, 2.0 });
  EXPECT_NEAR(u[3 * corner], 8.0 * strain, 1e-7);
  EXPECT_NEAR(u[3 * corner + 1], 4.0 * strain, 1e-7);
  EXPECT_NEAR(u[3 * corner + 2], 2.0 * strain, 1e-7);
}

TEST_P(MeshfreeStages, LengthyHasTheGradientsOfLoadsOfTheDesign)
{
  Random random(43);
  MeshfreeProblem problem = plate(FilterKind::Density);
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 8.0, 4.0, 2.0 }, 0.1);
  problem.design.densities.interpolation = Interpolation::Ramp;
  problem.structure.ofDesign.weight = { 5.0, -60.0, 10.0 };
  this->checkGradient(problem, random, 1e-7);
  problem.structure.ofDesign.thermal.expansion = 1e-5;
  problem.structure.ofDesign.thermal.reference = 15.0;
  problem.structure.ofDesign.thermal.temperature = temperatures(problem.structure.mesh);
  problem.method.consistentIntegration = true;
  this->checkGradient(problem, random, 1e-7);
  // The von Mises stress is without that of the temperature, which is equal in all directions.
  MeshfreeProblem stressed = problem;
  stressed.design.settings.objective = { "LargestStress" };
  stressed.design.settings.constraints = { { { "Compliance" }, 1e9 } };
  this->checkGradient(stressed, random, 1e-6, "StressNorm", 1e-4);
  problem.solidFractions = random.vector(problem.structure.mesh.numberOfElements(), 0.2, 1.0);
  problem.design.densities.filter = FilterKind::Helmholtz;
  problem.method.nodes.clear();
  this->checkGradient(problem, random, 1e-7);
  MeshfreeProblem robust = robustPlate(FilterKind::Density, true);
  robust.structure.ofDesign.weight = { 5.0, -60.0, 10.0 };
  this->checkGradient(robust, random, 1e-7);
}

TEST_P(MeshfreeStages, HasTheVirtualTemperatureOfElements)
{
  MeshfreeProblem problem = plate(FilterKind::None);
  problem.design.settings.constraints = { { { "VirtualTemperature" }, 3.0 } };
  TopologyProblem elements;
  elements.structure = problem.structure;
  elements.design = problem.design;
  const std::string column = "VirtualTemperature";
  EXPECT_NEAR(
    this->analysed(problem)->record()[column] / this->analysed(elements)->record()[column], 1.0,
    1e-8);
  // With nodes of its own, which are not those of the conduction.
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 8.0, 4.0, 2.0 }, 0.1);
  problem.method.nodes.insert(problem.method.nodes.end(), { 3.5, 1.5, 0.5, 4.5, 2.5, 1.5 });
  EXPECT_NEAR(
    this->analysed(problem)->record()[column] / this->analysed(elements)->record()[column], 1.0,
    1e-8);
}

TEST_P(MeshfreeStages, LengthyHasTheGradientOfTheVirtualTemperature)
{
  Random random(44);
  MeshfreeProblem problem = plate(FilterKind::Density);
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 8.0, 4.0, 2.0 }, 0.1);
  problem.design.settings.constraints = { { { "Compliance" }, 1e9 } };
  problem.design.settings.objective = { "VirtualTemperature", {}, {}, { { "Side", 1.0 } } };
  this->checkGradient(problem, random, 1e-7, "VirtualTemperatureNorm_PlusX");
  MeshfreeProblem robust = robustPlate(FilterKind::Helmholtz, true);
  robust.design.settings.constraints = problem.design.settings.constraints;
  robust.design.settings.objective = { "VirtualTemperature" };
  robust.solidFractions = random.vector(robust.structure.mesh.numberOfElements(), 0.2, 1.0);
  this->checkGradient(robust, random, 1e-7, "VirtualTemperatureNorm");
}

TEST_P(MeshfreeStages, LengthyHasTheVibrationPeriod)
{
  Random random(45);
  MeshfreeProblem problem = plate(FilterKind::Density);
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 8.0, 4.0, 2.0 }, 0.1);
  problem.design.settings.objective = { "VibrationPeriod", {}, {}, { { "MassDensity", 8e-9 } } };
  this->checkGradient(problem, random, 1e-6);
  this->checkGradient(robustPlate(FilterKind::Density, true), random, 1e-7);

  // Of the solid, the first frequency is near to that of quadratic elements.
  MeshfreeProblem solid = problem;
  solid.method.nodes.clear();
  solid.method.penalty = 0.0;
  solid.method.penaltyFactor = 1e4;
  solid.design.initialDensity.assign(solid.numberOfNodes(), 1.0);
  TopologyProblem elements;
  elements.structure = solid.structure;
  elements.design = solid.design;
  elements.design.initialDensity.assign(solid.structure.mesh.numberOfElements(), 1.0);
  EXPECT_NEAR(this->analysed(solid)->record()["FirstFrequency"] /
      this->analysed(elements)->record()["FirstFrequency"],
    1.0, 0.05);
}

TEST_P(MeshfreeStages, CountsTheMemoryOfResponsesToLoadsOfTheDesign)
{
  // Each bound keeps derivatives by loads that depend on the design, and each term of the
  // objective.
  MeshfreeProblem problem = plate(FilterKind::None);
  problem.structure.ofDesign.weight = { 0.0, -60.0, 0.0 };
  problem.method.product = MeshfreeProduct::MatrixFree;
  problem.structure.loadCases.push_back(problem.structure.loadCases[0]);
  problem.structure.loadCases.back().name = "Second";
  MeshfreeProblem bounded = problem;
  bounded.design.settings.objective = { "WorstCompliance", {}, {}, { { "Exponent", 0.0 } } };
  bounded.design.settings.constraints = { { { "Compliance", {}, { "Second" } }, 1e9 },
    { { "LargestStress" }, 1e9 } };
  EXPECT_LE(
    this->analysed(bounded)->peakDeviceMemory() - this->analysed(problem)->peakDeviceMemory(),
    estimateDeviceMemory(bounded) - estimateDeviceMemory(problem));
}

TEST_P(MeshfreeStages, LengthyFitsTheEstimateOfMemory)
{
  MeshfreeProblem all = robustPlate(FilterKind::Helmholtz, true);
  all.design.settings.constraints = { { { "VirtualTemperature" }, 3.0 } };
  MeshfreeProblem loaded = plate(FilterKind::Helmholtz);
  loaded.structure.ofDesign.weight = { 0.0, -60.0, 0.0 };
  loaded.structure.ofDesign.thermal.expansion = 1e-5;
  MeshfreeProblem vibrating = plate(FilterKind::Density);
  vibrating.design.settings.constraints = { { { "VibrationPeriod" }, 1e9 } };
  for (MeshfreeProblem problem : { all, loaded, vibrating })
  {
    const MeshfreeProblem large = cantilever({ 12, 6, 4 }, { 12.0, 6.0, 4.0 });
    const LoadsOfDesign loads = problem.structure.ofDesign;
    problem.structure = large.structure;
    problem.structure.ofDesign = loads;
    if (loads.thermal.expansion != 0.0)
    {
      problem.structure.ofDesign.thermal.temperature = temperatures(problem.structure.mesh);
    }
    problem.method.nodes.clear();
    problem.method.product = MeshfreeProduct::MatrixFree;
    const std::size_t estimate = estimateDeviceMemory(problem);
    const auto optimizer = this->analysed(problem);
    EXPECT_LE(optimizer->peakDeviceMemory(), estimate);
    // Of the iteration for modes, 32 MiB are counted whatever the size is.
    constexpr std::size_t ofModes = std::size_t(32) << 20;
    EXPECT_GT(4 * optimizer->peakDeviceMemory() + ofModes, estimate);
  }
}

// Tests of robust designs of which all three densities are analysed: the worst of them is minimized
// and bounded.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Support/CellTypes.h"
#include "Support/FaceTractions.h"
#include "Support/Refusals.h"

#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Settings/ProblemIdentity.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Shift = 0.1;

class RobustDesigns : public OptimizerOnDevice
{
};
INSTANTIATE_TEST_SUITE_P(Every, RobustDesigns, ::testing::ValuesIn(deviceRequests()), deviceName);

/// Returns a box 2 x 1 x 1, clamped at x = 0, with a unit force in -z distributed over x = 2.
TopologyProblem box(std::array<int, 3> cells)
{
  TopologyProblem problem = emptyProblem(makeBox(CellType::Hexahedron, cells,
    [](const Point& p) {
      return Point{ 2.0 * p[0], p[1], p[2] };
    }));
  clamp(problem, [](const Point& p) { return isAt(p[0], 0.0); });
  problem.structure.loadCases[0].forces = consistentForces(
    problem.structure.mesh, [](const Point& p) { return isAt(p[0], 2.0); },
    Point{ 0.0, 0.0, -1.0 });
  problem.structure.material = { 1.0, 0.3 };
  problem.structure.solver.tolerance = 1e-10;
  OptimizationSettings& settings = problem.design.settings;
  settings.optimizer = Optimizer::MovingAsymptotes;
  settings.minimumModulusRatio = 1e-6;
  settings.volumeFraction = 0.3;
  settings.moveLimit = 0.2;
  settings.densityChangeTolerance = 0.0;
  DensitySettings& densities = problem.design.densities;
  densities.interpolation = Interpolation::ModifiedSimp;
  densities.filter = FilterKind::Density;
  densities.filterRadius = 0.4;
  densities.stages.projection = { ProjectionMode::Half, 8.0, 5, 0.0 };
  densities.stages.robust = { true, 0.0, Shift, 5, true };
  return problem;
}

/// Returns a small box with random densities; its face x = 2 is region 1 of points.
TopologyProblem randomBox()
{
  Random random(91);
  TopologyProblem problem = box({ 6, 3, 3 });
  problem.design.densities.filterRadius = 0.6;
  problem.design.initialDensity = randomDensity(problem, random);
  const Mesh& mesh = problem.structure.mesh;
  problem.design.pointRegion.assign(mesh.points.size(), 0);
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    problem.design.pointRegion[i + 2] = isAt(mesh.points[i], 2.0) ? 1 : 0;
  }
  return problem;
}

/// Returns the same design, evaluated at one threshold alone.
TopologyProblem alone(TopologyProblem problem, double threshold)
{
  problem.design.densities.stages.robust = {};
  problem.design.densities.stages.projection.threshold = threshold;
  return problem;
}

const std::array<double, 3> Thresholds = { 0.5 + Shift, 0.5, 0.5 - Shift };

/// Analyses the initial design, and returns its objective.
double firstObjective(TopologyOptimizer& optimizer)
{
  runSteps(optimizer, 1);
  return optimizer.record().objective();
}

double along(const std::vector<double>& gradient, const std::vector<double>& direction)
{
  return std::inner_product(gradient.begin(), gradient.end(), direction.begin(), 0.0);
}
}

TEST_P(RobustDesigns, OfThreeAnalysesHaveTheKnownTrajectory)
{
  // The largest compliances of designs 0, 1, 2, 5, 10 and 20 are from a plain program in Python.
  const std::array<double, 6> known = { 1877.84172, 1385.34559, 1182.70945, 2173.37456, 9085.82131,
    400.961818 };
  const auto optimizer = this->optimizer(box({ 12, 6, 6 }));
  const std::vector<double> found = runSteps(*optimizer, 21);
  std::size_t i = 0;
  for (const std::size_t design : { 0, 1, 2, 5, 10, 20 })
  {
    EXPECT_NEAR(found[design] / known[i++], 1.0, 1e-6) << "design " << design;
  }
}

TEST_P(RobustDesigns, HaveTheWorstValueOfThreePlainDesigns)
{
  struct Case
  {
    const char* what;
    ResponseSettings objective;
    std::function<void(TopologyProblem&)> change = [](TopologyProblem&) {};
  };
  const std::vector<Case> cases = {
    { "compliance", { "Compliance" } },
    { "compliance under weight", { "Compliance" },
      [](TopologyProblem& p)
      {
        p.structure.ofDesign.weight = { 0.0, 0.0, -2.0 };
        p.design.densities.interpolation = Interpolation::Ramp;
        p.design.densities.penalization = 8.0;
      } },
    { "stress", { "LargestStress" },
      [](TopologyProblem& p) {
        p.design.settings.constraints = { { { "Compliance" }, 1e6 } };
      } },
    { "displacement", { "OutputDisplacement", 1, {}, { { "DirectionZ", -1.0 } } } },
    { "output of a mechanism", { "OutputDisplacement", 1, {}, { { "DirectionZ", 1.0 } } } },
    { "period", { "VibrationPeriod", {}, {}, { { "MassDensity", 2.0 } } } },
    { "worst load", { "WorstCompliance", {}, {}, { { "Exponent", 0.0 } } },
      [](TopologyProblem& p)
      {
        p.structure.loadCases.push_back(p.structure.loadCases[0]);
        p.structure.loadCases[1].name = "Second";
        std::rotate(p.structure.loadCases[1].forces.begin(),
          p.structure.loadCases[1].forces.begin() + 1, p.structure.loadCases[1].forces.end());
      } },
    { "Helmholtz filter", { "Compliance" },
      [](TopologyProblem& p) { p.design.densities.filter = FilterKind::Helmholtz; } },
  };
  Random random(4711);
  for (const Case& one : cases)
  {
    SCOPED_TRACE(one.what);
    TopologyProblem problem = randomBox();
    one.change(problem);
    problem.design.settings.objective = one.objective;
    double worst = -1e300;
    std::vector<double> ofWorst;
    for (const double threshold : Thresholds)
    {
      const auto plain = this->optimizer(alone(problem, threshold));
      const double value = firstObjective(*plain);
      ofWorst = value > worst ? plain->gradient() : ofWorst;
      worst = std::max(worst, value);
    }
    const auto optimizer = this->optimizer(problem);
    EXPECT_NEAR(firstObjective(*optimizer) / worst, 1.0, 1e-8);
    const std::vector<double> gradient = optimizer->gradient();
    const std::vector<double>& x = problem.design.initialDensity;
    const std::vector<double> direction = random.vector(x.size(), -1.0, 1.0);
    const double slope = along(gradient, direction);
    EXPECT_NEAR(along(ofWorst, direction) / slope, 1.0, 1e-6);
    const auto at = [&](double step)
    {
      TopologyProblem moved = problem;
      for (std::size_t e = 0; e < x.size(); ++e)
      {
        moved.design.initialDensity[e] += step * direction[e];
      }
      return firstObjective(*this->optimizer(moved));
    };
    // The factor of the largest stress is constant in derivatives, and the eigenvalues are less
    // accurate.
    const std::string response = one.objective.response;
    if (response != "LargestStress" && response != "VibrationPeriod")
    {
      constexpr double step = 1e-3; // of differences of order 4
      const double difference =
        (at(-2 * step) - 8 * at(-step) + 8 * at(step) - at(2 * step)) / (12 * step);
      EXPECT_NEAR(slope / difference, 1.0, 1e-6);
    }
  }
}

TEST_P(RobustDesigns, KeepBoundsOfAllThree)
{
  // Least volume for which the loaded face sinks by at most 150, whichever of the three is made.
  TopologyProblem problem = randomBox();
  problem.structure.solver.tolerance = 1e-8;
  problem.design.initialDensity.clear();
  problem.design.settings.objective = volumeOfMesh();
  problem.design.settings.volumeFraction = 0.6;
  problem.design.densities.stages.projection = { ProjectionMode::Half, 1.0, 5, 0.0 };
  const ResponseConstraint sinks = { { "OutputDisplacement", 1, {}, { { "DirectionZ", 1.0 } } },
    -150.0, BoundSense::AtLeast };
  problem.design.settings.constraints = { sinks };
  const auto optimizer = this->optimizer(problem);
  runSteps(*optimizer, 41);
  const std::string column =
    columnsOf(sinks.response, responseProblem(problem.structure, problem.design)).front();
  const double value = optimizer->record()[column];
  EXPECT_NEAR(value / sinks.bound, 1.0, 0.01);
  EXPECT_LT(optimizer->record()["VolumeFraction"], 0.58);
  problem.design.initialDensity = optimizer->saveState().field("design");
  double least = 0.0;
  for (const double threshold : Thresholds)
  {
    const auto plain = this->optimizer(alone(problem, threshold));
    runSteps(*plain, 1);
    least = std::min(least, plain->record()[column]);
  }
  EXPECT_NEAR(least / value, 1.0, 1e-6);
}

TEST_P(RobustDesigns, ConvergeWithRenewedBounds)
{
  TopologyProblem problem = box({ 12, 6, 6 });
  problem.design.settings.densityChangeTolerance = 1.1; // every change is below it
  problem.design.densities.stages.projection = { ProjectionMode::Half, 4.0, 3, 0.0 };
  problem.design.densities.stages.robust = { true, 0.0, Shift, 4 };
  problem.structure.solver.tolerance = 1e-5;
  const auto optimizer = this->optimizer(problem);
  std::vector<HistoryRow> rows;
  while (optimizer->step(this->Silent) == StepStatus::Advanced)
  {
    rows.push_back(optimizer->historyRow());
    ASSERT_LT(rows.size(), 20U);
  }
  // The last sharpness begins with design 6, and bounds are renewed from design 10 on.
  EXPECT_EQ(optimizer->iteration(), 11);
  EXPECT_EQ(
    convergenceOf(problem.design.densities).convergedIteration(columnsOf(problem), rows, 1.1), 11);
}

TEST_P(RobustDesigns, ContinueFromStates)
{
  TopologyProblem problem = randomBox();
  problem.structure.solver.tolerance = 1e-6;
  problem.structure.solver.reproducible = true;
  problem.design.settings.constraints = { { { "LargestStress" }, 100.0 } };
  const auto straight = this->optimizer(problem);
  runSteps(*straight, 3);
  const auto other = this->optimizer(problem);
  other->restoreState(straight->saveState());
  EXPECT_EQ(other->density(), straight->density());
  EXPECT_EQ(other->displacement(), straight->displacement());
  EXPECT_EQ(other->strainEnergyDensity(), straight->strainEnergyDensity());
  EXPECT_EQ(other->gradient(), straight->gradient());
  EXPECT_EQ(runSteps(*other, 3), runSteps(*straight, 3));
}

TEST_P(RobustDesigns, ShowTheIntermediateDesign)
{
  const TopologyProblem problem = randomBox();
  const auto three = this->optimizer(problem);
  const auto middle = this->optimizer(alone(problem, Thresholds[1]));
  runSteps(*three, 1);
  runSteps(*middle, 1);
  EXPECT_EQ(three->density(), middle->density());
  const std::vector<double> u = three->displacement();
  const std::vector<double> expected = middle->displacement();
  const double scale =
    std::abs(*std::min_element(expected.begin(), expected.end())); // of the loaded face
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    ASSERT_NEAR(u[i], expected[i], 1e-7 * scale) << i;
  }
  const double energy = middle->strainEnergyDensity()[20];
  EXPECT_NEAR(three->strainEnergyDensity()[20] / energy, 1.0, 1e-7);
}

TEST(RobustDesignSettings, AreChecked)
{
  const auto robust = [](TopologyProblem& p)
  {
    p.design.densities.filter = FilterKind::Density;
    p.design.densities.stages.projection.mode = ProjectionMode::Half;
    p.design.densities.stages.robust.isOn = true;
    p.design.densities.stages.robust.analysesAll = true;
    p.design.settings.optimizer = Optimizer::MovingAsymptotes;
  };
  TopologyProblem problem = good();
  robust(problem);
  const std::uint64_t all = fingerprint(problem);
  const std::size_t memoryOfAll = estimateDeviceMemory(problem);
  problem.design.densities.stages.robust.analysesAll = false;
  EXPECT_NE(fingerprint(problem), all);
  EXPECT_LT(estimateDeviceMemory(problem), memoryOfAll);
  problem.design.settings.constraints = { { { "LargestStress" }, 1.0 } };
  expectMessage(refusal(problem), { "largest stress", "All Three Designs" });
  problem.design.densities.stages.robust.analysesAll = true;
  EXPECT_EQ(refusal(problem), "");
  problem.structure.ofDesign.weight = { 0.0, 0.0, -1.0 };
  problem.design.settings.constraints.clear();
  EXPECT_EQ(refusal(problem), "");
  problem.structure.ofDesign.weight = {};
  problem.design.densities.filter = FilterKind::Helmholtz;
  EXPECT_EQ(refusal(problem), "");
  problem.design.densities.stages.robust.minimumSize = 0.38;
  EXPECT_NEAR(filterRadiusOf(problem.design.densities), 0.5, 1e-14);
  problem = good();
  robust(problem);
  problem.design.pointRegion.assign(problem.structure.mesh.points.size(), 1);
  const ResponseSettings moves = { "OutputDisplacement", 1, {}, { { "DirectionX", 1.0 } } };
  problem.design.settings.constraints = { { moves, -1.0, BoundSense::AtLeast }, { moves, 1.0 } };
  expectMessage(refusal(problem), { "output displacement", "worst value of three" });
}

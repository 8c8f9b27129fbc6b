// Tests of level-set optimizations: gradients, states, convergence, constraints, load cases.

#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetTask.h"

#include "Mesh/Nurbs/NurbsGenerators.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class LevelSetOptimization : public OnDevice
{
protected:
  std::unique_ptr<TopologyOptimizer> make(const LevelSetProblem& problem)
  {
    return std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), this->Silent);
  }

  double objective(LevelSetProblem problem, std::vector<double> levelSet)
  {
    problem.design.initialDensity = std::move(levelSet);
    const auto optimizer = this->make(problem);
    optimizer->step(this->Silent);
    return optimizer->record().objective();
  }

  /// Compares the gradient of the initial design with central differences in random directions.
  void checkGradient(LevelSetProblem problem)
  {
    problem.conditions.solver.tolerance = 1e-12;
    const auto optimizer = this->make(problem);
    optimizer->step(this->Silent);
    const std::vector<double> start = optimizer->variables();
    const std::vector<double> gradient = optimizer->gradient();
    Random random(31);
    for (int trial = 0; trial < 4; ++trial)
    {
      const std::vector<double> direction = random.vector(start.size(), -1.0, 1.0);
      constexpr double h = 1e-6;
      std::array<double, 2> values{};
      for (std::size_t side = 0; side < 2; ++side)
      {
        std::vector<double> moved = start;
        for (std::size_t i = 0; i < moved.size(); ++i)
        {
          moved[i] += (side == 0 ? -h : h) * direction[i];
        }
        values[side] = this->objective(problem, moved);
      }
      double predicted = 0.0;
      double scale = 0.0;
      for (std::size_t i = 0; i < direction.size(); ++i)
      {
        predicted += direction[i] * gradient[i];
        scale += std::abs(direction[i] * gradient[i]);
      }
      EXPECT_NEAR(predicted, (values[1] - values[0]) / (2.0 * h), 1e-6 * scale);
    }
  }

  Observer Silent;
};
TRABECULA_ON_EVERY_DEVICE(LevelSetOptimization);

LevelSetProblem cantilever()
{
  return makeLevelSetExample(LevelSetExample::Cantilever, { 16, 8, 1 });
}

LevelSetProblem smooth(LevelSetProblem problem)
{
  problem.method.density = LevelSetDensity::Smooth;
  return problem;
}

LevelSetProblem byAsymptotes(LevelSetProblem problem)
{
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  return problem;
}

LevelSetProblem curvedBody()
{
  LevelSetProblem plane = makeLevelSetExample(LevelSetExample::QuarterAnnulus, { 4, 6, 1 });
  LevelSetProblem problem;
  problem.patch = extrude(plane.patch, 0.5, 2, 2);
  const std::size_t layers = problem.patch.numberOfControlPoints() / plane.patch.weights.size();
  problem.conditions.loadCases.resize(1);
  for (std::size_t i = 0; i < layers; ++i)
  {
    const std::vector<double>& forces = plane.conditions.loadCases[0].forces;
    problem.conditions.loadCases[0].forces.insert(
      problem.conditions.loadCases[0].forces.end(), forces.begin(), forces.end());
    for (std::size_t k = 0; k < plane.conditions.supports.size(); ++k)
    {
      problem.conditions.supports.push_back(plane.conditions.supports[k - k % 3]);
    }
  }
  problem.method.scheme = LevelSetScheme::Paper;
  problem.method.holes = { 1, 2, 1, true, 0.25, {} };
  problem.method.transitionWidth = 0.2;
  return problem;
}
}

TEST_P(LevelSetOptimization, AveragesOverAnyRadius)
{
  // If the radius far exceeds the patch, the weights r - d are those of the plain mean.
  LevelSetProblem problem = cantilever();
  std::array<double, 2> objectives{};
  for (const std::size_t i : { 0, 1 })
  {
    problem.method.smoothingRadius = i == 0 ? 1e8 : 1e15;
    const auto optimizer = this->make(problem);
    optimizer->step(this->Silent);
    objectives[i] = optimizer->record().objective();
  }
  EXPECT_NEAR(objectives[0] / objectives[1], 1.0, 1e-6);
}

TEST_P(LevelSetOptimization, HasExactGradientsInThePlane)
{
  this->checkGradient(smooth(cantilever()));
  LevelSetProblem annulus = makeLevelSetExample(LevelSetExample::QuarterAnnulus, { 6, 8, 1 });
  annulus.method.transitionWidth = 0.2;
  this->checkGradient(smooth(annulus));
}

TEST_P(LevelSetOptimization, HasExactGradientsInSpace)
{
  this->checkGradient(curvedBody());
  LevelSetProblem centre = byAsymptotes(smooth(cantilever()));
  centre.design.settings.objective = { "CentreOfGravity" };
  centre.design.settings.constraints = { { { "Compliance" }, 1e9 } };
  this->checkGradient(centre);
}

TEST_P(LevelSetOptimization, HasDerivativesOfTheCutDensityToo)
{
  // The gradient differs from the sensitivities of the update; see LevelSetSensitivity.
  LevelSetProblem problem = cantilever();
  problem.method.smoothingRadius = 0.2;
  problem.method.holes.radius = 0.13;
  this->checkGradient(problem);
}

TEST_P(LevelSetOptimization, HasFields)
{
  LevelSetProblem problem = cantilever();
  problem.conditions.loadCases.push_back(problem.conditions.loadCases[0]);
  problem.conditions.loadCases[0].name = "Down";
  problem.conditions.loadCases[1].name = "Right";
  for (std::size_t i = 0; i < problem.conditions.loadCases[1].forces.size(); i += 3)
  {
    std::swap(
      problem.conditions.loadCases[1].forces[i], problem.conditions.loadCases[1].forces[i + 1]);
  }
  const auto optimizer = this->make(problem);
  optimizer->step(this->Silent);
  const std::vector<FieldDescription> fields = optimizer->fields();
  ASSERT_EQ(fields.size(), 5U);
  const std::vector<std::string> names = { "LevelSet", "Density", "StrainEnergyDensity",
    "Displacement_Down", "Displacement_Right" };
  for (std::size_t i = 0; i < fields.size(); ++i)
  {
    EXPECT_EQ(fields[i].name, names[i]);
    EXPECT_EQ(optimizer->field(i).size(),
      static_cast<std::size_t>(fields[i].components) *
        (fields[i].support == FieldSupport::Nodes ? problem.patch.numberOfControlPoints()
                                                  : problem.patch.numberOfElements()));
  }
  // The density has the volume of the history, and the energies sum to the compliance.
  const std::vector<double> density = optimizer->field(1);
  const double mean =
    std::accumulate(density.begin(), density.end(), 0.0) / static_cast<double>(density.size());
  EXPECT_NEAR(mean, optimizer->record()["VolumeFraction"], 1e-12);
  const std::vector<double> energy = optimizer->field(2);
  const double area = 2.0 / static_cast<double>(energy.size());
  EXPECT_NEAR(2.0 * area * std::accumulate(energy.begin(), energy.end(), 0.0),
    optimizer->record()["Compliance"], 1e-6 * optimizer->record()["Compliance"]);
}

TEST_P(LevelSetOptimization, AddsLoadCases)
{
  LevelSetProblem one = cantilever();
  LevelSetProblem two = one;
  two.conditions.loadCases.push_back(two.conditions.loadCases[0]);
  two.conditions.loadCases[0].weight = 0.25;
  two.conditions.loadCases[1].weight = 0.75;
  const auto first = this->make(one);
  const auto second = this->make(two);
  for (int i = 0; i < 4; ++i)
  {
    first->step(this->Silent);
    second->step(this->Silent);
    EXPECT_NEAR(second->record()["Compliance"] / first->record()["Compliance"], 1.0, 1e-8);
  }
}

TEST_P(LevelSetOptimization, ScalesWithModulusAndForce)
{
  LevelSetProblem one = cantilever();
  LevelSetProblem two = one;
  two.conditions.material.youngsModulus = 2e5;
  for (double& force : two.conditions.loadCases[0].forces)
  {
    force *= 1000.0;
  }
  const auto first = this->make(one);
  const auto second = this->make(two);
  for (int i = 0; i < 4; ++i)
  {
    first->step(this->Silent);
    second->step(this->Silent);
    EXPECT_NEAR(second->record()["Compliance"] / (5.0 * first->record()["Compliance"]), 1.0, 1e-7);
  }
}

TEST_P(LevelSetOptimization, ContinuesFromAState)
{
  for (const LevelSetProblem& problem : { cantilever(), byAsymptotes(smooth(cantilever())) })
  {
    const auto all = this->make(problem);
    OptimizationState state;
    std::vector<double> expected;
    for (int i = 0; i < 6; ++i)
    {
      all->step(this->Silent);
      if (i == 2)
      {
        state = all->saveState();
      }
    }
    expected = all->variables();
    // The run also resumes with another initial design, which determines the bounds.
    LevelSetProblem other = problem;
    other.method.holes.radius = 0.08;
    const auto later = this->make(other);
    later->restoreState(state);
    EXPECT_EQ(later->iteration(), 2);
    for (int i = 3; i < 6; ++i)
    {
      later->step(this->Silent);
    }
    EXPECT_EQ(later->variables(), expected);
    const LevelSetTask task(problem);
    const std::vector<double> design = task.designOf(all->saveState());
    ASSERT_EQ(design.size(), expected.size());
    for (std::size_t i = 0; i < design.size(); ++i)
    {
      EXPECT_NEAR(design[i], expected[i], 1e-14);
    }
  }
}

TEST_P(LevelSetOptimization, ConvergesByTheObjective)
{
  LevelSetProblem problem = cantilever();
  problem.design.settings.densityChangeTolerance = 1e-3;
  const auto optimizer = this->make(problem);
  const LevelSetTask task(problem);
  const HistoryColumns columns = task.columns();
  EXPECT_EQ(
    columns[static_cast<std::size_t>(columns.find(ColumnRole::Change))].name, "ObjectiveChange");
  double before = 0.0;
  StepStatus status = StepStatus::Advanced;
  while ((status = optimizer->step(this->Silent)) == StepStatus::Advanced)
  {
    const double compliance = optimizer->record()["Compliance"];
    const double change =
      optimizer->iteration() == 0 ? 0.0 : std::abs(compliance - before) / compliance;
    EXPECT_NEAR(valueOf(columns, optimizer->historyRow(), ColumnRole::Change), change, 1e-12);
    before = compliance;
    ASSERT_LT(optimizer->iteration(), 200);
  }
  EXPECT_EQ(status, StepStatus::Converged);
  EXPECT_GT(optimizer->iteration(), 2);
}

TEST_P(LevelSetOptimization, MinimizesByMovingAsymptotes)
{
  LevelSetProblem problem = byAsymptotes(smooth(cantilever()));
  problem.design.settings.densityChangeTolerance = 0.0;
  const auto criteria = this->make(smooth(cantilever()));
  const auto asymptotes = this->make(problem);
  for (int i = 0; i < 40; ++i)
  {
    criteria->step(this->Silent);
    asymptotes->step(this->Silent);
  }
  EXPECT_NEAR(asymptotes->record()["VolumeFraction"], 0.5, 2e-3);
  EXPECT_LT(asymptotes->record()["Compliance"], 1.02 * criteria->record()["Compliance"]);
}

TEST_P(LevelSetOptimization, MeetsBounds)
{
  // The volume is minimized with bounds on the compliance and on the volume of one half.
  LevelSetProblem problem = byAsymptotes(smooth(cantilever()));
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.design.settings.objective = { "Volume" };
  problem.design.settings.constraints.push_back({ { "Compliance" }, 80.0 });
  const auto least = this->make(problem);
  for (int i = 0; i < 60; ++i)
  {
    least->step(this->Silent);
  }
  EXPECT_NEAR(least->record()["Compliance"], 80.0, 0.8);
  EXPECT_LT(least->record()["VolumeFraction"], 0.45);

  LevelSetProblem halves = byAsymptotes(smooth(cantilever()));
  halves.design.settings.densityChangeTolerance = 0.0;
  for (std::size_t e = 0; e < halves.patch.numberOfElements(); ++e)
  {
    halves.design.volumeRegion.push_back(e % 16 < 8 ? 1 : 2);
  }
  halves.design.settings.constraints.push_back({ { "Volume", 1 }, 0.4 });
  const auto bounded = this->make(halves);
  for (int i = 0; i < 40; ++i)
  {
    bounded->step(this->Silent);
  }
  EXPECT_LT(bounded->record()["VolumeFraction_1"], 0.404);
}

TEST_P(LevelSetOptimization, KeepsPassiveControlPoints)
{
  for (const LevelSetProblem& base : { cantilever(), byAsymptotes(smooth(cantilever())) })
  {
    LevelSetProblem problem = base;
    problem.design.designRegion.assign(problem.patch.numberOfControlPoints(), DesignRegion::Design);
    problem.design.designRegion[5] = DesignRegion::Solid;
    problem.design.designRegion[40] = DesignRegion::Void;
    const auto optimizer = this->make(problem);
    optimizer->step(this->Silent);
    const std::vector<double> start = optimizer->variables();
    EXPECT_GT(start[5], 0.0);
    EXPECT_LT(start[40], 0.0);
    for (int i = 0; i < 5; ++i)
    {
      optimizer->step(this->Silent);
    }
    EXPECT_EQ(optimizer->variables()[5], start[5]);
    EXPECT_EQ(optimizer->variables()[40], start[40]);
    EXPECT_NE(optimizer->variables()[20], start[20]);
  }
}

TEST_P(LevelSetOptimization, NeedsNoMoreMemoryThanEstimated)
{
  for (const LevelSetProblem& problem :
    { cantilever(), byAsymptotes(smooth(cantilever())), curvedBody() })
  {
    const auto optimizer = this->make(problem);
    for (int i = 0; i < 3; ++i)
    {
      optimizer->step(this->Silent);
    }
    EXPECT_LE(optimizer->peakDeviceMemory(), estimateDeviceMemory(problem));
    EXPECT_THROW(TopologyOptimizer(
                   problem, makeContext(this->Used.limitedTo(std::size_t(1) << 10)), this->Silent),
      Error);
  }
}

TEST(LevelSetTask, HasAFingerprintOfEverything)
{
  const LevelSetProblem problem = cantilever();
  const auto differs = [&](auto change)
  {
    LevelSetProblem other = problem;
    change(other);
    return fingerprint(other) != fingerprint(problem);
  };
  EXPECT_FALSE(differs([](LevelSetProblem&) {}));
  EXPECT_FALSE(differs([](LevelSetProblem& p) { p.design.settings.densityChangeTolerance = 0.5; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.patch.points[7] += 1e-9; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.patch.weights[2] = 1.5; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.patch.knots[0][4] += 1e-9; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.method.smoothingRadius = 0.3; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.method.density = LevelSetDensity::Smooth; }));
  EXPECT_TRUE(
    differs([](LevelSetProblem& p) { p.method.sensitivity = LevelSetSensitivity::Integral; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.method.holes.radius = 0.2; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.method.holes.centres = { 1.0, 0.5, 0.0 }; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.design.settings.volumeFraction = 0.4; }));
  EXPECT_TRUE(differs([](LevelSetProblem& p) { p.conditions.supports[3] ^= 1; }));
}

// Tests of level-set optimizations with symmetry, extrusion and a draw direction: what each means
// is counted in the designs, of all updates; states, refusals.

#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Design/LevelSet/LevelSetReference.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/Validation/Conflicts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Of a level set at a point, relative to the range of its coefficients.
constexpr double LevelRounding = 1e-14;

/// A cantilever whose load is off its middle, so that designs are not symmetric by themselves.
LevelSetProblem skewCantilever()
{
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 16, 8, 1 });
  std::vector<double>& forces = problem.conditions.loadCases[0].forces;
  std::fill(forces.begin(), forces.end(), 0.0);
  const auto right = static_cast<std::size_t>(problem.patch.counts()[0]) - 1;
  forces[3 * right + 1] = -1.0;
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}

/// The same with each of the updates: of contours, of the paper, and with derivatives.
std::vector<LevelSetProblem> withUpdates(const LevelSetProblem& problem)
{
  std::vector<LevelSetProblem> all(3, problem);
  all[0].method.scheme = LevelSetScheme::Regularized;
  all[2].design.settings.optimizer = Optimizer::MovingAsymptotes;
  return all;
}

class LevelSetManufacturing : public OnDevice
{
protected:
  std::unique_ptr<TopologyOptimizer> run(const LevelSetProblem& problem, int iterations)
  {
    auto optimizer =
      std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), this->Silent);
    for (int i = 0; i <= iterations; ++i)
    {
      optimizer->step(this->Silent);
    }
    return optimizer;
  }

  Observer Silent;
};
TRABECULA_ON_EVERY_DEVICE(LevelSetManufacturing);

/// Returns the largest difference of coefficients from those of the mirrored rows.
double asymmetry(const LevelSetProblem& problem, const std::vector<double>& levelSet)
{
  const std::array<int, 3> n = problem.patch.counts();
  double most = 0.0;
  for (int j = 0; j < n[1]; ++j)
  {
    for (int i = 0; i < n[0]; ++i)
    {
      const auto at = [&](int row)
      {
        const int number = i + n[0] * row;
        return static_cast<std::size_t>(number);
      };
      most = std::max(most, std::abs(levelSet[at(j)] - levelSet[at(n[1] - 1 - j)]));
    }
  }
  return most;
}

/// Returns the range of the coefficients, and by how much the level set grows away from a plane
/// across the second direction.
std::array<double, 2> growth(
  const LevelSetProblem& problem, const std::vector<double>& levelSet, double plane)
{
  Random random(9);
  double most = -1e300;
  for (int line = 0; line < 30; ++line)
  {
    const double x = random.uniform(0.0, 1.0);
    const double z = random.uniform(0.0, 1.0);
    for (const double end : { 0.0, 1.0 })
    {
      double before = 1e300;
      for (int step = 0; step <= 40; ++step)
      {
        const double level = reference::levelSetAt(
          problem.patch, levelSet, { x, plane + (end - plane) * step / 40.0, z });
        most = before < 1e300 ? std::max(most, level - before) : most;
        before = level;
      }
    }
  }
  const auto ends = std::minmax_element(levelSet.begin(), levelSet.end());
  return { *ends.second - *ends.first, most };
}

std::string refusalOfLevelSet(const std::function<void(LevelSetProblem&)>& change)
{
  LevelSetProblem problem = skewCantilever();
  change(problem);
  try
  {
    validate(problem);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}
}

TEST_P(LevelSetManufacturing, IsSymmetricUnderLoadsThatAreNot)
{
  for (LevelSetProblem problem : withUpdates(skewCantilever()))
  {
    const std::vector<double> free = this->run(problem, 6)->variables();
    EXPECT_GT(asymmetry(problem, free), 1e-2);
    problem.stages.symmetry.mode = SymmetryMode::Planes;
    problem.stages.symmetry.planes = 1;
    problem.stages.symmetry.center = { 0.0, 0.5, 0.0 };
    const auto optimizer = this->run(problem, 6);
    EXPECT_EQ(asymmetry(problem, optimizer->variables()), 0.0);
    // Densities follow by other sums on both sides.
    const std::vector<double> density = optimizer->field(1);
    const std::array<int, 3> n = problem.patch.elements();
    for (int e = 0; e < n[0] * n[1]; ++e)
    {
      const int image = e % n[0] + n[0] * (n[1] - 1 - e / n[0]);
      EXPECT_NEAR(
        density[static_cast<std::size_t>(e)], density[static_cast<std::size_t>(image)], 1e-12);
    }
    const std::vector<double> gradient = optimizer->gradient();
    EXPECT_EQ(asymmetry(problem, gradient), 0.0);
    EXPECT_NE(*std::max_element(gradient.begin(), gradient.end()),
      *std::min_element(gradient.begin(), gradient.end()));
  }
}

TEST_P(LevelSetManufacturing, LeavesAMould)
{
  for (LevelSetProblem problem : { withUpdates(skewCantilever())[2] })
  {
    const std::vector<double> free = this->run(problem, 8)->variables();
    const std::array<double, 2> ofFree = growth(problem, free, 0.0);
    EXPECT_GT(ofFree[1], 0.02 * ofFree[0]);
    for (const double plane : { 0.0, 0.5, 0.3 })
    {
      problem.stages.draw.direction = AxisDirection::PlusY;
      problem.stages.draw.partingPlane = plane;
      const auto optimizer = this->run(problem, 8);
      const std::array<double, 2> of = growth(problem, optimizer->variables(), plane);
      EXPECT_LE(of[1], LevelRounding * of[0]) << plane;
      const double volume = optimizer->record()["VolumeFraction"];
      EXPECT_GT(volume, 0.1);
      EXPECT_LT(volume, 0.9);
    }
  }
}

TEST_P(LevelSetManufacturing, GetsStifferAndMeetsTheVolume)
{
  // A drawn design has its material at the parting plane, in the middle of the beam, where it
  // carries bending less well than at the sides.
  for (LevelSetProblem problem : { withUpdates(skewCantilever())[2] })
  {
    problem.method.density = LevelSetDensity::Smooth;
    problem.stages.draw.direction = AxisDirection::PlusY;
    problem.stages.draw.partingPlane = 0.5;
    problem.stages.symmetry.mode = SymmetryMode::Planes;
    problem.stages.symmetry.planes = 1;
    problem.stages.symmetry.center = { 0.0, 0.5, 0.0 };
    const auto optimizer = this->run(problem, 60);
    EXPECT_NEAR(optimizer->record()["VolumeFraction"], 0.5, 5e-3);
    LevelSetProblem free = problem;
    free.stages = StageSettings();
    const auto other = this->run(free, 60);
    const double ratio = optimizer->record()["Compliance"] / other->record()["Compliance"];
    EXPECT_GT(ratio, 0.95);
    EXPECT_LT(ratio, 2.5);
  }
}

TEST_P(LevelSetManufacturing, IsConstantAlongAnExtrusion)
{
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Box, { 6, 4, 4 });
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.stages.extrusion.axis = 2;
  for (const LevelSetProblem& one : withUpdates(problem))
  {
    const std::vector<double> levelSet = this->run(one, 4)->variables();
    const std::array<int, 3> n = problem.patch.counts();
    for (std::size_t p = 0; p < levelSet.size(); ++p)
    {
      const auto i = static_cast<int>(p) % n[0];
      const auto k = static_cast<int>(p) / n[0] / n[1];
      const int first = i + n[0] * n[1] * k;
      EXPECT_EQ(levelSet[p], levelSet[static_cast<std::size_t>(first)]);
    }
  }
}

TEST_P(LevelSetManufacturing, ContinuesFromAState)
{
  for (LevelSetProblem problem : { withUpdates(skewCantilever())[2] })
  {
    problem.stages.symmetry.mode = SymmetryMode::Cyclic;
    problem.stages.symmetry.turns = 2;
    problem.stages.symmetry.center = { 1.0, 0.5, 0.0 };
    problem.stages.draw.direction = AxisDirection::PlusX;
    problem.stages.draw.partingPlane = 0.5;
    const auto all = this->run(problem, 2);
    const OptimizationState state = all->saveState();
    const auto later =
      std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), this->Silent);
    later->restoreState(state);
    for (int i = 0; i < 3; ++i)
    {
      all->step(this->Silent);
      later->step(this->Silent);
    }
    EXPECT_EQ(later->variables(), all->variables());
  }
}

TEST(LevelSetManufacturingInput, IsRefusedWithTheReason)
{
  const auto symmetric = [](LevelSetProblem& problem, double y)
  {
    problem.stages.symmetry.mode = SymmetryMode::Planes;
    problem.stages.symmetry.planes = 1;
    problem.stages.symmetry.center = { 0.0, y, 0.0 };
  };
  EXPECT_EQ(refusalOfLevelSet([&](LevelSetProblem& problem) { symmetric(problem, 0.5); }), "");
  expectMessage(refusalOfLevelSet([&](LevelSetProblem& problem) { symmetric(problem, 0.4); }),
    { "Symmetry", "plane y = 0.4" });
  expectMessage(refusalOfLevelSet(
                  [&](LevelSetProblem& problem)
                  {
                    symmetric(problem, 0.5);
                    problem.stages.draw.direction = AxisDirection::PlusY;
                    problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
                  }),
    { "Draw Direction", "Symmetry" });
  expectMessage(refusalOfLevelSet([](LevelSetProblem& problem)
                  { problem.stages.draw.direction = AxisDirection::PlusY; }),
    { "Draw Direction", "Optimizer MMA" });
  expectMessage(refusalOfLevelSet([](LevelSetProblem& problem)
                  { problem.stages.overhang.direction = AxisDirection::PlusY; }),
    { "Build Direction is not available for level sets" });
  expectMessage(refusalOfLevelSet([](LevelSetProblem& problem)
                  { problem.stages.projection.mode = ProjectionMode::Half; }),
    { "Projection", "level set" });
  expectMessage(refusalOfLevelSet(
                  [](LevelSetProblem& problem)
                  {
                    problem.stages.draw = { AxisDirection::PlusY, 1.5 };
                    problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
                  }),
    { "Parting plane is 1.5" });
  expectMessage(
    refusalOfLevelSet([](LevelSetProblem& problem) { problem.stages.extrusion.axis = 3; }),
    { "Extrusion", "(0, 0, 1)" });
  expectMessage(refusalOfLevelSet(
                  [&](LevelSetProblem& problem)
                  {
                    symmetric(problem, 0.5);
                    const std::size_t n = problem.patch.numberOfControlPoints();
                    problem.design.designRegion.assign(n, DesignRegion::Design);
                    problem.design.designRegion[40] = DesignRegion::Solid; // in row 2 of 10
                    problem.design.designRegion[130] = DesignRegion::Void; // its image
                  }),
    { "Control point", "solid and void" });
}

TEST(LevelSetManufacturingInput, TellsOfHolesThatAMouldFills)
{
  LevelSetProblem problem = withUpdates(skewCantilever())[2];
  EXPECT_TRUE(LevelSetTask(problem).warnings().empty());
  problem.stages.draw.direction = AxisDirection::PlusY;
  std::vector<std::string> warnings = LevelSetTask(problem).warnings();
  ASSERT_EQ(warnings.size(), 1U);
  expectMessage(warnings[0], { "Of the 17 holes", "filled", "would not leave the mould" });
  // Some holes of this radius vanish by themselves; the share of solid is that of the first design.
  problem.method.holes.radius = 0.035;
  warnings = LevelSetTask(problem).warnings();
  ASSERT_GE(warnings.size(), 1U);
  const std::string& last = warnings.back();
  const std::size_t at = last.find("so that ");
  ASSERT_NE(at, std::string::npos) << last;
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  optimizer.step(silent);
  EXPECT_NEAR(std::stod(last.substr(at + 8)), 100.0 * optimizer.record()["VolumeFraction"], 3.0);
}

TEST(LevelSetManufacturingInput, IsPartOfTheIdentity)
{
  LevelSetProblem problem = skewCantilever();
  const std::uint64_t plain = fingerprint(problem);
  problem.stages.symmetry.planes = 1; // without effect as long as it is off
  EXPECT_EQ(fingerprint(problem), plain);
  problem.stages.symmetry.mode = SymmetryMode::Planes;
  const std::uint64_t symmetric = fingerprint(problem);
  EXPECT_NE(symmetric, plain);
  problem.stages.symmetry.center[1] = 0.5;
  EXPECT_NE(fingerprint(problem), symmetric);
}

TEST(LevelSetManufacturingInput, HasItsConflictsStatedBefore)
{
  LevelSetProblem problem = skewCantilever();
  EXPECT_TRUE(responseConflicts(problem).empty());
  EXPECT_TRUE(stageConflicts(problem).empty());
  problem.method.density = LevelSetDensity::Cut;
  problem.method.scheme = LevelSetScheme::Regularized;
  problem.stages.overhang.direction = AxisDirection::PlusY;
  ASSERT_EQ(responseConflicts(problem).size(), 1U);
  expectMessage(responseConflicts(problem)[0], { "Regularized", "Cut" });
  ASSERT_EQ(stageConflicts(problem).size(), 1U);
  expectMessage(stageConflicts(problem)[0], { "Build Direction" });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  expectMessage(responseConflicts(problem)[0], { "MMA", "Cut" });
}

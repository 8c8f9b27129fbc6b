// Tests of the regularized scheme of level sets: designs of the paper's examples are in one piece
// and as stiff as the body inside of their contour; initial designs, states and densities.

#include "DensityBody.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Geometry/Level/Patch/BoundaryCurvature.h"
#include "Geometry/Level/Patch/PatchPieces.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetModel.h"
#include "Optimization/LevelSet/LevelSetTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;

/// Returns an example with the default settings of users.
LevelSetProblem regularized(LevelSetExample example, const std::array<int, 3>& elements)
{
  LevelSetProblem problem = makeLevelSetExample(example, elements);
  const InitialHoles holes = problem.method.holes;
  problem.method = LevelSetMethod();
  problem.method.holes.perRow = example == LevelSetExample::MbbBeam ? holes.perRow : 6;
  return problem;
}

/// Checks that the body is a single piece that contains all loads and some support.
void expectOnePiece(const LevelSetProblem& problem, const std::vector<double>& levelSet)
{
  const PatchLattice lattice = sampleLevelSet(problem.patch, levelSet);
  const PatchPieces pieces = findPieces(lattice);
  ASSERT_EQ(pieces.count(), 1U);
  const ContourConditions conditions = conditionsOf(problem, {});
  EXPECT_EQ(piecesAt(problem.patch, lattice, pieces, conditions.isHeld)[0], 1);
  for (std::size_t i = 0; i < conditions.isLoaded.size(); ++i)
  {
    if (conditions.isLoaded[i])
    {
      std::vector<std::uint8_t> isMarked(conditions.isLoaded.size(), 0);
      isMarked[i] = 1;
      EXPECT_EQ(piecesAt(problem.patch, lattice, pieces, isMarked)[0], 1) << "control point " << i;
    }
  }
}

class RegularizedLevelSet : public OnDevice
{
protected:
  struct Result
  {
    std::vector<double> levelSet;
    IterationRecord record;
  };

  Result run(const LevelSetProblem& problem, int iterations)
  {
    Observer silent;
    TopologyOptimizer optimizer(problem, makeContext(this->Used), silent);
    for (int i = 0; i <= iterations && optimizer.step(silent) == StepStatus::Advanced; ++i)
    {
    }
    return { optimizer.variables(), optimizer.record() };
  }

  struct Body
  {
    double compliance;
    double curvature;
    std::size_t pieces;
  };

  /// Analyses the body inside of a contour, and prints the result beside that of the run.
  Body bodyOf(const char* scheme, LevelSetExample example, const std::array<int, 3>& elements,
    const Result& result)
  {
    const NurbsPatch patch = makeLevelSetExample(example, elements).patch;
    const Body body = { contourBody(example, elements, result.levelSet).compliance,
      totalCurvature(extractBoundary(patch, result.levelSet), 0.25 * meanElementSize(patch)),
      findPieces(sampleLevelSet(patch, result.levelSet)).count() };
    std::cout << scheme << ", iteration " << result.record.iteration() << ": compliance "
              << result.record["Compliance"] << ", of the body " << body.compliance << ", pieces "
              << body.pieces << ", curvature " << body.curvature / Pi << " pi\n";
    return body;
  }

  void checkExample(LevelSetExample example, const std::array<int, 3>& elements)
  {
    const LevelSetProblem problem = regularized(example, elements);
    const Result result = this->run(problem, 100);
    EXPECT_NEAR(result.record["VolumeFraction"], 0.5, 1e-6);
    expectOnePiece(problem, result.levelSet);
    const Body body = this->bodyOf("Regularized", example, elements, result);
    EXPECT_NEAR(body.compliance / result.record["Compliance"], 1.0, 0.03);
    const ContourBody densities = densityBody(example, elements, this->Used);
    std::cout << "SIMP: compliance of the body " << densities.compliance << ", area "
              << densities.volumeFraction << "\n";
    EXPECT_NEAR(densities.volumeFraction, 0.5, 0.002);
    EXPECT_LT(body.compliance, 1.02 * densities.compliance);
    const Body paper = this->bodyOf(
      "Paper", example, elements, this->run(makeLevelSetExample(example, elements), 100));
    EXPECT_LT(body.curvature, 0.5 * paper.curvature);
  }
};
/// Complete runs, which take too long with instrumentation.
class RegularizedLevelSetSlow : public RegularizedLevelSet
{
};
TRABECULA_ON_EVERY_DEVICE(RegularizedLevelSet);
TRABECULA_ON_EVERY_DEVICE(RegularizedLevelSetSlow);
}

TEST_P(RegularizedLevelSetSlow, OfTheCantilever)
{
  this->checkExample(LevelSetExample::Cantilever, { 64, 32, 1 });
}

TEST_P(RegularizedLevelSetSlow, OfTheBeam)
{
  this->checkExample(LevelSetExample::MbbBeam, { 96, 16, 1 });
}

TEST_P(RegularizedLevelSetSlow, OfTheAnnulus)
{
  this->checkExample(LevelSetExample::QuarterAnnulus, { 48, 48, 1 });
}

TEST_P(RegularizedLevelSetSlow, OfABodyTouchesItsLoad)
{
  LevelSetProblem problem = regularized(LevelSetExample::Box, { 16, 8, 8 });
  problem.design.settings.volumeFraction = 0.4;
  problem.conditions.solver.tolerance = 1e-5;
  LevelSetTask task(problem);
  EXPECT_GT(task.keepNeighbourhoodSolid(0.5 * 0.4).made, 0U);
  const Result result = this->run(task.problem(), 24);
  EXPECT_NEAR(result.record["VolumeFraction"], 0.4, 1e-6);
  expectOnePiece(task.problem(), result.levelSet);
}

TEST_P(RegularizedLevelSetSlow, OfABridgeTouchesItsLoad)
{
  // The structure is a box on its four lower corners, loaded along the middle of its upper side.
  LevelSetProblem problem = regularized(LevelSetExample::Box, { 16, 8, 8 });
  problem.design.settings.volumeFraction = 0.3;
  problem.conditions.solver.tolerance = 1e-5;
  const std::array<int, 3> counts = problem.patch.counts();
  const auto numberOf = [&](int i, int j, int k)
  { return 3 * std::size_t(i + counts[0] * (j + counts[1] * k)); };
  std::fill(
    problem.conditions.supports.begin(), problem.conditions.supports.end(), std::uint8_t(0));
  std::vector<double>& forces = problem.conditions.loadCases[0].forces;
  std::fill(forces.begin(), forces.end(), 0.0);
  for (int corner = 0; corner < 4; ++corner)
  {
    const int i = corner % 2 ? counts[0] - 1 : 0;
    const int j = corner / 2 ? counts[1] - 1 : 0;
    std::fill_n(&problem.conditions.supports[numberOf(i, j, 0)], 3, std::uint8_t(1));
  }
  for (int j = 0; j < counts[1]; ++j)
  {
    forces[numberOf(counts[0] / 2, j, counts[2] - 1) + 2] = -1.0 / counts[1];
  }
  LevelSetTask task(problem);
  EXPECT_GT(task.keepNeighbourhoodSolid(0.5 * 0.3).made, 0U);
  const Result result = this->run(task.problem(), 32);
  EXPECT_NEAR(result.record["VolumeFraction"], 0.3, 1e-6);
  expectOnePiece(task.problem(), result.levelSet);
}

TEST_P(RegularizedLevelSet, LengthyStartsInPiecesThatGrowTogether)
{
  LevelSetProblem problem = regularized(LevelSetExample::Cantilever, { 32, 16, 1 });
  problem.method.holes.rows = 4;
  problem.method.holes.perRow = 8;
  problem.method.holes.radius = 0.12;
  problem.conditions.solver.tolerance = 1e-5;
  const Result result = this->run(problem, 30);
  EXPECT_NEAR(result.record["VolumeFraction"], 0.5, 1e-6);
  expectOnePiece(problem, result.levelSet);
  EXPECT_LT(result.record["Compliance"], 90.0);
}

TEST_P(RegularizedLevelSet, KeepsPassiveControlPointsAndStates)
{
  LevelSetProblem problem = regularized(LevelSetExample::Cantilever, { 16, 8, 1 });
  problem.design.designRegion.assign(problem.patch.numberOfControlPoints(), DesignRegion::Design);
  problem.design.designRegion[5] = DesignRegion::Solid;
  problem.design.designRegion[40] = DesignRegion::Void;
  Observer silent;
  TopologyOptimizer all(problem, makeContext(this->Used), silent);
  OptimizationState state;
  for (int i = 0; i < 8; ++i)
  {
    all.step(silent);
    state = i == 4 ? all.saveState() : state;
  }
  EXPECT_GT(all.variables()[5], 0.0);
  EXPECT_LT(all.variables()[40], 0.0);
  TopologyOptimizer later(problem, makeContext(this->Used), silent);
  later.restoreState(state);
  for (int i = 5; i < 8; ++i)
  {
    later.step(silent);
  }
  EXPECT_EQ(later.variables(), all.variables());
  EXPECT_LE(all.peakDeviceMemory(), estimateDeviceMemory(problem));
}

TEST_P(RegularizedLevelSetSlow, EndsAtTheSameIterationAfterAResumption)
{
  LevelSetProblem problem = regularized(LevelSetExample::Cantilever, { 32, 16, 1 });
  problem.design.settings.densityChangeTolerance = 1e-3;
  Observer silent;
  TopologyOptimizer all(problem, makeContext(this->Used), silent);
  std::vector<OptimizationState> states;
  while (states.size() < 150 && all.step(silent) == StepStatus::Advanced)
  {
    states.push_back(all.saveState());
  }
  ASSERT_LT(states.size(), 150U);
  ASSERT_GT(states.size(), 20U);
  EXPECT_GE(all.saveState().scalar("settledIterates"), SettledVolume::Iterates);
  // The run has converged again, and no iterate is added.
  EXPECT_EQ(all.step(silent), StepStatus::Converged);
  EXPECT_EQ(all.record().iteration() + 1, static_cast<int>(states.size()));
  for (const std::size_t back : { 3U, 12U })
  {
    TopologyOptimizer later(problem, makeContext(this->Used), silent);
    later.restoreState(states[states.size() - back]);
    std::size_t steps = 0;
    while (steps < states.size() && later.step(silent) == StepStatus::Advanced)
    {
      ++steps;
    }
    EXPECT_EQ(later.record().iteration(), all.record().iteration());
    EXPECT_EQ(later.variables(), all.variables());
  }
}

TEST_P(RegularizedLevelSet, TellsTheDensityThatIsAnalysed)
{
  for (const LevelSetScheme scheme : { LevelSetScheme::Regularized, LevelSetScheme::Paper })
  {
    LevelSetProblem problem = regularized(LevelSetExample::Cantilever, { 16, 8, 1 });
    problem.method.scheme = scheme;
    problem.method.smoothingRadius = 0.3;
    Observer silent;
    TopologyOptimizer optimizer(problem, makeContext(this->Used), silent);
    optimizer.step(silent);
    const std::vector<double> density = optimizer.field(1);
    ASSERT_EQ(density.size(), problem.patch.numberOfElements());
    const double mean = std::accumulate(density.begin(), density.end(), 0.0) / 128.0;
    if (scheme == LevelSetScheme::Regularized)
    {
      EXPECT_NEAR(mean, optimizer.record()["VolumeFraction"], 1e-12);
      continue;
    }
    // Elements that are solid or void without averaging become grey by it.
    const double least = *std::min_element(density.begin(), density.end());
    EXPECT_GT(least, 0.2);
    EXPECT_NEAR(mean, optimizer.record()["VolumeFraction"], 0.05);
  }
}

TEST(LevelSetStart, TellsOfHolesThatVanish)
{
  LevelSetProblem problem = regularized(LevelSetExample::Cantilever, { 32, 16, 1 });
  EXPECT_TRUE(LevelSetTask(problem).warnings().empty());
  const InitialHoles automatic = resolved(problem.method.holes, problem.patch);
  EXPECT_NEAR(automatic.radius, 0.1, 1e-12);
  problem.method.holes.radius = 0.018;
  const std::vector<std::string> warnings = LevelSetTask(problem).warnings();
  ASSERT_EQ(warnings.size(), 1U);
  for (const char* words : { "17 holes", "no void", "0.018", "0.0625", "% of the start is solid" })
  {
    EXPECT_NE(warnings[0].find(words), std::string::npos) << words << " in " << warnings[0];
  }
}

TEST(LevelSetStart, HasHolesAtEqualDistances)
{
  const LevelSetProblem problem = regularized(LevelSetExample::Box, { 16, 8, 8 });
  const InitialHoles holes = resolved(problem.method.holes, problem.patch);
  EXPECT_EQ(holes.layers, 3);
  EXPECT_NEAR(holes.radius, 0.4 / 3.0, 1e-12);
  const std::vector<double> solid(problem.patch.numberOfControlPoints(), 1.0);
  EXPECT_EQ(countHoles(holes, problem.patch, solid).holes, 51U);
  EXPECT_EQ(countHoles(holes, problem.patch, solid).vanished, 51U);
}

TEST(LevelSetStart, TellsOfAGivenStartThatIsChanged)
{
  // There are 18 x 10 control points.
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 16, 8, 1 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  std::vector<double>& start = problem.design.initialDensity;
  for (int j = 0; j < 10; ++j)
  {
    for (int i = 0; i < 18; ++i)
    {
      start.push_back(0.1 + 0.2 * std::cos(i) - 0.05 * j);
    }
  }
  EXPECT_TRUE(LevelSetTask(problem).warnings().empty());
  problem.stages.draw.direction = AxisDirection::PlusY;
  for (const std::string& warning : LevelSetTask(problem).warnings())
  {
    EXPECT_EQ(warning.find("grows"), std::string::npos) << warning;
  }
  start[3 + 18 * 5] += 0.2; // five times 0.05 less than four below it
  std::vector<std::string> warnings = LevelSetTask(problem).warnings();
  ASSERT_EQ(warnings.size(), 1U);
  expectMessage(warnings[0],
    { "Initial Level Set", "Draw Direction", "grows away from the parting plane",
      "control point 93 ", "control point 75,", "% of the patch solid instead of" });
  problem.stages = StageSettings();
  problem.stages.symmetry.mode = SymmetryMode::Planes;
  problem.stages.symmetry.planes = 1;
  problem.stages.symmetry.center = { 0.0, 0.5, 0.0 };
  for (int j = 0; j < 10; ++j)
  {
    for (int i = 0; i < 18; ++i)
    {
      const int point = i + 18 * j;
      start[static_cast<std::size_t>(point)] = 0.1 + 0.2 * std::cos(i) - 0.05 * std::abs(j - 4.5);
    }
  }
  EXPECT_TRUE(LevelSetTask(problem).warnings().empty());
  start[20] = 0.9;
  warnings = LevelSetTask(problem).warnings();
  ASSERT_EQ(warnings.size(), 1U);
  expectMessage(warnings[0],
    { "Initial Level Set", "Symmetry", "control point 20,", "control point 146 ", "has 0.9" });
}

// The regularized scheme of level sets: its terms against finite differences and known shapes, and
// designs of the paper's examples, which are in one piece and as stiff as the body inside of their
// contour.

#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/Isogeometric/PatchLoads.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Design/LevelSet/Regularization/PatchPerimeter.h"
#include "Design/LevelSet/Regularization/SignedDistance.h"
#include "Design/LevelSet/Regularization/VelocityExtension.h"
#include "Geometry/Level/Patch/BoundaryCurvature.h"
#include "Geometry/Level/Patch/PatchPieces.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Mesh/Nurbs/NurbsRefinement.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetModel.h"
#include "Optimization/LevelSet/LevelSetOptimizer.h"
#include "Optimization/LevelSet/LevelSetTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;

using Function = std::function<double(const std::array<double, 3>&)>;

std::vector<double> atGrevillePoints(const NurbsPatch& patch, const Function& function)
{
  std::array<std::vector<double>, 3> places;
  for (std::size_t k = 0; k < 3; ++k)
  {
    places[k] = grevillePoints(patch.degrees[k], patch.knots[k]);
  }
  std::vector<double> values;
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        values.push_back(function(evaluateAt(patch, { x, y, z }).position));
      }
    }
  }
  return values;
}

std::vector<double> coefficientsOf(const NurbsPatch& patch, const Function& function)
{
  Context<HostSpace> context;
  return levelSetOfValues(context, patch, atGrevillePoints(patch, function));
}

/// A patch whose map is not linear.
NurbsPatch annulus(int elements)
{
  return makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { elements, elements });
}

/// Distance from a ball, positive outside of it.
Function ball(const std::array<double, 3>& centre, double radius)
{
  return [=](const std::array<double, 3>& x)
  { return std::hypot(x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]) - radius; };
}

/// The same coefficients with each span halved.
std::vector<double> halved(const NurbsPatch& patch, const std::vector<double>& levelSet)
{
  NurbsPatch values = patch;
  for (std::size_t i = 0; i < levelSet.size(); ++i)
  {
    values.points[3 * i] = levelSet[i];
    values.points[3 * i + 1] = values.points[3 * i + 2] = 0.0;
  }
  values = halveSpans(values);
  std::vector<double> result;
  for (std::size_t i = 0; i < values.numberOfControlPoints(); ++i)
  {
    result.push_back(values.points[3 * i]);
  }
  return result;
}

/// Compliance of the body inside of the contour: cut elements of half the size, hardly any weak
/// material, nothing averaged.
double complianceOfBody(
  LevelSetExample example, const std::array<int, 3>& elements, const std::vector<double>& levelSet)
{
  const LevelSetProblem coarse = makeLevelSetExample(example, elements);
  LevelSetProblem fine =
    makeLevelSetExample(example, { 2 * elements[0], 2 * elements[1], 2 * elements[2] });
  fine.initialDensity = halved(coarse.patch, levelSet);
  fine.method.smoothingRadius = 1e-9;
  fine.settings.minimumModulusRatio = 1e-6;
  Observer silent;
  LevelSetOptimizer optimizer(fine, selectDevice(DeviceRequest::Host), silent);
  optimizer.step(silent);
  return optimizer.record().compliance;
}

/// An example with the defaults of users.
LevelSetProblem regularized(LevelSetExample example, const std::array<int, 3>& elements)
{
  LevelSetProblem problem = makeLevelSetExample(example, elements);
  const InitialHoles holes = problem.method.holes;
  problem.method = LevelSetMethod();
  problem.method.holes.perRow = example == LevelSetExample::MbbBeam ? holes.perRow : 6;
  return problem;
}

/// Whether the body is one piece that touches all that is loaded, and something that is held.
void expectOnePiece(const LevelSetProblem& problem, const std::vector<double>& levelSet)
{
  const PatchLattice lattice = sampleLevelSet(problem.patch, levelSet);
  const PatchPieces pieces = findPieces(lattice);
  ASSERT_EQ(pieces.count(), 1U);
  const ContourConditions conditions = conditionsOf(problem);
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
    LevelSetOptimizer optimizer(problem, this->Used, silent);
    for (int i = 0; i <= iterations && optimizer.step(silent) == StepStatus::Advanced; ++i)
    {
    }
    return { optimizer.levelSet(), optimizer.record() };
  }

  /// @param most compliance @param turns largest total curvature, in terms of pi
  void checkExample(
    LevelSetExample example, const std::array<int, 3>& elements, double most, double turns)
  {
    const LevelSetProblem problem = regularized(example, elements);
    const Result result = this->run(problem, 60);
    EXPECT_NEAR(result.record.volumeFraction, 0.5, 1e-6);
    expectOnePiece(problem, result.levelSet);
    const double body = complianceOfBody(example, elements, result.levelSet);
    EXPECT_NEAR(body / result.record.compliance, 1.0, 0.03);
    EXPECT_LT(body, most);
    EXPECT_LT(totalCurvature(extractBoundary(problem.patch, result.levelSet),
                0.25 * meanElementSize(problem.patch)),
      turns * Pi);
  }
};
/// Whole runs, which take too long with instrumentation.
class RegularizedLevelSetSlow : public RegularizedLevelSet
{
};
TRABECULA_ON_EVERY_DEVICE(RegularizedLevelSet);
TRABECULA_ON_EVERY_DEVICE(RegularizedLevelSetSlow);
}

TEST(LevelSetRegularization, PerimeterOfCirclesAndSpheres)
{
  const NurbsPatch plane = annulus(48);
  const double size = meanElementSize(plane);
  const PatchPerimeter length(plane, 1.5 * size);
  EXPECT_NEAR(length.evaluate(coefficientsOf(plane, ball({ 1.1, 1.1, 0.0 }, 0.3)), nullptr),
    2.0 * Pi * 0.3, 0.01 * 2.0 * Pi * 0.3);
  const NurbsPatch box = makeBoxPatch(3, { 1.0, 1.0, 1.0 }, { 2, 2, 2 }, { 16, 16, 16 });
  const PatchPerimeter area(box, 1.5 * meanElementSize(box));
  EXPECT_NEAR(area.evaluate(coefficientsOf(box, ball({ 0.5, 0.5, 0.5 }, 0.3)), nullptr),
    4.0 * Pi * 0.09, 0.02 * 4.0 * Pi * 0.09);
}

TEST(LevelSetRegularization, GradientOfThePerimeter)
{
  Random random(5);
  for (const NurbsPatch& patch : { annulus(7), extrude(annulus(4), 0.7, 2, 3),
         makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 3, 1, 0 }, { 6, 5, 1 }) })
  {
    const PatchPerimeter perimeter(patch, 0.3);
    std::vector<double> levelSet = random.vector(patch.numberOfControlPoints(), -0.5, 0.5);
    std::vector<double> gradient;
    perimeter.evaluate(levelSet, &gradient);
    for (int trial = 0; trial < 4; ++trial)
    {
      const std::vector<double> direction = random.vector(levelSet.size(), -1.0, 1.0);
      constexpr double h = 1e-6;
      std::array<double, 2> values{};
      for (std::size_t side = 0; side < 2; ++side)
      {
        std::vector<double> moved = levelSet;
        for (std::size_t i = 0; i < moved.size(); ++i)
        {
          moved[i] += (side == 0 ? -h : h) * direction[i];
        }
        values[side] = perimeter.evaluate(moved, nullptr);
      }
      double scale = 0.0;
      for (std::size_t i = 0; i < direction.size(); ++i)
      {
        scale += std::abs(direction[i] * gradient[i]);
      }
      EXPECT_NEAR(std::inner_product(direction.begin(), direction.end(), gradient.begin(), 0.0),
        (values[1] - values[0]) / (2.0 * h), 1e-6 * scale);
    }
  }
}

TEST(LevelSetRegularization, DistancesFromCircles)
{
  const NurbsPatch patch = annulus(40);
  const double size = meanElementSize(patch);
  const Function circle = ball({ 1.1, 1.0, 0.0 }, 0.3);
  // The same contour with slopes from 0.5 to 3.
  const std::vector<double> steep = coefficientsOf(
    patch, [&](const std::array<double, 3>& x) { return circle(x) * (0.5 + 2.5 * x[0] / 2.0); });
  const double most = 5.0 * size;
  const SignedDistance distance(patch, most);
  const std::vector<double> values = distance.values(steep);
  const std::vector<double> exact = atGrevillePoints(patch, circle);
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    // Farther away the nearest of the feet is taken, which are as far apart as the points.
    const double tolerance = std::abs(exact[i]) < 0.5 * size ? 0.05 : 0.4;
    EXPECT_NEAR(values[i], std::clamp(exact[i], -most, most), tolerance * size) << "point " << i;
  }
  // The contour stays where it is.
  const PatchBoundary boundary = extractBoundary(patch, distance.coefficients(steep, 0.0));
  for (std::size_t s = 0; s < boundary.numberOfCells(); ++s)
  {
    if (boundary.origins[s] == 0)
    {
      const double* x = &boundary.points[3 * static_cast<std::size_t>(boundary.cells[2 * s])];
      EXPECT_NEAR(circle({ x[0], x[1], 0.0 }), 0.0, 0.05 * size);
    }
  }
  EXPECT_NEAR(totalCurvature(boundary, 0.25 * size), 2.0 * Pi, 0.05);
}

TEST(LevelSetRegularization, ExtensionsAreSolutions)
{
  Random random(9);
  const NurbsPatch patch = makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, 2, 0 }, { 10, 1, 1 });
  const VelocityExtension extension(patch, 0.4);
  const std::vector<double> given = random.vector(patch.numberOfControlPoints(), 0.0, 1.0);
  std::vector<double> values = given;
  extension.apply(values);
  EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0),
    std::accumulate(given.begin(), given.end(), 0.0), 1e-12);
  // Values of lines of equal ones solve the equation of the other direction, with a = 2 elements.
  std::vector<double> lines;
  for (std::size_t i = 0; i < given.size(); ++i)
  {
    lines.push_back(given[i % 12]);
  }
  values = lines;
  extension.apply(values);
  for (std::size_t i = 0; i < 12; ++i)
  {
    const double left = i > 0 ? values[i] - values[i - 1] : 0.0;
    const double right = i < 11 ? values[i] - values[i + 1] : 0.0;
    EXPECT_NEAR(values[i] + 4.0 * (left + right), lines[i], 1e-12);
  }
}

TEST_P(RegularizedLevelSetSlow, OfTheCantilever)
{
  this->checkExample(LevelSetExample::Cantilever, { 48, 24, 1 }, 63.5, 20.0);
}

TEST_P(RegularizedLevelSetSlow, OfTheBeam)
{
  this->checkExample(LevelSetExample::MbbBeam, { 96, 16, 1 }, 98.0, 30.0);
}

TEST_P(RegularizedLevelSetSlow, OfTheAnnulus)
{
  this->checkExample(LevelSetExample::QuarterAnnulus, { 48, 48, 1 }, 83.0, 31.0);
}

TEST_P(RegularizedLevelSetSlow, OfABodyTouchesItsLoad)
{
  LevelSetProblem problem = regularized(LevelSetExample::Box, { 16, 8, 8 });
  problem.settings.volumeFraction = 0.4;
  problem.solver.tolerance = 1e-5;
  LevelSetTask task(problem);
  EXPECT_GT(task.keepConditionsSolid(1, 0.5 * 0.4), 0U);
  const Result result = this->run(task.problem(), 24);
  EXPECT_NEAR(result.record.volumeFraction, 0.4, 1e-6);
  expectOnePiece(task.problem(), result.levelSet);
}

TEST_P(RegularizedLevelSet, StartsInPiecesThatGrowTogether)
{
  LevelSetProblem problem = regularized(LevelSetExample::Cantilever, { 32, 16, 1 });
  problem.method.holes.rows = 4;
  problem.method.holes.perRow = 8;
  problem.method.holes.radius = 0.12;
  problem.solver.tolerance = 1e-5;
  const Result result = this->run(problem, 30);
  EXPECT_NEAR(result.record.volumeFraction, 0.5, 1e-6);
  expectOnePiece(problem, result.levelSet);
  EXPECT_LT(result.record.compliance, 90.0);
}

TEST_P(RegularizedLevelSet, KeepsPassiveControlPointsAndStates)
{
  LevelSetProblem problem = regularized(LevelSetExample::Cantilever, { 16, 8, 1 });
  problem.designRegion.assign(problem.patch.numberOfControlPoints(), DesignRegion::Design);
  problem.designRegion[5] = DesignRegion::Solid;
  problem.designRegion[40] = DesignRegion::Void;
  Observer silent;
  LevelSetOptimizer all(problem, this->Used, silent);
  OptimizationState state;
  for (int i = 0; i < 8; ++i)
  {
    all.step(silent);
    state = i == 4 ? all.saveState() : state;
  }
  EXPECT_GT(all.levelSet()[5], 0.0);
  EXPECT_LT(all.levelSet()[40], 0.0);
  LevelSetOptimizer later(problem, this->Used, silent);
  later.restoreState(state);
  for (int i = 5; i < 8; ++i)
  {
    later.step(silent);
  }
  EXPECT_EQ(later.levelSet(), all.levelSet());
  EXPECT_LE(all.peakDeviceMemory(), estimateDeviceMemory(problem));
}

TEST_P(RegularizedLevelSet, TellsTheDensityThatIsAnalysed)
{
  for (const LevelSetScheme scheme : { LevelSetScheme::Regularized, LevelSetScheme::Paper })
  {
    LevelSetProblem problem = regularized(LevelSetExample::Cantilever, { 16, 8, 1 });
    problem.method.scheme = scheme;
    problem.method.smoothingRadius = 0.3;
    Observer silent;
    LevelSetOptimizer optimizer(problem, this->Used, silent);
    optimizer.step(silent);
    const std::vector<double> density = optimizer.field(1);
    ASSERT_EQ(density.size(), problem.patch.numberOfElements());
    const double mean = std::accumulate(density.begin(), density.end(), 0.0) / 128.0;
    if (scheme == LevelSetScheme::Regularized)
    {
      EXPECT_NEAR(mean, optimizer.record().volumeFraction, 1e-12);
      continue;
    }
    // Elements that are solid or void without averaging are grey with it.
    const double least = *std::min_element(density.begin(), density.end());
    EXPECT_GT(least, 0.2);
    EXPECT_NEAR(mean, optimizer.record().volumeFraction, 0.05);
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
  EXPECT_EQ(
    countHoles(holes, problem.patch,
      coefficientsOf(problem.patch, [](const std::array<double, 3>& x) { return x[0] - 1.0; }))
      .holes,
    51U);
}

// Tests of the refusals of level-set problems: the message names the cause.

#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Optimization/LevelSet/LevelSetExamples.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::string refusalOf(const LevelSetProblem& problem)
{
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

void expectRefusalOf(LevelSetExample example, const std::function<void(LevelSetProblem&)>& change,
  const std::vector<std::string>& words)
{
  LevelSetProblem problem = makeLevelSetExample(example, { 8, 4, 4 });
  change(problem);
  expectMessage(refusalOf(problem), words);
}

void expectRefusalInPlane(
  const std::function<void(LevelSetProblem&)>& change, const std::vector<std::string>& words)
{
  expectRefusalOf(LevelSetExample::Cantilever, change, words);
}
}

TEST(LevelSetBadInput, OfExamplesIsNone)
{
  for (const LevelSetExample example : { LevelSetExample::Cantilever, LevelSetExample::MbbBeam,
         LevelSetExample::QuarterAnnulus, LevelSetExample::Box })
  {
    EXPECT_EQ(refusalOf(makeLevelSetExample(example, { 24, 8, 4 })), "");
  }
}

TEST(LevelSetBadInput, OfThePatch)
{
  expectRefusalInPlane(
    [](LevelSetProblem& p) { p.patch.weights[4] = -1.0; }, { "Weight", "4", "-1" });
  expectRefusalInPlane(
    [](LevelSetProblem& p) { p.patch.points[3 * 23] += 3.0; }, { "Jacobian", "element" });
}

TEST(LevelSetBadInput, OfSupports)
{
  expectRefusalInPlane([](LevelSetProblem& p)
    { p.conditions.supports.assign(p.conditions.supports.size(), 0); },
    { "No control point is supported" });
  expectRefusalInPlane(
    [](LevelSetProblem& p) { p.conditions.supports.pop_back(); }, { "Supports" });
  expectRefusalInPlane(
    [](LevelSetProblem& p)
    {
      p.conditions.supports.assign(p.conditions.supports.size(), 0);
      p.conditions.supports[0] = 1;
      p.conditions.supports[1] = 1;
    },
    { "rigid-body motion", "rotation about an axis along z" });
  // Supports out of the plane have no effect.
  expectRefusalInPlane(
    [](LevelSetProblem& p)
    {
      for (std::size_t i = 0; i < p.conditions.supports.size(); ++i)
      {
        p.conditions.supports[i] = i % 3 == 2;
      }
    },
    { "No control point is supported" });
  expectRefusalOf(LevelSetExample::Box,
    [](LevelSetProblem& p)
    {
      for (std::size_t i = 2; i < p.conditions.supports.size(); i += 3)
      {
        p.conditions.supports[i] = 0;
      }
    },
    { "rigid-body motion", "translation in z" });
  expectRefusalInPlane(
    [](LevelSetProblem& p)
    {
      p.conditions.prescribedDisplacement.assign(p.conditions.supports.size(), 0.0);
      p.conditions.prescribedDisplacement[0] = 0.1;
    },
    { "Prescribed displacement", "zero" });
}

TEST(LevelSetBadInput, OfLoads)
{
  expectRefusalInPlane([](LevelSetProblem& p) { p.conditions.loadCases.clear(); }, { "no load" });
  expectRefusalInPlane([](LevelSetProblem& p)
    { p.conditions.loadCases[0].forces.assign(p.conditions.loadCases[0].forces.size(), 0.0); },
    { "has no load", "zero" });
  expectRefusalInPlane(
    [](LevelSetProblem& p)
    {
      p.conditions.loadCases[0].forces.assign(p.conditions.loadCases[0].forces.size(), 0.0);
      p.conditions.loadCases[0].forces[1] = 1.0;
    },
    { "supported displacement components" });
  // There are no displacements out of the plane.
  expectRefusalInPlane(
    [](LevelSetProblem& p)
    {
      p.conditions.loadCases[0].forces.assign(p.conditions.loadCases[0].forces.size(), 0.0);
      p.conditions.loadCases[0].forces[20] = 1.0;
    },
    { "has no load" });
  expectRefusalInPlane([](LevelSetProblem& p) { p.conditions.loadCases[0].forces[4] = NotANumber; },
    { "Load case", "point 1" });
}

TEST(LevelSetBadInput, OfSettings)
{
  for (const double fraction : { 0.0, 1.0, 1.5, -0.1, NotANumber })
  {
    expectRefusalInPlane([&](LevelSetProblem& p) { p.design.settings.volumeFraction = fraction; },
      { "olume fraction" });
  }
  expectRefusalOf(LevelSetExample::Box, [](LevelSetProblem& p) { p.method.transitionWidth = -0.1; },
    { "ransition width", "-0.1" });
  expectRefusalOf(LevelSetExample::Box,
    [](LevelSetProblem& p) { p.method.transitionWidth = NotANumber; }, { "ransition width" });
  expectRefusalInPlane(
    [](LevelSetProblem& p) { p.method.smoothingRadius = -1.0; }, { "moothing radius", "-1" });
  expectRefusalInPlane([](LevelSetProblem& p) { p.design.settings.minimumModulusRatio = 0.0; },
    { "inimum modulus ratio" });
  expectRefusalOf(LevelSetExample::Box,
    [](LevelSetProblem& p) { p.method.density = LevelSetDensity::Cut; }, { "Cut", "Smooth" });
  expectRefusalInPlane(
    [](LevelSetProblem& p)
    {
      p.method.density = LevelSetDensity::Cut;
      p.design.settings.optimizer = Optimizer::MovingAsymptotes;
    },
    { "MMA", "Smooth" });
  expectRefusalInPlane([](LevelSetProblem& p) { p.design.settings.objective = { "Volume" }; },
    { "compliance alone", "MMA" });
}

TEST(LevelSetBadInput, OfTheStart)
{
  expectRefusalInPlane([](LevelSetProblem& p) { p.method.holes.rows = 0; }, { "0 rows", "hole" });
  expectRefusalInPlane([](LevelSetProblem& p)
    { p.method.holes.perRow = std::numeric_limits<int>::max(); },
    { "2147483647 holes", "100000" });
  expectRefusalInPlane([](LevelSetProblem& p) { p.method.holes.radius = -0.1; }, { "radius" });
  expectRefusalInPlane(
    [](LevelSetProblem& p) { p.method.holes.radius = 10.0; }, { "all void", "hole" });
  expectRefusalInPlane(
    [](LevelSetProblem& p)
    {
      p.method.holes.centres = { 1.03, 0.47, 0.0 };
      p.method.holes.radius = 1e-6;
    },
    { "all solid" });
  expectRefusalInPlane(
    [](LevelSetProblem& p) {
      p.method.holes.centres = { 1.0, NotANumber, 0.0 };
    },
    { "centre of a hole" });
  expectRefusalInPlane([](LevelSetProblem& p) { p.design.initialDensity.assign(3, 1.0); },
    { "Initial level set", "60" });
  expectRefusalInPlane([](LevelSetProblem& p)
    { p.design.initialDensity.assign(p.patch.numberOfControlPoints(), 1.0); },
    { "all solid" });
  expectRefusalInPlane(
    [](LevelSetProblem& p)
    {
      p.design.initialDensity.assign(p.patch.numberOfControlPoints(), 1.0);
      p.design.initialDensity[7] = NotANumber;
    },
    { "Initial level set", "7" });
  expectRefusalInPlane([](LevelSetProblem& p)
    { p.design.designRegion.assign(3, DesignRegion::Design); },
    { "Design region", "control point" });
}

TEST(LevelSetBadInput, OfResponses)
{
  const auto bounded = [](LevelSetProblem& p, const ResponseSettings& response)
  {
    p.method.density = LevelSetDensity::Smooth;
    p.design.settings.optimizer = Optimizer::MovingAsymptotes;
    p.design.settings.constraints = { { response, 1.0 } };
  };
  expectRefusalInPlane(
    [&](LevelSetProblem& p) {
      bounded(p, { "CentreOfGravity", 2 });
    },
    { "centre of gravity of region 2", "volume regions" });
  expectRefusalInPlane(
    [&](LevelSetProblem& p) {
      bounded(p, { "OutputDisplacement", 2 });
    },
    { "displacement of region 2", "regions of points" });
  expectRefusalInPlane([&](LevelSetProblem& p) { bounded(p, { "VirtualTemperature" }); },
    { "virtual temperature", "level sets" });
  expectRefusalInPlane([](LevelSetProblem& p)
    { p.design.settings.objective.loadCases = { "Force" }; },
    { "all load cases", "MMA" });
}

TEST(LevelSetBadInput, OfVoidBetweenLoadsAndSupports)
{
  for (const LevelSetExample example : { LevelSetExample::Cantilever, LevelSetExample::Box })
  {
    LevelSetProblem problem = makeLevelSetExample(example, { 8, 4, 4 });
    const std::array<int, 3> counts = problem.patch.counts();
    for (const int column : { 1, 4, counts[0] - 2 })
    {
      problem.design.designRegion.assign(
        problem.patch.numberOfControlPoints(), DesignRegion::Design);
      for (std::size_t i = 0; i < problem.design.designRegion.size(); ++i)
      {
        const bool isInColumn = static_cast<int>(i) % counts[0] == column;
        problem.design.designRegion[i] = isInColumn ? DesignRegion::Void : DesignRegion::Design;
      }
      expectMessage(
        refusalOf(problem), { "void (2)", "'Force'", "cuts", "off from every support" });
      // A gap in the column connects the load to the supports.
      const int second = column + counts[0];
      problem.design.designRegion[static_cast<std::size_t>(second)] = DesignRegion::Design;
      EXPECT_EQ(refusalOf(problem), "");
    }
  }
}

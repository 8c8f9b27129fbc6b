// Tests of the refusals of loads, settings and designs: the message names the cause.

#include "Support/Random.h"
#include "Support/Refusals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

TEST(BadInput, NoLoad)
{
  expectRefusal([](TopologyProblem& p) { p.structure.loadCases.clear(); }, { "no load" });
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.structure.loadCases[0].name = "Wind";
      p.structure.loadCases[0].forces.assign(180, 0.0);
    },
    { "Wind", "zero" });
}

TEST(BadInput, LoadOnlyOnFixedNodes)
{
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.structure.loadCases[0].forces.assign(180, 0.0);
      p.structure.loadCases[0].forces[2] = -1.0; // on a supported point
    },
    { "Force", "only on supported" });
}

TEST(BadInput, LoadsOfWrongLengthOrValue)
{
  expectRefusal([](TopologyProblem& p) { p.structure.loadCases[0].forces.resize(60); },
    { "'Force'", "60", "180", "point" });
  expectRefusal([](TopologyProblem& p)
    { p.structure.loadCases[0].forces[3 * 44 + 1] = NotANumber; },
    { "'Force'", "NaN", "point 44" });
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.structure.loadCases.push_back(p.structure.loadCases[0]);
      p.structure.loadCases[1].name = "Snow";
      p.structure.loadCases[1].forces[3 * 50] = Infinity;
    },
    { "'Snow'", "infinite", "point 50" });
}

TEST(BadInput, LoadOnANodeOfNoElement)
{
  expectRefusal(
    [](TopologyProblem& p)
    {
      append(p, loosePoints({ 9.0, 9.0, 9.0 }));
      p.structure.loadCases[0].forces[3 * 60] = 1.0;
    },
    { "point 60", "no element" });
}

TEST(BadInput, WeightsOfLoadCases)
{
  for (const double weight : { -1.0, NotANumber, Infinity })
  {
    expectRefusal(
      [&](TopologyProblem& p) { p.structure.loadCases[0].weight = weight; }, { "weight" });
  }
  expectRefusal(
    [](TopologyProblem& p) { p.structure.loadCases[0].weight = 0.0; }, { "weights", "zero" });
}

TEST(BadInput, SettingsOutOfRange)
{
  struct Setting
  {
    const char* name;
    double& (*reach)(TopologyProblem&);
    std::vector<double> wrong;
    std::vector<double> right;
  };
  const double below = -1e-9;
  const std::vector<Setting> settings = {
    { "Young's modulus",
      [](TopologyProblem& p) -> double& { return p.structure.material.youngsModulus; },
      { 0.0, -1.0 }, { 1e-12, 2e11 } },
    { "Poisson's ratio",
      [](TopologyProblem& p) -> double& { return p.structure.material.poissonsRatio; },
      { 0.5, -1.0, 0.7 }, { 0.0, 0.49, -0.9 } },
    { "Volume fraction",
      [](TopologyProblem& p) -> double& { return p.design.settings.volumeFraction; },
      { 0.0, below, 1.01 }, { 0.01, 1.0 } },
    { "Penalization", [](TopologyProblem& p) -> double& { return p.design.densities.penalization; },
      { 0.99, 0.0 }, { 1.0, 5.0 } },
    { "Minimum density",
      [](TopologyProblem& p) -> double& { return p.design.densities.minimumDensity; },
      { 0.0, 1.0, below }, { 1e-6, 0.2 } },
    { "Filter radius",
      [](TopologyProblem& p) -> double& { return p.design.densities.filterRadius; }, { 0.0, -2.0 },
      { 1.2, 100.0 } },
    { "Move limit", [](TopologyProblem& p) -> double& { return p.design.settings.moveLimit; },
      { 0.0, below, 1.1 }, { 0.01, 1.0 } },
    { "Damping", [](TopologyProblem& p) -> double& { return p.design.settings.damping; },
      { 0.0, below, 1.1 }, { 0.1, 1.0 } },
    { "Density change tolerance",
      [](TopologyProblem& p) -> double& { return p.design.settings.densityChangeTolerance; },
      { below }, { 0.0, 1.0 } },
    { "Solver tolerance",
      [](TopologyProblem& p) -> double& { return p.structure.solver.tolerance; },
      { 0.0, 1.0, below }, { 1e-14, 0.5 } },
  };
  for (const Setting& setting : settings)
  {
    std::vector<double> wrong = setting.wrong;
    wrong.insert(wrong.end(), { NotANumber, Infinity, -Infinity });
    for (const double value : wrong)
    {
      SCOPED_TRACE(value);
      expectRefusal([&](TopologyProblem& p) { setting.reach(p) = value; }, { setting.name });
    }
    for (const double value : setting.right)
    {
      TopologyProblem problem = good();
      setting.reach(problem) = value;
      EXPECT_EQ(refusal(problem), "") << setting.name << " " << value;
    }
  }
  for (const double value : { 0.0, 1.0, NotANumber })
  {
    expectRefusal(
      [&](TopologyProblem& p)
      {
        p.design.densities.interpolation = Interpolation::ModifiedSimp;
        p.design.settings.minimumModulusRatio = value;
      },
      { "Minimum modulus ratio" });
  }
  expectRefusal(
    [](TopologyProblem& p) { p.structure.solver.maximumIterations = 0; }, { "iterations", "0" });
}

TEST(BadInput, NumbersTooLargeOrTooSmallToComputeWith)
{
  for (const double factor : { 1e-308, 1e-150, 1e150, 1e307 })
  {
    SCOPED_TRACE(factor);
    const std::string size = factor < 1.0 ? "too small" : "too large";
    expectRefusal([&](TopologyProblem& p) { p.structure.material.youngsModulus = factor; },
      { "Young's modulus", size, "units" });
    expectRefusal(
      [&](TopologyProblem& p)
      {
        for (double& force : p.structure.loadCases[0].forces)
        {
          force *= factor;
        }
      },
      { "'Force'", size, "units" });
    expectRefusal([&](TopologyProblem& p) { p.structure.loadCases[0].weight = factor; },
      { "weight", "'Force'", size });
    expectRefusal(
      [&](TopologyProblem& p)
      {
        p.structure.prescribedDisplacement.assign(p.structure.mesh.points.size(), 0.0);
        p.structure.prescribedDisplacement[3] = -factor;
      },
      { "Prescribed displacement", size });
    expectRefusal(
      [&](TopologyProblem& p)
      {
        for (double& coordinate : p.structure.mesh.points)
        {
          coordinate *= factor;
        }
      },
      { "coordinate", size });
  }
  expectRefusal([](TopologyProblem& p) { p.design.densities.filterRadius = 1e300; },
    { "Filter radius", "too large" });
  expectRefusal([](TopologyProblem& p) { p.design.densities.penalization = 200.0; },
    { "Minimum density", "enalization 200", "void" });
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.design.densities.interpolation = Interpolation::ModifiedSimp;
      p.design.settings.minimumModulusRatio = 1e-300;
    },
    { "Minimum modulus ratio", "too small" });
}

TEST(BadInput, SettingsThatAreNotUsedAreNotChecked)
{
  TopologyProblem problem = good();
  problem.design.densities.filter = FilterKind::None;
  problem.design.densities.filterRadius = 0.0;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.densities.minimumDensity = 0.0;
  EXPECT_EQ(refusal(problem), "");
}

TEST(BadInput, InitialDensity)
{
  const auto set = [](double value)
  {
    return [value](TopologyProblem& p)
    {
      p.design.initialDensity.assign(24, 0.3);
      p.design.initialDensity[13] = value;
    };
  };
  expectRefusal(set(1.1), { "Initial density", "1.1", "element 13" });
  expectRefusal(set(-0.1), { "Initial density", "-0.1", "element 13" });
  expectRefusal(set(NotANumber), { "Initial density", "NaN", "element 13" });
  expectRefusal([](TopologyProblem& p) { p.design.initialDensity.assign(23, 0.3); },
    { "Initial density", "23", "24", "element" });
}

TEST(BadInput, DesignRegion)
{
  expectRefusal([](TopologyProblem& p) { p.design.designRegion.assign(60, DesignRegion::Design); },
    { "Design region", "60", "24", "element" });
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.design.designRegion.assign(24, DesignRegion::Solid);
      p.design.designRegion[3] = DesignRegion::Void;
      p.design.settings.volumeFraction = 1.0;
    },
    { "no element to design" });
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.design.designRegion.assign(24, DesignRegion::Design);
      p.design.designRegion[5] = static_cast<DesignRegion>(7);
    },
    { "Design region", "7", "element 5" });
}

TEST(BadInput, SolidFractions)
{
  const auto set = [](double value)
  {
    return [value](TopologyProblem& p)
    {
      p.solidFractions.assign(24, 0.5);
      p.solidFractions[13] = value;
    };
  };
  expectRefusal(set(0.0), { "Solid fraction", "0", "element 13", "empty" });
  expectRefusal(set(1.1), { "Solid fraction", "1.1", "element 13" });
  expectRefusal(set(NotANumber), { "Solid fraction", "nan", "element 13" });
  expectRefusal([](TopologyProblem& p) { p.solidFractions.assign(23, 0.3); },
    { "Solid fraction", "23", "24", "element" });
}

TEST(BadInput, VolumeFractionThatPassiveRegionsForbid)
{
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.design.designRegion.assign(24, DesignRegion::Design);
      for (std::size_t e = 0; e < 8; ++e)
      {
        p.design.designRegion[e] = DesignRegion::Solid; // a third of the volume
      }
      p.design.settings.volumeFraction = 0.3;
    },
    { "Volume fraction", "0.3", "solid", "0.33" });
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.design.settings.volumeFraction = 0.2;
      p.design.densities.minimumDensity = 0.25;
    },
    { "Volume fraction", "0.2", "0.25", "minimum density" });
}

TEST(BadInput, FilterRadiusIsHeldAgainstTheNearestCentroids)
{
  Random random(5);
  for (int i = 0; i < 20; ++i)
  {
    TopologyProblem problem = good();
    problem.structure.mesh = distortedBox({ 4, 3, 2 }, 0.15, random);
    moveRigidly(problem.structure.mesh, 100.0, random);
    const auto centroid = [&](std::size_t e)
    {
      Point x = {};
      for (std::size_t a = 0; a < 8; ++a)
      {
        const Point p = nodePosition(problem.structure.mesh,
          static_cast<std::size_t>(problem.structure.mesh.connectivity[8 * e + a]));
        for (std::size_t c = 0; c < 3; ++c)
        {
          x[c] += p[c] / 8.0;
        }
      }
      return x;
    };
    double nearest = Infinity;
    for (std::size_t a = 0; a < 24; ++a)
    {
      for (std::size_t b = 0; b < a; ++b)
      {
        const Point x = centroid(a);
        const Point y = centroid(b);
        nearest = std::min(nearest, std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
      }
    }
    problem.design.densities.filterRadius = 1.001 * nearest;
    EXPECT_EQ(refusal(problem), "");
    problem.design.densities.filterRadius = 0.999 * nearest;
    expectMessage(refusal(problem), { "Filter radius", "smaller" });
  }
}

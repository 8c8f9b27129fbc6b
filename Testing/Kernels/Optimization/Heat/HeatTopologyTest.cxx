// Tests of the minimization of the thermal compliance: trajectories from an independent program in
// Python, derivatives, and refusals.

#include "Optimization/Heat/HeatDesigns.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/Heat/HeatAnalysis.h"
#include "Core/Error.h"
#include "Optimization/Heat/HeatDesignProblem.h"
#include "Optimization/TopologyOptimizer.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class HeatTopologies : public OnDevice
{
};

std::string refusalOf(const std::function<void(HeatDesignProblem&)>& change)
{
  HeatDesignProblem problem = volumeToPoint(CellType::Hexahedron, 5);
  change(problem);
  try
  {
    validate(problem);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}
}

TEST_P(HeatTopologies, SlowDesignsFollowTheKnownTrajectory)
{
  struct Case
  {
    CellType type;
    FilterKind filter;
    std::array<double, 6> compliances; // of designs 0, 1, 2, 5, 10, 20
  };
  const std::array<Case, 3> cases = { {
    { CellType::Hexahedron, FilterKind::Sensitivity,
      { 165.880178, 35.6353670, 20.4055361, 12.5520461, 10.0211559, 8.62824009 } },
    { CellType::Hexahedron, FilterKind::Density,
      { 165.880178, 35.8398241, 20.5884227, 12.8540613, 10.2251537, 8.41196425 } },
    { CellType::QuadraticTetrahedron, FilterKind::Density,
      { 183.656636, 38.3209684, 21.4290187, 13.1234956, 10.6713395, 9.34758885 } },
  } };
  constexpr std::array<int, 6> designs = { 0, 1, 2, 5, 10, 20 };
  for (const Case& known : cases)
  {
    SCOPED_TRACE(cellShape(known.type).name);
    HeatDesignProblem problem = volumeToPoint(known.type, 10);
    problem.design.densities.filter = known.filter;
    Observer silent;
    TopologyOptimizer optimizer(problem, this->context(), silent);
    std::size_t next = 0;
    for (int iteration = 0; iteration <= designs.back(); ++iteration)
    {
      ASSERT_EQ(optimizer.step(silent), StepStatus::Advanced);
      if (iteration == designs[next])
      {
        EXPECT_NEAR(optimizer.record().objective() / known.compliances[next], 1.0, 1e-6)
          << "design " << iteration;
        ++next;
      }
    }
  }
}

TEST_P(HeatTopologies, DerivativesAreThoseOfDifferences)
{
  HeatDesignProblem problem = volumeToPoint(CellType::Tetrahedron, 3);
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 0.5;
  fixWhere(
    problem.heat, [](const Point&) { return false; }, 0.0);
  filmWhere(
    problem.heat, [](const Point& p) { return isAt(p[0], 1.0); }, 2.0, 0.0);
  const std::size_t elements = problem.heat.mesh.numberOfElements();
  for (std::size_t e = 0; e < elements; ++e)
  {
    problem.design.initialDensity.push_back(0.5 + 0.3 * std::cos(double(e)));
  }
  Observer silent;
  const auto compliance = [&](std::size_t element, double change)
  {
    HeatDesignProblem other = problem;
    other.design.initialDensity[element] += change;
    TopologyOptimizer optimizer(other, this->context(), silent);
    optimizer.step(silent);
    return optimizer.record().objective();
  };
  TopologyOptimizer optimizer(problem, this->context(), silent);
  optimizer.step(silent);
  const std::vector<double> gradient = optimizer.gradient();
  for (const std::size_t element : { std::size_t(0), std::size_t(17), elements - 1 })
  {
    const double difference = (compliance(element, 1e-4) - compliance(element, -1e-4)) / 2e-4;
    EXPECT_NEAR(gradient[element] / difference, 1.0, 1e-5);
  }
}

TEST_P(HeatTopologies, BoundsOfDensitiesHold)
{
  HeatDesignProblem problem = volumeToPoint(CellType::Hexahedron, 6);
  problem.design.densities.filter = FilterKind::Density;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.constraints = { { { "CentreOfGravity", {}, {}, { { "Axis", 2.0 } } },
                                            0.4 },
    { { "LocalVolume", {}, {}, { { "Radius", 0.2 } } }, 0.6 },
    { { "Mass" }, 0.15, BoundSense::AtLeast } };
  Observer silent;
  TopologyOptimizer optimizer(problem, this->context(), silent);
  for (int k = 0; k < 25; ++k)
  {
    ASSERT_EQ(optimizer.step(silent), StepStatus::Advanced);
  }
  EXPECT_LT(optimizer.record()["CentreOfGravityZ"], 0.4002);
  EXPECT_GT(optimizer.record()["Mass"], 0.1499);
  EXPECT_NEAR(optimizer.record()["ScaledLocalVolume_R0.2"], 0.6, 0.006);
  EXPECT_NEAR(optimizer.record()["LocalVolume_R0.2"], 0.6, 0.012);
}

TEST_P(HeatTopologies, FieldsAreThoseOfAnAnalysisOfTheDesign)
{
  const HeatDesignProblem problem = volumeToPoint(CellType::Hexahedron, 5, 40.0);
  Observer silent;
  TopologyOptimizer optimizer(problem, this->context(), silent);
  optimizer.step(silent);
  optimizer.step(silent);
  const std::vector<FieldDescription> fields = optimizer.fields();
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[1].name, "HeatDissipationDensity");
  EXPECT_EQ(fields[2].name, "Temperature");
  EXPECT_EQ(fields[2].components, 1);
  HeatProblem design = problem.heat;
  for (const double density : optimizer.density())
  {
    design.conductivities.push_back(1e-3 + density * density * density * (1.0 - 1e-3));
  }
  const HeatAnalysis analysis = analyseHeat(design, this->Used, silent).value();
  const std::vector<double> temperature = optimizer.field(2);
  ASSERT_EQ(temperature.size(), analysis.temperature.size());
  for (std::size_t i = 0; i < temperature.size(); ++i)
  {
    EXPECT_NEAR(temperature[i], analysis.temperature[i], 1e-6);
  }
  // The thermal compliance is the work of the sources relative to the fixed temperature.
  EXPECT_NEAR(optimizer.record().objective(), analysis.summary.thermalCompliance - 40.0, 1e-6);
}

TEST_P(HeatTopologies, ContinuesFromAState)
{
  const HeatDesignProblem problem = volumeToPoint(CellType::Hexahedron, 4);
  Observer silent;
  TopologyOptimizer first(problem, this->context(), silent);
  first.step(silent);
  first.step(silent);
  const OptimizationState state = first.saveState();
  first.step(silent);
  TopologyOptimizer second(problem, this->context(), silent);
  second.restoreState(state);
  second.step(silent);
  EXPECT_NEAR(second.record().objective() / first.record().objective(), 1.0, 1e-9);
  EXPECT_EQ(second.iteration(), 2);
}

TEST(HeatDesignProblem, RefusesWhatIsNoThermalCompliance)
{
  EXPECT_EQ(refusalOf([](HeatDesignProblem&) {}), "");
  expectMessage(refusalOf(
                  [](HeatDesignProblem& p)
                  {
                    fixWhere(
                      p.heat, [](const Point& q) { return isAt(q[2], 1.0); }, 5.0);
                  }),
    { "fixed temperatures and ambient temperatures range from 0 to 5" });
  expectMessage(refusalOf(
                  [](HeatDesignProblem& p)
                  {
                    filmWhere(
                      p.heat, [](const Point& q) { return isAt(q[2], 1.0); }, 1.0, -2.0);
                  }),
    { "range from -2 to 0" });
  expectMessage(refusalOf([](HeatDesignProblem& p) { p.heat.heatSource.clear(); }),
    { "Nothing heats the body" });
  expectMessage(refusalOf([](HeatDesignProblem& p)
                  { p.heat.conductivities.assign(p.heat.mesh.numberOfElements(), 1.0); }),
    { "conductivities of their own" });
  expectMessage(refusalOf([](HeatDesignProblem& p)
                  { p.design.settings.objective.response = "OutputDisplacement"; }),
    { "objective of a body that conducts heat is the thermal compliance", "output displacement" });
  expectMessage(refusalOf(
                  [](HeatDesignProblem& p)
                  {
                    p.design.settings.optimizer = Optimizer::MovingAsymptotes;
                    p.design.settings.constraints.push_back({ { "Compliance" }, 1.0 });
                  }),
    { "The compliance is that of a structure" });
  expectMessage(refusalOf(
                  [](HeatDesignProblem& p) {
                    p.design.settings.constraints.push_back({ { "Volume", 3 }, 0.1 });
                  }),
    { "There are bounds on responses", "MMA" });
  expectMessage(refusalOf(
                  [](HeatDesignProblem& p)
                  {
                    p.design.settings.optimizer = Optimizer::MovingAsymptotes;
                    p.design.settings.constraints.push_back({ { "Volume", 3 }, 0.1 });
                  }),
    { "no volume regions" });
  expectMessage(
    refusalOf([](HeatDesignProblem& p) { p.design.densities.interpolation = Interpolation(7); }),
    { "Interpolation" });
  expectMessage(refusalOf(
                  [](HeatDesignProblem& p)
                  {
                    p.design.densities.interpolation = Interpolation::Simp;
                    p.design.densities.minimumDensity = 1e-40;
                  }),
    { "leaves void a conductivity of" });
  expectMessage(refusalOf([](HeatDesignProblem& p) { p.design.settings.volumeFraction = 2.0; }),
    { "Volume fraction" });
  expectMessage(refusalOf([](HeatDesignProblem& p) { p.design.initialDensity.assign(3, 0.5); }),
    { "Initial density" });
}

TRABECULA_ON_EVERY_DEVICE(HeatTopologies);

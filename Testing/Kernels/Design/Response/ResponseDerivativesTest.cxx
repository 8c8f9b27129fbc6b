// Tests of responses on the box of the known answers: derivatives against finite differences with
// random stages, bounds on both sides, states, refusals.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Design/Response/ResponseBox.h"
#include "Support/Refusals.h"

#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class ResponseDerivatives : public OptimizerOnDevice
{
};

/// Returns a random response of the box with three loads, of all kinds in turn.
ResponseSettings randomResponse(int number, Random& random)
{
  const std::vector<std::vector<std::string>> choices = { {}, { "Side" }, { "Down", "Twist" } };
  const std::vector<std::string>& loads = choices[random.index(choices.size())];
  const std::vector<std::pair<std::string, double>> direction = { { "DirectionX",
                                                                    random.uniform(-1.0, 1.0) },
    { "DirectionY", random.uniform(-1.0, 1.0) }, { "DirectionZ", random.uniform(-1.0, 1.0) } };
  switch (number % 7)
  {
    case 0:
      return { "OutputDisplacement", UpperEdge, loads, direction };
    case 1:
      return { "Reaction", LowerEdge, loads, direction };
    case 2:
      return { "WorstCompliance", {}, loads, { { "Exponent", random.uniform(2.0, 20.0) } } };
    case 3:
      return localVolume(random.uniform(0.2, 0.6), false, random.uniform(2.0, 20.0));
    case 4:
      return { "CentreOfGravity", 7, {}, { { "Axis", double(random.index(3)) } } };
    case 5:
      return { "Compliance", {}, { "Side", "Twist" } };
    default:
      return { "Mass", 7, {}, { { "Density", random.uniform(0.1, 9.0) } } };
  }
}

/// Switches on random stages that the mesh permits.
void addStages(TopologyProblem& problem, bool hasRows, Random& random)
{
  StageSettings& stages = problem.design.densities.stages;
  const auto isOn = [&random] { return random.index(2) == 1; };
  if (isOn())
  {
    stages.projection = { isOn() ? ProjectionMode::Half : ProjectionMode::VolumePreserving, 8.0, 5,
      0.0 };
  }
  if (isOn())
  {
    stages.symmetry.mode = isOn() ? SymmetryMode::Planes : SymmetryMode::Cyclic;
    stages.symmetry.planes = 1;
    stages.symmetry.turns = 3;
    stages.symmetry.axis = 0;
    stages.symmetry.center = { 1.0, 0.5, 0.5 };
  }
  const bool isTurned = stages.symmetry.mode == SymmetryMode::Cyclic;
  hasRows = hasRows && !isTurned;
  if (hasRows && isOn())
  {
    stages.extrusion.axis = 2;
  }
  if (hasRows && isOn())
  {
    stages.draw = { AxisDirection::PlusX, 0.5 };
  }
  if (hasRows && isOn())
  {
    stages.overhang.direction = AxisDirection::PlusZ;
  }
}
}

TEST_P(ResponseDerivatives, HaveDerivativesOfDifferences)
{
  // Alone on each type of elements and of voxels, then with random stages.
  Random random(3801);
  for (int trial = 0; trial < 17; ++trial)
  {
    const bool isAlone = trial < 7;
    const CellType type = AllCellTypes[random.index(AllCellTypes.size())];
    const bool isHex = type == CellType::Hexahedron || type == CellType::QuadraticHexahedron;
    TopologyProblem problem =
      answerBox(type, isHex ? std::array<int, 3>{ 4, 3, 2 } : std::array<int, 3>{ 3, 2, 1 });
    supportEdge(problem);
    addTwoLoads(problem);
    problem.structure.loadCases[1].weight = 0.3;
    problem.design.settings.minimumModulusRatio = 1e-3;
    problem.structure.solver.preconditioner = Preconditioner::Jacobi;
    problem.structure.solver.tolerance = 1e-12;
    problem.design.settings.objective = randomResponse(trial, random);
    problem.design.initialDensity = randomDensity(problem, random);
    if (isAlone)
    {
      problem.design.densities.filter = FilterKind::None;
    }
    else
    {
      addStages(problem, isHex, random);
    }
    problem.design.designRegion.assign(problem.design.initialDensity.size(), DesignRegion::Design);
    problem.design.designRegion[7] = DesignRegion::Solid;
    SCOPED_TRACE(problem.design.settings.objective.response + ", trial " + std::to_string(trial));
    const std::string column = columnsOf(
      problem.design.settings.objective, responseProblem(problem.structure, problem.design))
                                 .back();
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    const std::vector<double> gradient = optimizer->gradient();
    const std::vector<double> direction = random.vector(gradient.size(), -1.0, 1.0);
    double along = 0.0;
    for (std::size_t e = 0; e < gradient.size(); ++e)
    {
      const bool isDesign = problem.design.designRegion[e] == DesignRegion::Design;
      along += isDesign ? gradient[e] * direction[e] : 0.0;
    }
    const auto at = [&](double step)
    {
      TopologyProblem moved = problem;
      for (std::size_t e = 0; e < direction.size(); ++e)
      {
        moved.design.initialDensity[e] += step * direction[e];
      }
      const auto other = this->optimizer(moved);
      runSteps(*other, 1);
      return other->record()[column];
    };
    const double h = 3e-4;
    const double difference = (at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h);
    EXPECT_NEAR(difference, along, 1e-6 * vectorLength(gradient));
    EXPECT_GT(vectorLength(gradient), 0.0);
  }
}

TEST_P(ResponseDerivatives, HoldBoundsOnBothSidesAndKeepTheirState)
{
  TopologyProblem problem = answerBox();
  addTwoLoads(problem);
  supportEdge(problem);
  problem.design.initialDensity.clear();
  problem.design.settings.objective = { "WorstCompliance", {}, {}, { { "Exponent", 0.0 } } };
  const ResponseSettings centre = { "CentreOfGravity", {}, {}, { { "Axis", 0.0 } } };
  problem.design.settings.constraints = { { centre, 0.97 }, { centre, 0.95, BoundSense::AtLeast },
    { { "Mass", 7 }, 0.7 }, { { "Mass", 7 }, 0.3, BoundSense::AtLeast },
    { { "Volume", 0 }, 0.1, BoundSense::AtLeast }, { localVolume(0.3, true), 0.6 },
    { { "Reaction", LowerEdge, {}, { { "DirectionZ", 1.0 } } }, 0.4 },
    { displacementOf(UpperEdge, 2, "Down"), -2000.0, BoundSense::AtLeast },
    { { "Compliance", {}, { "Side" } }, 2000.0 } };
  problem.structure.solver.reproducible = true;
  problem.structure.solver.tolerance = 1e-9;
  const auto whole = this->optimizer(problem);
  runSteps(*whole, 4);
  const OptimizationState state = whole->saveState();
  runSteps(*whole, 26);
  EXPECT_LT(whole->record()["BoundExcess"], BoundVerdict::Tolerance);
  EXPECT_GE(whole->record()["CentreOfGravityX"], 0.9499);
  EXPECT_LE(whole->record()["CentreOfGravityX"], 0.9701);
  const auto other = this->optimizer(problem);
  runSteps(*other, 1);
  other->restoreState(state);
  EXPECT_EQ(other->saveState().fields, state.fields);
  runSteps(*other, 3);
  const auto again = this->optimizer(problem);
  runSteps(*again, 7);
  EXPECT_EQ(other->density(), again->density());
  EXPECT_LE(again->peakDeviceMemory(), estimateDeviceMemory(problem));
}

TEST_P(ResponseDerivatives, ValuesThatVanishBySymmetryNeedNoTighterSolver)
{
  TopologyProblem problem = answerBox();
  problem.design.initialDensity.clear();
  problem.design.settings.objective = { "Compliance" };
  problem.structure.solver.tolerance = 1e-6;
  const auto iterations = [&](const std::vector<ResponseConstraint>& constraints)
  {
    problem.design.settings.constraints = constraints;
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    return optimizer->record().solverIterations();
  };
  // The displacement is across the plane of symmetry.
  EXPECT_LT(iterations({ { displacementOf(UpperEdge, 1), 1.0 } }), 2.5 * iterations({}));
}

TRABECULA_ON_EVERY_DEVICE(ResponseDerivatives);

TEST(ResponseList, DescribesUnitsAndSenses)
{
  EXPECT_EQ(describe({ "Compliance" }).unit, "force times length");
  EXPECT_EQ(describe({ "OutputDisplacement" }).unit, "length");
  EXPECT_EQ(describe({ "Volume" }).unit, "");
  EXPECT_FALSE(describe({ "LargestStress" }).takesLowerBound);
  EXPECT_TRUE(describe({ "CentreOfGravity" }).takesLowerBound);
}

TEST(ResponseList, RefusesWrongRegionsDirectionsAndBounds)
{
  TopologyProblem problem = answerBox();
  problem.design.settings.objective = { "Compliance" };
  const auto refused = [&](const ResponseConstraint& constraint)
  {
    problem.design.settings.constraints = { constraint };
    return refusal(problem);
  };
  EXPECT_EQ(refused({ displacementOf(UpperEdge, 2), -400.0, BoundSense::AtLeast }), "");
  expectMessage(
    refused({ displacementOf(77, 2), 1.0 }), { "displacement of region 77", "no point" });
  expectMessage(refused({ { "OutputDisplacement", UpperEdge }, 1.0 }), { "direction" });
  expectMessage(refused({ { "OutputDisplacement" }, 1.0 }), { "no output" });
  expectMessage(
    refused({ { "Reaction", UpperEdge, {}, { { "DirectionX", 1.0 } } }, 1.0 }), { "supported" });
  expectMessage(refused({ { "Reaction" }, 1.0 }), { "reaction", "region of points" });
  expectMessage(refused({ localVolume(0.0, true), 0.5 }), { "radius of the local volume" });
  expectMessage(refused({ localVolume(0.3, true), 1.5 }), { "bound on the local volume" });
  expectMessage(
    refused({ { "CentreOfGravity", {}, {}, { { "Axis", 3.0 } } }, 0.5 }), { "axis", "0 for X" });
  expectMessage(refused({ { "Compliance" }, 5.0, BoundSense::AtLeast }), { "compliance", "<=" });
  expectMessage(refused({ { "Mass", {}, {}, { { "Density", 0.0 } } }, 1.0 }), { "density" });
  problem.design.pointRegion.clear();
  expectMessage(refused({ displacementOf(UpperEdge, 2), 1.0 }), { "no regions of points" });
}

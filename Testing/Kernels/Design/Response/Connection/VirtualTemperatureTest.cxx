// Tests of the virtual temperature: bars with an exact solution, derivatives against differences,
// a design that is connected only by its bound, states, parts and refusals.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Design/Response/ResponseBox.h"
#include "Optimization/Elements/IterateOnParts.h"
#include "Support/Refusals.h"

#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Verdict/JudgeDesign.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double MinusX = 2.0; // sides
constexpr double PlusZ = 5.0;

ResponseSettings temperatureAt(double side, bool isScaled = true)
{
  ResponseSettings settings = { "VirtualTemperature" };
  settings.parameters = { { "Side", side }, { "Scaled", isScaled ? 1.0 : 0.0 } };
  return settings;
}

/// Returns the box of the known answers with a bound on the virtual temperature.
TopologyProblem boundedBox(CellType type, const std::array<int, 3>& cells,
  const ResponseSettings& temperature, double bound = 3.0)
{
  TopologyProblem problem = answerBox(type, cells);
  problem.design.densities.filter = FilterKind::None;
  problem.design.settings.objective = { "Compliance" };
  problem.design.settings.constraints = { { temperature, bound } };
  problem.structure.solver.tolerance = 1e-9;
  return problem;
}

/// Relative temperatures at the ends of equal parts of a bar of given densities, which is cold at
/// its beginning: the heat of all parts behind flows through each.
std::vector<double> temperaturesOfBar(const std::vector<double>& densities)
{
  constexpr double ofVoid = 1e-6;
  const double h = 1.0 / static_cast<double>(densities.size());
  std::vector<double> temperatures;
  double temperature = 0.0;
  for (std::size_t i = 0; i < densities.size(); ++i)
  {
    const double q = std::pow(densities[i], 3.0);
    double behind = 0.0;
    for (std::size_t k = i + 1; k < densities.size(); ++k)
    {
      behind += h * std::pow(densities[k], 3.0);
    }
    temperature += h * (0.5 * h * q + behind) / (ofVoid + (1.0 - ofVoid) * q);
    temperatures.push_back(2.0 * temperature); // that of the solid bar is 1 / 2
  }
  return temperatures;
}

/// Two cantilevers at the ends of a box of 24 x 6 x 2, each with its load.
TopologyProblem twoCantilevers()
{
  TopologyProblem problem = emptyProblem(makeBoxMesh({ 24, 6, 2 }, { 24.0, 6.0, 2.0 }));
  clamp(problem, [](const Point& p) { return isAt(p[0], 0.0) || isAt(p[0], 24.0); });
  for (const std::size_t node : nodesWhere(problem.structure.mesh,
         [](const Point& p) { return (isAt(p[0], 5.0) || isAt(p[0], 19.0)) && isAt(p[1], 3.0); }))
  {
    problem.structure.loadCases[0].forces[3 * node + 1] = -1.0;
  }
  problem.structure.material = { 1.0, 0.3 };
  problem.structure.solver.tolerance = 1e-8;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 1.5;
  problem.design.densities.stages.projection = { ProjectionMode::Half, 32.0, 20, 0.0 };
  OptimizationSettings& settings = problem.design.settings;
  settings.minimumModulusRatio = 1e-6;
  settings.volumeFraction = 0.4;
  settings.moveLimit = 0.05;
  settings.densityChangeTolerance = 0.0;
  settings.optimizer = Optimizer::MovingAsymptotes;
  return problem;
}

class VirtualTemperatures : public OptimizerOnDevice
{
};
TRABECULA_ON_EVERY_DEVICE(VirtualTemperatures);
}

TEST_P(VirtualTemperatures, BarsHaveTheirExactTemperatures)
{
  const std::vector<std::vector<double>> bars = { { 1, 1, 1, 1, 1, 1, 1, 1 },
    { 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5 }, { 0.4, 1, 0.6, 0.9, 0.3, 1, 0.2, 0.8 },
    // Two loose pieces.
    { 1, 1, 0.002, 1, 0.002, 0.002, 1, 1 } };
  for (const CellType type : { CellType::Hexahedron, CellType::QuadraticHexahedron })
  {
    for (const std::vector<double>& bar : bars)
    {
      TopologyProblem problem = boundedBox(type, { 8, 2, 1 }, temperatureAt(MinusX));
      const Mesh& mesh = problem.structure.mesh;
      for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
      {
        problem.design.initialDensity[e] = bar[std::size_t(4.0 * centreOf(mesh, e)[0])];
      }
      const auto optimizer = this->optimizer(problem);
      runSteps(*optimizer, 1);
      const std::vector<double> exact = temperaturesOfBar(bar);
      double sum = 0.0;
      for (const double temperature : exact)
      {
        sum += std::pow(temperature, 8.0);
      }
      const IterationRecord& record = optimizer->record();
      EXPECT_NEAR(record["VirtualTemperature_MinusX"] / exact.back(), 1.0, 1e-8);
      EXPECT_NEAR(
        record["VirtualTemperatureNorm_MinusX"] / std::pow(sum / 8.0, 1.0 / 8.0), 1.0, 1e-8);
      EXPECT_NEAR(record["ScaledVirtualTemperature_MinusX"] / exact.back(), 1.0, 1e-8);
    }
  }
  EXPECT_GT(temperaturesOfBar(bars[3]).back(), 1e4);
}

TEST_P(VirtualTemperatures, DerivativesAreThoseOfDifferences)
{
  Random random(3861);
  for (int trial = 0; trial < 8; ++trial)
  {
    const CellType type = AllCellTypes[std::size_t(trial) % AllCellTypes.size()];
    const bool isHex = type == CellType::Hexahedron || type == CellType::QuadraticHexahedron;
    ResponseSettings temperature = temperatureAt(trial % 3 == 0 ? PlusZ : 0.0, false);
    if (trial % 3 == 1)
    {
      temperature.region = UpperEdge;
    }
    temperature.parameters.emplace_back("Exponent", random.uniform(2.0, 20.0));
    TopologyProblem problem = boundedBox(
      type, isHex ? std::array<int, 3>{ 4, 3, 2 } : std::array<int, 3>{ 3, 2, 1 }, temperature);
    problem.design.settings.objective = temperature;
    problem.design.settings.constraints = { { { "Compliance" }, 1e6 } };
    problem.design.initialDensity = randomDensity(problem, random);
    if (trial > 3)
    {
      problem.design.densities.filter = FilterKind::Density;
      problem.design.densities.stages.projection = { ProjectionMode::Half, 8.0, 5, 0.0 };
    }
    problem.design.designRegion.assign(problem.design.initialDensity.size(), DesignRegion::Design);
    problem.design.designRegion[2] = DesignRegion::Void;
    problem.design.designRegion[3] = DesignRegion::Solid;
    SCOPED_TRACE("trial " + std::to_string(trial));
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    const std::string column =
      columnsOf(temperature, responseProblem(problem.structure, problem.design)).back();
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

TEST_P(VirtualTemperatures, ABoundConnectsTheDesign)
{
  TopologyProblem problem = twoCantilevers();
  const auto free = this->optimizer(problem);
  runSteps(*free, 141);
  problem.design.settings.constraints = { { temperatureAt(MinusX), 1.5 } };
  const auto bounded = this->optimizer(problem);
  runSteps(*bounded, 141);
  const DesignConditions conditions = elementConditions(problem);
  const Mesh& mesh = problem.structure.mesh;
  const DesignVerdict loose = judgeElements(conditions, mesh, free->density());
  const DesignVerdict connected = judgeElements(conditions, mesh, bounded->density());
  // Half of the material is at the other end.
  ASSERT_EQ(loose.connections.size(), 1u);
  EXPECT_NEAR(loose.connections[0].looseShare, 0.5, 0.05);
  EXPECT_EQ(loose.loosePieces, 0u);
  expectMessage(loose.faultText(), { "not connected to the side -X" });
  ASSERT_EQ(connected.connections.size(), 1u);
  EXPECT_EQ(connected.connections[0].looseShare, 0.0);
  EXPECT_EQ(connected.pieces, 1u);
  expectMessage(connected.remarkText(), { "connected to the side -X" });
  EXPECT_LT(bounded->record()["BoundExcess"], 0.02);
  // A bridge costs stiffness.
  EXPECT_GT(bounded->record().objective(), free->record().objective());
}

TEST_P(VirtualTemperatures, GoesOnFromAStateAndOnParts)
{
  TopologyProblem problem = twoCantilevers();
  problem.design.settings.constraints = { { temperatureAt(0.0), 1.2 },
    { temperatureAt(MinusX), 2.0 } };
  problem.structure.solver.reproducible = true;
  const auto whole = this->optimizer(problem);
  runSteps(*whole, 3);
  const OptimizationState state = whole->saveState();
  runSteps(*whole, 2);
  const auto resumed = this->optimizer(problem);
  resumed->restoreState(state);
  EXPECT_EQ(resumed->saveState().fields, state.fields);
  runSteps(*resumed, 2);
  EXPECT_EQ(resumed->density(), whole->density());
  EXPECT_LE(whole->peakDeviceMemory(), estimateDeviceMemory(problem));

  const auto divided = optimizerOn(std::vector<Device>(3, this->Used), problem, this->Silent);
  runSteps(*divided, 5);
  EXPECT_NEAR(divided->record()["VirtualTemperature_MinusX"],
    whole->record()["VirtualTemperature_MinusX"], 1e-6);
  EXPECT_LT(relativeDifference(whole->density(), divided->density()), 1e-5);
}

TEST_P(VirtualTemperatures, MemoryIsWithinTheEstimate)
{
  for (const CellType type : AllCellTypes)
  {
    const TopologyProblem problem = boundedBox(type, { 8, 6, 6 }, temperatureAt(MinusX));
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 2);
    EXPECT_LE(optimizer->peakDeviceMemory(), estimateDeviceMemory(problem));
  }
}

TEST(VirtualTemperatureInput, RefusesPlacesThatThereAreNot)
{
  const auto refused = [](const ResponseSettings& temperature, double bound = 3.0) {
    return refusal(boundedBox(CellType::Hexahedron, { 4, 2, 2 }, temperature, bound));
  };
  EXPECT_EQ(refused(temperatureAt(0.0)), "");
  EXPECT_EQ(refused({ "VirtualTemperature", UpperEdge }), "");
  expectMessage(refused(temperatureAt(7.0)), { "side", "7", "5 for +Z" });
  expectMessage(refused(temperatureAt(0.5)), { "side", "0.5" });
  expectMessage(refused({ "VirtualTemperature", 77 }), { "region 77 of points", "no point" });
  expectMessage(refused({ "VirtualTemperature", 0 }), { "region 0", "above 0" });
  expectMessage(refused({ "VirtualTemperature", UpperEdge, {}, { { "Side", 5.0 } } }),
    { "region 5", "side 5" });
  expectMessage(refused({ "VirtualTemperature", {}, {}, { { "Exponent", 0.5 } } }), { "exponent" });
  expectMessage(refused(temperatureAt(0.0), 0.0), { "bound on the virtual temperature" });

  TopologyProblem problem =
    boundedBox(CellType::Hexahedron, { 4, 2, 2 }, { "VirtualTemperature", UpperEdge });
  problem.design.pointRegion.clear();
  expectMessage(refusal(problem), { "no regions of points" });
  problem = boundedBox(CellType::Hexahedron, { 4, 2, 2 }, temperatureAt(MinusX));
  problem.design.pointRegion.clear();
  problem.design.volumeRegion.clear();
  problem.design.initialDensity.clear();
  append(problem, makeBoxMesh({ 1, 1, 1 }, { 1.0, 1.0, 1.0 }, { 5.0, 0.0, 0.0 }));
  for (std::size_t i = problem.structure.supports.size() - 24;
       i < problem.structure.supports.size(); ++i)
  {
    problem.structure.supports[i] = 1;
  }
  expectMessage(refusal(problem), { "side -X", "several bodies" });
}

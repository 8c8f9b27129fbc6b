// Tests of responses to loads that depend on the design: values, gradients and trajectories of a
// plain program in Python, and derivatives against differences.

#include "Design/Response/ResponseBox.h"
#include "Optimization/Elements/LoadsOfDesigns.h"

#include "Optimization/Responses/ProblemResponses.h"
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
class ResponsesWithLoads : public LoadsOfDesigns
{
protected:
  /// Expects the value of the objective, of a stress that of its P-mean, and the norm of its
  /// gradient.
  void expectKnown(const TopologyProblem& problem, double value, double gradient)
  {
    SCOPED_TRACE(labelOf(problem.design.settings.objective));
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    const bool isStress = problem.design.settings.objective.response == "LargestStress";
    const std::string column = columnsOf(
      problem.design.settings.objective, responseProblem(problem.structure, problem.design))
                                 .back();
    const IterationRecord& record = optimizer->record();
    const double found = isStress ? record[column] : record.objective();
    const double scale = isStress ? record.objective() / found : 1.0;
    EXPECT_NEAR(found / value, 1.0, 1e-8);
    EXPECT_NEAR(vectorLength(optimizer->gradient()) / (scale * gradient), 1.0, 1e-7);
  }

  /// Expects a column of the designs 0, 1, 2, 5, 10 and 20.
  void expectTrajectory(const TopologyProblem& problem, const std::vector<std::string>& columns,
    const std::array<double, 6>& values)
  {
    const auto optimizer = this->optimizer(problem);
    std::size_t i = 0;
    for (const int design : { 0, 1, 2, 5, 10, 20 })
    {
      while (optimizer->iteration() < design)
      {
        ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
      }
      double value = optimizer->record()[columns.front()];
      for (const std::string& column : columns)
      {
        value = std::max(value, optimizer->record()[column]);
      }
      EXPECT_NEAR(value / values[i++], 1.0, 1e-6) << columns.front() << " " << design;
    }
    EXPECT_LE(optimizer->peakDeviceMemory(), estimateDeviceMemory(problem));
  }
};
INSTANTIATE_TEST_SUITE_P(
  Every, ResponsesWithLoads, ::testing::ValuesIn(deviceRequests()), deviceName);

/// The temperature 5 x with an expansion of 1.
void expandAlongX(TopologyProblem& problem, double slope = 5.0)
{
  ThermalStrain& thermal = problem.structure.ofDesign.thermal;
  const Mesh& mesh = problem.structure.mesh;
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    thermal.temperature.push_back(slope * mesh.points[3 * n]);
  }
  thermal.expansion = 1.0;
}

TopologyProblem weighted(TopologyProblem problem)
{
  problem.structure.ofDesign.weight = { 0.0, 0.0, -2.0 };
  return problem;
}

TopologyProblem withRamp(TopologyProblem problem)
{
  problem.design.densities.interpolation = Interpolation::Ramp;
  problem.design.densities.penalization = 8.0;
  problem.structure.solver.tolerance = 1e-11;
  problem.design.initialDensity.clear();
  return problem;
}

ResponseSettings reactionOfEdge()
{
  return { "Reaction", LowerEdge, {}, { { "DirectionX", 0.3 }, { "DirectionZ", 1.0 } } };
}

/// All responses whose derivatives need those of the loads.
std::vector<ResponseSettings> responsesToLoads()
{
  return { { "Compliance" }, { "Compliance", {}, { "Side" } },
    { "Compliance", {}, { "Down", "Twist" } }, { "WorstCompliance" },
    { "WorstCompliance", {}, {}, { { "Exponent", 0.0 } } }, displacementOf(UpperEdge, 2, "Down"),
    displacementOf(UpperEdge, 1), { "OutputDisplacement" }, reactionOfEdge(), { "LargestStress" },
    { "LargestStress", 7, { "Side" } } };
}

/// A small random part with three load cases, a region of points of each kind and output weights.
TopologyProblem randomPart(CellType type, Random& random)
{
  const bool isHex = type == CellType::Hexahedron;
  TopologyProblem problem =
    answerBox(type, isHex ? std::array<int, 3>{ 4, 2, 2 } : std::array<int, 3>{ 2, 1, 1 });
  supportEdge(problem);
  addTwoLoads(problem);
  problem.structure.loadCases[1].weight = 0.3;
  problem.structure.springs.assign(problem.structure.mesh.points.size(), 0.05);
  problem.design.outputWeights = random.vector(problem.structure.mesh.points.size(), -1.0, 1.0);
  problem.design.settings.minimumModulusRatio = 1e-3;
  problem.structure.solver.preconditioner = Preconditioner::Jacobi;
  problem.structure.solver.tolerance = 1e-12;
  problem.design.densities.filterRadius = isHex ? 0.6 : 1.2;
  problem.design.initialDensity = randomDensity(problem, random);
  problem.design.designRegion.assign(problem.design.initialDensity.size(), DesignRegion::Design);
  problem.design.settings.objective = { "Compliance" };
  problem.design.settings.constraints.clear();
  return problem;
}

/// The value that the gradient of a response is of: its P-mean for a stress, and of a worst
/// compliance without an exponent the largest of the compliances.
double valueOf(const IterationRecord& record, const TopologyProblem& problem)
{
  return record[columnsOf(
    problem.design.settings.objective, responseProblem(problem.structure, problem.design))
                  .back()];
}

struct LoadOfResponses
{
  std::string name;
  std::function<void(TopologyProblem&, Random&)> add;
};

std::vector<LoadOfResponses> loadsOfResponses()
{
  const auto addWeight = [](TopologyProblem& problem, Random&) {
    problem.structure.ofDesign.weight = { 0.5, -1.0, 2.0 };
  };
  const auto addTemperature = [](TopologyProblem& problem, Random& random)
  {
    problem.structure.ofDesign.thermal.temperature =
      random.vector(problem.structure.mesh.numberOfNodes(), -1.0, 1.0);
    problem.structure.ofDesign.thermal.expansion = 2.0;
  };
  const auto addHeat = [](TopologyProblem& problem, Random& random)
  {
    heat(problem);
    problem.structure.ofDesign.heat.heatSource =
      random.vector(problem.structure.mesh.numberOfElements(), -1.0, 2.0);
    problem.structure.ofDesign.thermal.reference = 0.3;
  };
  return { { "weight", addWeight }, { "temperature", addTemperature }, { "heat", addHeat },
    { "weight and heat",
      [=](TopologyProblem& problem, Random& random)
      {
        addWeight(problem, random);
        addHeat(problem, random);
      } } };
}
}

TEST_P(ResponsesWithLoads, AreKnown)
{
  TopologyProblem plain = answerBox();
  const TopologyProblem heavy = weighted(plain);
  TopologyProblem hot = plain;
  expandAlongX(hot);
  TopologyProblem heated = plain;
  heat(heated);
  struct Known
  {
    const TopologyProblem* problem;
    ResponseSettings response;
    double value;
    double gradient;
  };
  const std::vector<Known> all = {
    { &heavy, { "Compliance" }, 1191.739853, 576.1069815 },
    { &heavy, displacementOf(UpperEdge, 2), -669.8192404, 312.4915599 },
    { &heavy, { "LargestStress", 7 }, 102.2166199, 70.1616632 },
    { &heavy, { "Reaction", LowerEdge, {}, { { "DirectionZ", 1.0 } } }, 1.07676354, 0.1878702003 },
    { &hot, { "Compliance" }, 450.083901, 171.4745591 },
    { &hot, displacementOf(UpperEdge, 2), -381.3439596, 177.9354553 },
    { &hot, { "LargestStress", 7 }, 57.02136245, 37.14072153 },
    { &hot, { "Reaction", LowerEdge, {}, { { "DirectionZ", 1.0 } } }, 0.3783499986, 0.04174136976 },
    { &heated, { "Compliance" }, 781.7094844, 452.0771079 },
    { &heated, displacementOf(UpperEdge, 2), -376.1525864, 174.479169 },
    { &heated, { "LargestStress", 7 }, 56.63376583, 36.60820654 },
    { &heated, { "Reaction", LowerEdge, {}, { { "DirectionZ", 1.0 } } }, 0.3881576458,
      0.04210578274 },
  };
  for (const Known& known : all)
  {
    TopologyProblem problem = *known.problem;
    problem.design.settings.objective = known.response;
    if (known.response.response == "Reaction")
    {
      supportEdge(problem);
    }
    this->expectKnown(problem, known.value, known.gradient);
  }
  TopologyProblem three = weighted(heated);
  addTwoLoads(three);
  three.design.settings.objective = { "WorstCompliance" };
  this->expectKnown(three, 1596.143719, 847.6061146);
  three.design.settings.objective = { "LargestStress", 7 };
  this->expectKnown(three, 89.0705339, 60.71252351);
}

TEST_P(ResponsesWithLoads, HaveKnownTrajectories)
{
  TopologyProblem light = withRamp(weighted(answerBox()));
  light.design.settings.objective = { "Volume" };
  light.design.settings.constraints = { { displacementOf(UpperEdge, 2), -500.0,
    BoundSense::AtLeast } };
  this->expectTrajectory(light, { "VolumeFraction" },
    { 0.3, 0.357995289, 0.4849574959, 0.4020000478, 0.3495151645, 0.3340809378 });

  // Two terms are active. With a weight of 2 in -z one subproblem has bounds on terms that sink to
  // zero, so that its solution is not unique.
  TopologyProblem worst = withRamp(answerBox());
  worst.structure.ofDesign.weight = { 0.0, 0.8, 0.6 };
  addTwoLoads(worst);
  worst.design.settings.constraints.clear();
  worst.design.settings.objective = { "WorstCompliance", {}, {}, { { "Exponent", 0.0 } } };
  this->expectTrajectory(worst, { "Compliance_Down", "Compliance_Side", "Compliance_Twist" },
    { 649.5771122, 590.2760435, 551.2273252, 476.1081612, 392.969213, 350.3852044 });

  TopologyProblem hot = answerBox();
  expandAlongX(hot, 2.0);
  hot.design.initialDensity.clear();
  hot.structure.solver.tolerance = 1e-11;
  hot.design.settings.objective = { "Compliance" };
  hot.design.settings.constraints = { { { "LargestStress" }, 100.0 } };
  this->expectTrajectory(hot, { "StressNorm" },
    { 122.267843, 203.8286289, 98.29586918, 72.35999796, 71.89049979, 51.86365264 });
}

TEST_P(ResponsesWithLoads, HaveDerivativesOfDifferences)
{
  // Of each design all values are taken from runs with all responses.
  Random random(5201);
  for (const CellType type :
    { CellType::Hexahedron, CellType::Tetrahedron, CellType::QuadraticHexahedron })
  {
    for (const LoadOfResponses& load : loadsOfResponses())
    {
      SCOPED_TRACE(std::to_string(static_cast<int>(type)) + ", " + load.name);
      TopologyProblem problem = randomPart(type, random);
      load.add(problem, random);
      if (type == CellType::Hexahedron && problem.structure.ofDesign.hasWeight())
      {
        // This is solved in the order of a voxel grid.
        problem.structure.solver.preconditioner = Preconditioner::Multigrid;
      }
      const std::size_t n = problem.design.initialDensity.size();
      const std::vector<double> direction = random.vector(n, -1.0, 1.0);
      std::vector<std::vector<double>> gradients;
      std::vector<double> scales;
      const std::vector<ResponseSettings> responses = responsesToLoads();
      for (const ResponseSettings& response : responses)
      {
        problem.design.settings.objective = response;
        problem.design.settings.constraints.clear();
        if (describe(response).vanishesWithMaterial)
        {
          problem.design.settings.constraints = { { { "Compliance" }, 1e6 } };
        }
        const auto optimizer = this->optimizer(problem);
        runSteps(*optimizer, 1);
        gradients.push_back(optimizer->gradient());
        scales.push_back(
          response.response == "LargestStress" ? optimizer->record().objective() : 0.0);
        if (scales.back() != 0.0)
        {
          scales.back() /= valueOf(optimizer->record(), problem);
        }
      }
      const auto at = [&](double step)
      {
        TopologyProblem moved = problem;
        for (std::size_t e = 0; e < n; ++e)
        {
          moved.design.initialDensity[e] += step * direction[e];
        }
        std::vector<double> values;
        moved.design.settings.constraints.clear();
        moved.design.settings.objective = responses[4];
        for (const ResponseSettings& response : responses)
        {
          const bool isBounded = response.parameter("Exponent", 1.0) != 0.0;
          if (isBounded)
          {
            moved.design.settings.constraints.push_back({ response, 1e3 });
          }
        }
        const auto optimizer = this->optimizer(moved);
        runSteps(*optimizer, 1);
        for (const ResponseSettings& response : responses)
        {
          moved.design.settings.objective = response;
          values.push_back(response == responses[0] ? optimizer->record()["Compliance"]
                                                    : valueOf(optimizer->record(), moved));
        }
        return values;
      };
      const double h = 3e-4;
      const std::array<std::vector<double>, 4> values = { at(-2 * h), at(-h), at(h), at(2 * h) };
      for (std::size_t i = 0; i < responses.size(); ++i)
      {
        SCOPED_TRACE(labelOf(responses[i]) + " " + std::to_string(i));
        const double scale = scales[i] != 0.0 ? scales[i] : 1.0;
        const double difference =
          scale * (values[0][i] - 8 * values[1][i] + 8 * values[2][i] - values[3][i]) / (12 * h);
        const std::vector<double>& gradient = gradients[i];
        const double along =
          std::inner_product(gradient.begin(), gradient.end(), direction.begin(), 0.0);
        EXPECT_GT(vectorLength(gradient), 0.0);
        EXPECT_NEAR(difference, along, 1e-6 * vectorLength(gradient));
      }
    }
  }
}

TEST_P(ResponsesWithLoads, OfAllRobustDesignsKeepTheirState)
{
  Random random(5202);
  TopologyProblem problem = randomPart(CellType::Hexahedron, random);
  loadsOfResponses().back().add(problem, random);
  problem.structure.solver.tolerance = 1e-9;
  problem.structure.solver.reproducible = true;
  problem.structure.solver.preconditioner = Preconditioner::Jacobi;
  problem.design.densities.stages.projection = { ProjectionMode::Half, 4.0, 5, 0.0 };
  problem.design.densities.stages.robust = { true, 0.0, 0.1, 5, true };
  problem.design.settings.objective = { "WorstCompliance", {}, {}, { { "Exponent", 0.0 } } };
  problem.design.settings.constraints = { { { "LargestStress" }, 5.0 },
    { displacementOf(UpperEdge, 2, "Down"), 3.0 }, { reactionOfEdge(), 0.4 } };
  const auto whole = this->optimizer(problem);
  runSteps(*whole, 3);
  const auto other = this->optimizer(problem);
  other->restoreState(whole->saveState());
  EXPECT_EQ(other->gradient(), whole->gradient());
  EXPECT_EQ(other->saveState().fields, whole->saveState().fields);
  EXPECT_EQ(runSteps(*other, 3), runSteps(*whole, 3));
  EXPECT_LE(whole->peakDeviceMemory(), estimateDeviceMemory(problem));
}

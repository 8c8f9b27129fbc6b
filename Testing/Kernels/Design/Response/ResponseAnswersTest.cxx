// Tests of responses on the box of the known answers: values and gradients of a plain program in
// Python, and trajectories.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Design/Response/ResponseBox.h"
#include "Support/Refusals.h"

#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Verdict/DesignConditions.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class ResponseAnswers : public OptimizerOnDevice
{
protected:
  /// Expects the value of the objective, or of the column of which its gradient is, and the norm of
  /// this for the design after some iterations.
  void expectAnswer(const TopologyProblem& problem, double value, double gradient,
    const std::string& column = {}, int designs = 1)
  {
    SCOPED_TRACE(labelOf(problem.design.settings.objective));
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, designs);
    const IterationRecord& record = optimizer->record();
    EXPECT_NEAR((column.empty() ? record.objective() : record[column]) / value, 1.0, 1e-9);
    EXPECT_NEAR(vectorLength(optimizer->gradient()) / gradient, 1.0, 1e-8);
  }

  /// Values of a column for the designs 0, 1, 2, 5, 10 and 20, or the largest of some columns.
  struct Trajectory
  {
    std::vector<std::string> columns;
    std::array<double, 6> values;
  };

  void expectTrajectories(
    const TopologyProblem& problem, const std::vector<Trajectory>& trajectories)
  {
    const std::array<int, 6> designs = { 0, 1, 2, 5, 10, 20 };
    const auto optimizer = this->optimizer(problem);
    for (std::size_t i = 0; i < designs.size(); ++i)
    {
      while (optimizer->iteration() < designs[i])
      {
        ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
      }
      for (const Trajectory& of : trajectories)
      {
        double value = optimizer->record()[of.columns.front()];
        for (const std::string& column : of.columns)
        {
          value = std::max(value, optimizer->record()[column]);
        }
        EXPECT_NEAR(value / of.values[i], 1.0, 1e-6) << of.columns.front() << " " << designs[i];
      }
    }
    this->Last = optimizer->record();
  }

  IterationRecord Last; ///< of the last trajectory
};
}

TEST_P(ResponseAnswers, AreKnown)
{
  TopologyProblem problem = answerBox();
  ResponseSettings& objective = problem.design.settings.objective;
  objective = displacementOf(UpperEdge, 2);
  this->expectAnswer(problem, -386.0470636, 177.7534148);
  objective = { "CentreOfGravity", {}, {}, { { "Axis", 0.0 } } };
  this->expectAnswer(problem, 0.9999188706, 0.05464127261);
  objective = { "Mass", {}, {}, { { "Density", 7.5 } } };
  const auto mass = this->optimizer(problem);
  runSteps(*mass, 1);
  EXPECT_NEAR(mass->record().objective() / (7.5 * 2.0 * 0.493169276), 1.0, 1e-9);

  TopologyProblem loads = problem;
  addTwoLoads(loads);
  loads.structure.loadCases[0].weight = 0.7; // of no effect on single load cases and the worst
  loads.design.settings.objective = { "WorstCompliance" };
  this->expectAnswer(loads, 378.5525557, 175.5358178);
  loads.design.settings.objective = { "Compliance", {}, { "Down" } };
  this->expectAnswer(loads, 378.5247196, 175.5503732);
  loads.design.settings.objective = displacementOf(UpperEdge, 2, "Down");
  this->expectAnswer(loads, -386.0470636, 177.7534148);

  // The design does not move, while the sharpness is doubled to 8.
  problem.design.densities.stages.projection = { ProjectionMode::Half, 8.0, 1, 0.0 };
  problem.design.settings.moveLimit = 1e-15;
  objective = localVolume(0.3, false);
  this->expectAnswer(problem, 0.7318686041, 0.1006397776,
    columnsOf(objective, responseProblem(problem.structure, problem.design)).back(), 4);

  TopologyProblem supported = answerBox();
  supportEdge(supported);
  supported.design.settings.objective = { "Reaction", LowerEdge, {}, { { "DirectionZ", 1.0 } } };
  this->expectAnswer(supported, 0.3650203793, 0.04373265998);
}

TEST_P(ResponseAnswers, HaveKnownTrajectories)
{
  TopologyProblem problem = answerBox();
  problem.design.initialDensity.clear();
  problem.design.settings.objective = { "Compliance" };
  problem.structure.solver.tolerance = 1e-11;
  {
    SCOPED_TRACE("local volume");
    TopologyProblem local = problem;
    local.design.settings.constraints = { { localVolume(0.3, false), 0.35 } };
    this->expectTrajectories(local,
      { { { "Compliance" },
        { 1338.46555, 1137.60351, 990.593867, 840.073916, 731.740618, 649.999006 } } });
  }
  {
    SCOPED_TRACE("least volume");
    TopologyProblem light = problem;
    light.design.settings.objective = { "Volume" };
    light.design.settings.constraints = { { displacementOf(UpperEdge, 2), -400.0,
      BoundSense::AtLeast } };
    this->expectTrajectories(light,
      { { { "VolumeFraction" },
        { 0.3, 0.386692811, 0.412838249, 0.388853854, 0.360779119, 0.335423007 } } });
    // The verdict on the last design is that of the bound below.
    const std::vector<ColumnBound> bounds = boundsOf(light.structure, light.design);
    ASSERT_EQ(bounds.size(), 1U);
    EXPECT_EQ(bounds[0].column, "OutputDisplacement_5_Z");
    const BoundVerdict verdict = { bounds[0].column, this->Last[bounds[0].column], bounds[0].bound,
      bounds[0].sense };
    EXPECT_EQ(std::max(0.0, verdict.excess()), this->Last["BoundExcess"]);
    EXPECT_TRUE(verdict.isMet());
    EXPECT_GT((BoundVerdict{ "u", -410.0, -400.0, BoundSense::AtLeast }.excess()), 0.02);
  }
  {
    SCOPED_TRACE("worst of three");
    TopologyProblem worst = problem;
    addTwoLoads(worst);
    worst.design.settings.constraints.clear();
    const std::vector<std::string> columns = { "Compliance_Down", "Compliance_Side",
      "Compliance_Twist" };
    worst.design.settings.objective = { "WorstCompliance" };
    this->expectTrajectories(worst,
      { { columns, { 1338.46555, 1137.63394, 990.680116, 834.734789, 703.518433, 542.795271 } } });
    // The largest itself, by the optimizer's bound on all.
    worst.design.settings.objective.parameters = { { "Exponent", 0.0 } };
    this->expectTrajectories(worst,
      { { columns, { 1338.46555, 1137.59675, 990.63128, 834.432654, 702.928225, 512.968803 } } });
    worst.design.settings.optimizer = Optimizer::OptimalityCriteria;
    expectMessage(refusal(worst), { "largest of several values", "MMA" });
  }
  {
    SCOPED_TRACE("combined");
    TopologyProblem combined = problem;
    combined.structure.loadCases.push_back({ "Side", 1.0,
      consistentForces(
        combined.structure.mesh, [](const Point& p) { return isAt(p[0], 2.0); },
        Point{ 0.0, 1.0, 0.0 }) });
    combined.design.settings.volumeFraction = 0.4;
    combined.design.settings.objective = { "Compliance", {}, { "Down" } };
    combined.design.settings.constraints = { { displacementOf(UpperEdge, 1, "Side"), 250.0 } };
    StageSettings& stages = combined.design.densities.stages;
    stages.projection = { ProjectionMode::Half, 8.0, 5, 0.0 };
    stages.symmetry.mode = SymmetryMode::Planes;
    stages.symmetry.planes = 1; // Y
    stages.symmetry.center = { 1.0, 0.5, 0.5 };
    stages.overhang.direction = AxisDirection::PlusZ;
    const HistoryColumns columns = columnsOf(combined);
    EXPECT_EQ(columns[static_cast<std::size_t>(columns.find(ColumnRole::Objective))].name,
      "Compliance_Down");
    this->expectTrajectories(combined,
      { { { "Compliance_Down" },
          { 647.830954, 292.154973, 261.85523, 411.085618, 973.127769, 186.821548 } },
        { { "OutputDisplacement_5_Side_Y" },
          { 656.757443, 286.360841, 244.798577, 246.621984, 271.210693, 249.218303 } } });
  }
}

TRABECULA_ON_EVERY_DEVICE(ResponseAnswers);

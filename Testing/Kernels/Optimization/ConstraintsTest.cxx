#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns a cantilever for the method of moving asymptotes.
TopologyProblem problemForAsymptotes()
{
  TopologyProblem problem = cantilever({ 12, 6, 6 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-6;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.structure.solver.tolerance = 1e-8;
  return problem;
}

class Constraints : public OnDevice
{
protected:
  IterationRecord run(const TopologyProblem& problem, int steps)
  {
    Observer silent;
    TopologyOptimizer optimizer(problem, makeContext(this->Used), silent);
    for (int i = 0; i <= steps; ++i)
    {
      EXPECT_EQ(optimizer.step(silent), StepStatus::Advanced);
    }
    this->Density = optimizer.density();
    return optimizer.record();
  }

  std::vector<double> Density; ///< of the last run
};
}

TEST_P(Constraints, LengthyLeastVolumeUndoesLeastCompliance)
{
  // The minimum volume, with a bound on the compliance that an optimization of the compliance has
  // reached, is the volume of that optimization.
  TopologyProblem problem = problemForAsymptotes();
  problem.design.settings.volumeFraction = 0.3;
  const IterationRecord stiffest = this->run(problem, 60);
  EXPECT_NEAR(stiffest["VolumeFraction"], 0.3, 1e-3);

  problem.design.settings.objective = { "Volume" };
  problem.design.settings.volumeFraction = 0.6; // the initial volume fraction only
  problem.design.settings.constraints = { { { "Compliance" }, stiffest["Compliance"] } };
  const IterationRecord lightest = this->run(problem, 60);
  EXPECT_EQ(lightest.objective(), lightest["VolumeFraction"]);
  EXPECT_LE(lightest["Compliance"], 1.005 * stiffest["Compliance"]);
  EXPECT_NEAR(lightest["VolumeFraction"], 0.3, 0.01);
}

TEST_P(Constraints, ADisplacementIsBounded)
{
  // With the loads as weights, the output displacement equals the compliance. Both bounds have the
  // same solution, although one of them has an adjoint system.
  TopologyProblem problem = problemForAsymptotes();
  problem.design.settings.volumeFraction = 0.5;
  const double first = firstCompliance(problem, this->Used);
  problem.design.settings.objective = { "Volume" };
  problem.design.settings.constraints = { { { "Compliance" }, 1.5 * first } };
  const IterationRecord byCompliance = this->run(problem, 30);
  problem.design.outputWeights = problem.structure.loadCases[0].forces;
  problem.design.settings.constraints[0].response = { "OutputDisplacement" };
  const IterationRecord byDisplacement = this->run(problem, 30);
  EXPECT_NEAR(byDisplacement["OutputDisplacement"] / byDisplacement["Compliance"], 1.0, 1e-6);
  EXPECT_LE(byDisplacement["OutputDisplacement"], 1.005 * 1.5 * first);
  EXPECT_NEAR(byDisplacement["VolumeFraction"], byCompliance["VolumeFraction"], 1e-3);
}

TEST_P(Constraints, VolumesOfRegionsAreBounded)
{
  TopologyProblem problem = problemForAsymptotes();
  problem.design.settings.volumeFraction = 0.4;
  const std::size_t elements = problem.structure.mesh.numberOfElements();
  for (std::size_t e = 0; e < elements; ++e)
  {
    problem.design.volumeRegion.push_back(e % 12 < 4 ? 1 : e % 12 < 8 ? 2 : 3);
  }
  problem.design.settings.constraints = { { { "Volume", 1 }, 0.2 }, { { "Volume", 2 }, 0.35 } };
  const IterationRecord record = this->run(problem, 40);
  std::vector<double> volumes(4, 0.0);
  std::vector<double> counts(4, 0.0);
  for (std::size_t e = 0; e < elements; ++e)
  {
    volumes[static_cast<std::size_t>(problem.design.volumeRegion[e])] += this->Density[e];
    counts[static_cast<std::size_t>(problem.design.volumeRegion[e])] += 1.0;
  }
  EXPECT_NEAR(record["VolumeFraction_1"], volumes[1] / counts[1], 1e-12);
  EXPECT_NEAR(record["VolumeFraction_2"], volumes[2] / counts[2], 1e-12);
  EXPECT_LE(record["VolumeFraction_1"], 0.2 + 1e-3);
  EXPECT_LE(record["VolumeFraction_2"], 0.35 + 1e-3);
  EXPECT_LE(record["VolumeFraction"], 0.4 + 1e-3);
  // At the clamped end, material is most effective, so that this bound is active.
  EXPECT_GE(record["VolumeFraction_1"], 0.2 - 1e-3);

  const HistoryColumns columns = columnsOf(problem);
  EXPECT_GE(columns.find("VolumeFraction_1"), 0);
  EXPECT_GE(columns.find("VolumeFraction_2"), 0);
  EXPECT_EQ(columns.find("VolumeFraction_3"), -1);
}

TEST_P(Constraints, AStateGoesOnWhereItWas)
{
  TopologyProblem problem = problemForAsymptotes();
  problem.design.settings.volumeFraction = 0.5;
  const double first = firstCompliance(problem, this->Used);
  problem.design.settings.objective = { "Volume" };
  problem.design.settings.constraints = { { { "Compliance" }, 1.5 * first } };
  problem.structure.solver.reproducible = true;
  Observer silent;
  TopologyOptimizer whole(problem, makeContext(this->Used), silent);
  runSteps(whole, 4);
  const OptimizationState state = whole.saveState();
  runSteps(whole, 3);
  TopologyOptimizer second(problem, makeContext(this->Used), silent);
  second.restoreState(state);
  runSteps(second, 3);
  EXPECT_EQ(second.density(), whole.density());
  EXPECT_EQ(second.historyRow().values.front(), whole.historyRow().values.front());
}

TRABECULA_ON_EVERY_DEVICE(Constraints);

TEST(BadConstraints, AreNamed)
{
  TopologyProblem problem = problemForAsymptotes();
  problem.design.settings.objective = { "Volume" };
  EXPECT_NE(refusal(problem).find("Give a bound on the compliance"), std::string::npos);
  problem.design.settings.constraints = { { { "Compliance" }, -1.0 } };
  EXPECT_NE(refusal(problem).find("bound on the compliance is -1"), std::string::npos);
  problem.design.settings.constraints[0].bound = 10.0;
  EXPECT_EQ(refusal(problem), "");
  problem.design.densities.filter = FilterKind::Sensitivity;
  EXPECT_NE(refusal(problem).find("Choose the density filter"), std::string::npos);
  problem.design.densities.filter = FilterKind::Density;
  problem.design.settings.optimizer = Optimizer::OptimalityCriteria;
  EXPECT_NE(refusal(problem).find("Choose the optimizer MMA."), std::string::npos);
  // If only the objective was chosen, the message names all other changes that are needed.
  TopologyProblem chosen = problem;
  chosen.design.settings.constraints.clear();
  chosen.design.densities.filter = FilterKind::Sensitivity;
  expectMessage(
    refusal(chosen), { "optimizer MMA", "density filter", "a bound on the compliance" });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.constraints[0].response = { "OutputDisplacement" };
  EXPECT_NE(refusal(problem).find("There is no output"), std::string::npos);
  problem = problemForAsymptotes();
  problem.design.settings.constraints = { { { "Volume", 7 }, 0.2 } };
  EXPECT_NE(refusal(problem).find("there are no volume regions"), std::string::npos);
  problem.design.volumeRegion.assign(problem.structure.mesh.numberOfElements(), 1);
  EXPECT_NE(refusal(problem).find("no element has this number"), std::string::npos);
  problem.design.volumeRegion[0] = 7;
  EXPECT_EQ(refusal(problem), "");
  problem.design.volumeRegion.pop_back();
  EXPECT_NE(refusal(problem).find("Volume region has"), std::string::npos);
}

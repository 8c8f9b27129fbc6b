// Tests of the largest stress by its P-mean: known answers, state, bounds and refusals.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Design/Response/StressNormProblems.h"
#include "Support/Refusals.h"

#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Verdict/DesignConditions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
double norm(const std::vector<double>& values)
{
  double sum = 0.0;
  for (const double value : values)
  {
    sum += value * value;
  }
  return std::sqrt(sum);
}

class StressNorms : public OptimizerOnDevice
{
protected:
  /// Returns PM and the norm of its gradient; the gradient of the optimizer is that of c PM.
  std::array<double, 2> normAndGradient(const TopologyProblem& problem)
  {
    const auto optimizer = this->optimizer(problem);
    EXPECT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
    const std::string suffix = "_7";
    const double pm = optimizer->record()["StressNorm" + suffix];
    const double scale = optimizer->record()["ScaledStressNorm" + suffix] / pm;
    EXPECT_NEAR(optimizer->record().objective() / (scale * pm), 1.0, 1e-14) << "first scale";
    return { pm, norm(optimizer->gradient()) / scale };
  }
};
}

TEST_P(StressNorms, HaveKnownAnswersOnAllElements)
{
  struct Known
  {
    CellType type;
    double value;
    double gradient;
  };
  for (const Known& known : { Known{ CellType::Tetrahedron, 38.27637057, 21.00661007 },
         Known{ CellType::QuadraticTetrahedron, 48.1405124, 27.5256702 },
         Known{ CellType::Hexahedron, 56.89897275, 36.945474 },
         Known{ CellType::QuadraticHexahedron, 64.10000649, 45.52971446 } })
  {
    const auto [value, gradient] = this->normAndGradient(knownBox(known.type));
    EXPECT_NEAR(value / known.value, 1.0, 1e-9) << static_cast<int>(known.type);
    EXPECT_NEAR(gradient / known.gradient, 1.0, 1e-9) << static_cast<int>(known.type);
  }
}

TEST_P(StressNorms, HaveKnownAnswersOfThreeLoads)
{
  TopologyProblem problem = knownBox(CellType::Hexahedron);
  addTwoLoads(problem);
  // Weights of load cases have an effect on the compliance only.
  problem.structure.loadCases[1].weight = 0.3;
  const auto [value, gradient] = this->normAndGradient(problem);
  EXPECT_NEAR(value / 49.74282965, 1.0, 1e-9);
  EXPECT_NEAR(gradient / 32.01451228, 1.0, 1e-9);
}

TEST_P(StressNorms, HaveKnownTrajectoriesOfTheBracket)
{
  // The results are those of the reference program, with a projection whose sharpness is doubled
  // after 5 designs each: a bound of 500 on the stress, and the least PM with a bound of 3000 on
  // the compliance.
  struct Known
  {
    ResponseSettings objective;
    ResponseConstraint constraint;
    std::array<double, 6> compliances;
    std::array<double, 6> norms;
  };
  const std::array<int, 6> designs = { 0, 1, 2, 5, 10, 20 };
  for (const Known& known :
    { Known{ { "Compliance" }, { { "LargestStress" }, 500.0 },
        { 20507.0553, 14327.2837, 10094.7697, 4027.26499, 2399.50914, 3564.34052 },
        { 2332.4437, 1561.40017, 1130.9969, 506.064167, 345.250814, 470.725955 } },
      Known{ { "LargestStress" }, { { "Compliance" }, 3000.0 },
        { 20507.05531, 12147.77168, 8279.275863, 3027.488688, 2591.509284, 3004.787415 },
        { 2332.443698, 1466.145274, 1036.953763, 404.9340887, 416.3513568, 414.5317368 } } })
  {
    SCOPED_TRACE(known.objective.response);
    TopologyProblem problem = lBracket();
    problem.design.settings.objective = known.objective;
    problem.design.settings.constraints = { known.constraint };
    problem.design.densities.stages.projection = { ProjectionMode::Half, 8.0, 5, 0.0 };
    const auto optimizer = this->optimizer(problem);
    int design = -1;
    for (std::size_t i = 0; i < designs.size(); ++i)
    {
      for (; design < designs[i]; ++design)
      {
        ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
      }
      EXPECT_NEAR(optimizer->record()["Compliance"] / known.compliances[i], 1.0, 1e-6) << design;
      EXPECT_NEAR(optimizer->record()["StressNorm"] / known.norms[i], 1.0, 1e-6) << design;
    }
  }
}

TEST_P(StressNorms, SlowLowerTheStressOfTheBracket)
{
  // The designs are those of the reference program after 200 iterations, thresholded at a density
  // of 1/2. Their largest stress and volume are compared.
  struct Known
  {
    double exponent; ///< 0: the compliance is minimized, without the stress
    double stress;
    double volume;
  };
  for (const Known& known : { Known{ 0.0, 574.0, 0.400 }, Known{ 8.0, 513.0, 0.401 } })
  {
    TopologyProblem problem = lBracket(40, 1);
    problem.structure.solver.tolerance = 1e-9;
    OptimizationSettings& settings = problem.design.settings;
    problem.design.densities.filterRadius = 0.07;
    problem.design.densities.stages.projection = { ProjectionMode::Half, 8.0, 30, 0.0 };
    if (known.exponent > 0.0)
    {
      settings.objective = { "LargestStress", {}, {}, { { "Exponent", known.exponent } } };
      settings.constraints = { { { "Compliance" }, 2700.0 } };
    }
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 201);
    TopologyProblem cut = lBracket(40, 1);
    cut.design.densities.filter = FilterKind::None;
    cut.design.settings.minimumModulusRatio = 1e-9;
    cut.design.settings.constraints = { { { "LargestStress" }, 1e9 } };
    cut.design.initialDensity = optimizer->density();
    for (double& value : cut.design.initialDensity)
    {
      value = value > 0.5 ? 1.0 : 0.0;
    }
    const auto analysed = this->optimizer(cut);
    runSteps(*analysed, 1);
    EXPECT_NEAR(analysed->record()["LargestStress"], known.stress, 0.5);
    // The volume has three digits. By rounding, an element with a density of 1/2 may be on either
    // side of the threshold, and all elements have the same volume.
    const double element = 1.0 / static_cast<double>(cut.structure.mesh.numberOfElements());
    EXPECT_NEAR(analysed->record()["VolumeFraction"], known.volume, 5e-4 + element);
  }
}

TEST_P(StressNorms, KeepTheirScaleInStates)
{
  TopologyProblem problem = knownBox(CellType::Hexahedron);
  addTwoLoads(problem);
  problem.design.initialDensity.clear();
  problem.design.settings.objective = { "Compliance" };
  problem.design.settings.constraints = { { { "LargestStress", 7 }, 50.0 },
    { { "LargestStress", {}, { "Twist" } }, 40.0 } };
  problem.structure.solver.reproducible = true;
  problem.structure.solver.tolerance = 1e-8;
  problem.design.settings.densityChangeTolerance = 0.0;
  const auto whole = this->optimizer(problem);
  double scale = 0.0;
  for (int k = 0; k < 3; ++k)
  {
    ASSERT_EQ(whole->step(this->Silent), StepStatus::Advanced);
    const IterationRecord& record = whole->record();
    const double ratio = record["LargestStress_7"] / record["StressNorm_7"];
    scale = k == 0 ? ratio : 0.5 * (scale + ratio);
    EXPECT_NEAR(record["ScaledStressNorm_7"] / record["StressNorm_7"] / scale, 1.0, 1e-13);
  }
  const OptimizationState state = whole->saveState();
  EXPECT_NEAR(state.scalar("stressScale_7") / scale, 1.0, 1e-13);
  runSteps(*whole, 3);
  const auto other = this->optimizer(problem);
  runSteps(*other, 1);
  other->restoreState(state);
  runSteps(*other, 3);
  EXPECT_EQ(other->density(), whole->density());
  std::vector<double> values = whole->historyRow().values;
  std::vector<double> again = other->historyRow().values;
  values.pop_back(); // seconds
  again.pop_back();
  EXPECT_EQ(again, values);
}

TEST_P(StressNorms, AreBounded)
{
  // The compliance of a beam is minimized with a bound below the stress of the stiffest design.
  TopologyProblem problem = knownBox(CellType::Hexahedron);
  problem.design.initialDensity.clear();
  problem.design.settings.objective = { "Compliance" };
  problem.design.settings.constraints.clear();
  problem.design.settings.volumeFraction = 0.4;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.structure.solver.tolerance = 1e-8;
  problem.design.settings.constraints = { { { "LargestStress", 7 }, 1e9 } };
  const auto stiffest = this->optimizer(problem);
  runSteps(*stiffest, 40);
  const double bound = 0.85 * stiffest->record()["LargestStress_7"];
  problem.design.settings.constraints = { { { "LargestStress", 7 }, bound } };
  const auto bounded = this->optimizer(problem);
  runSteps(*bounded, 40);
  EXPECT_LT(bounded->record()["ScaledStressNorm_7"], 1.01 * bound);
  EXPECT_LT(bounded->record()["LargestStress_7"], 1.05 * bound);
  EXPECT_GT(bounded->record()["Compliance"], stiffest->record()["Compliance"]);
  const std::vector<ColumnBound> bounds = boundsOf(problem.structure, problem.design);
  ASSERT_EQ(bounds.size(), 2u);
  EXPECT_EQ(bounds[1].column, "LargestStress_7");
}

TRABECULA_ON_EVERY_DEVICE(StressNorms);

TEST(StressNorm, NamesItsColumns)
{
  const TopologyProblem problem = good();
  const ResponseProblem data =
    responseProblem(problem.structure, problem.design, problem.structure.mesh);
  const std::vector<std::string> expected = { "LargestStress", "ScaledStressNorm", "StressNorm" };
  EXPECT_EQ(columnsOf({ "LargestStress" }, data), expected);
  EXPECT_EQ(
    columnsOf({ "LargestStress", 3, { "Wind", "Snow" }, { { "Exponent", 16.0 } } }, data)[0],
    "LargestStress_3_Wind_Snow_P16");
}

TEST(StressNorm, RefusesWhatHasNoMeaning)
{
  TopologyProblem problem = good();
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::None;
  ResponseConstraint bound = { { "LargestStress" }, 2.0 };
  const auto refused = [&]
  {
    problem.design.settings.constraints = { bound };
    return refusal(problem);
  };
  EXPECT_EQ(refused(), "");
  bound.bound = 0.0;
  expectMessage(refused(), { "bound on the largest stress" });
  bound = { { "LargestStress", 9 }, 2.0 };
  expectMessage(refused(), { "largest stress of region 9", "no volume regions" });
  bound = { { "LargestStress", {}, { "Wind" } }, 2.0 };
  expectMessage(refused(), { "load case 'Wind'" });
  bound = { { "LargestStress", {}, {}, { { "Exponent", 0.5 } } }, 2.0 };
  expectMessage(refused(), { "exponent of the largest stress" });
  // Without material there is no stress, so that neither its minimization nor a bound on it results
  // in a structure.
  bound = { { "LargestStress" }, 2.0 };
  problem.design.densities.filter = FilterKind::Sensitivity;
  problem.design.densities.filterRadius = 1.5;
  expectMessage(refused(), { "exact sensitivities", "density filter" });
  problem.design.densities.filter = FilterKind::None;
  problem.design.settings.objective = { "Volume" };
  expectMessage(refused(), { "objective is the volume", "nothing else is bounded" });
  problem.design.settings.objective = { "LargestStress" };
  expectMessage(refused(), { "objective is the largest stress", "nothing else is bounded" });
  bound = { { "Compliance" }, 2.0 };
  EXPECT_EQ(refused(), "");
  problem.design.settings.optimizer = Optimizer::OptimalityCriteria;
  expectMessage(refused(), { "objective is the largest stress", "MMA" });
}

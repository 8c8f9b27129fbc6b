// Tests of a response that is not part of the library, through the public interface: adjoint
// systems for each load case, columns, state, texts and checks.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Design/Response/SumOfSquares.h"
#include "Support/Refusals.h"

#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Settings/ProblemIdentity.h"
#include "Optimization/TopologyTask.h"
#include "Optimization/Verdict/DesignConditions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class Responses : public OptimizerOnDevice
{
protected:
  static void SetUpTestSuite() { addSumOfSquares(); }

  /// Returns two load cases with different names and weights on distorted hexahedra.
  static TopologyProblem problem(Random& random)
  {
    TopologyProblem problem = distortedCantilever({ 4, 3, 3 }, random);
    problem.structure.loadCases[0].name = "First";
    problem.structure.loadCases[1].name = "Second";
    problem.design.settings.objective = { "SumOfSquares" };
    problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
    problem.design.densities.interpolation = Interpolation::ModifiedSimp;
    problem.design.settings.minimumModulusRatio = 1e-3;
    problem.design.densities.filter = FilterKind::None;
    problem.design.settings.densityChangeTolerance = 0.0;
    problem.structure.solver.tolerance = 1e-13;
    problem.design.initialDensity = randomDensity(problem, random);
    return problem;
  }

  double firstObjective(const TopologyProblem& problem)
  {
    const auto optimizer = this->optimizer(problem);
    optimizer->step(this->Silent);
    return optimizer->record().objective();
  }

  void expectDifferences(const TopologyProblem& problem, Random& random)
  {
    const auto optimizer = this->optimizer(problem);
    ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
    const std::vector<double> derivative = optimizer->sensitivity();
    double largest = 0.0;
    for (const double value : derivative)
    {
      largest = std::max(largest, std::abs(value));
    }
    ASSERT_GT(largest, 0.0);
    for (int trial = 0; trial < 6; ++trial)
    {
      const std::size_t e = random.index(problem.structure.mesh.numberOfElements());
      const double h = 1e-4 * problem.design.initialDensity[e];
      TopologyProblem up = problem;
      up.design.initialDensity[e] += h;
      TopologyProblem down = problem;
      down.design.initialDensity[e] -= h;
      const double difference = (this->firstObjective(up) - this->firstObjective(down)) / (2 * h);
      EXPECT_NEAR(difference, derivative[e], 1e-6 * largest) << "element " << e;
    }
  }
};

double squareOf(const std::vector<double>& values)
{
  double sum = 0.0;
  for (const double value : values)
  {
    sum += value * value;
  }
  return sum;
}
}

TEST_P(Responses, HaveAnAdjointForEachLoadCase)
{
  Random random(9101);
  TopologyProblem problem = this->problem(random);
  this->expectDifferences(problem, random);
  problem.design.settings.objective.parameters = { { "Density Weight", 40.0 } };
  this->expectDifferences(problem, random);
  problem.design.settings.objective.loadCases = { "Second" };
  problem.design.settings.objective.parameters = { { "Density Weight", 0.0 } };
  this->expectDifferences(problem, random);
}

TEST_P(Responses, HaveColumnsOfTheirOwn)
{
  Random random(9102);
  TopologyProblem problem = this->problem(random);
  problem.design.settings.objective.parameters = { { "Density Weight", 0.0 } };
  const HistoryColumns columns = columnsOf(problem);
  const std::vector<std::string> expected = { "SumOfSquares", "SumOfSquares_First",
    "SumOfSquares_Second", "Compliance", "Compliance_First", "Compliance_Second",
    "VolumeFraction" };
  EXPECT_EQ(responseColumns(columns), expected);
  EXPECT_EQ(columns.find(ColumnRole::Objective), 0);

  const auto optimizer = this->optimizer(problem);
  runSteps(*optimizer, 2);
  const double first = squareOf(optimizer->displacement(0));
  const double second = squareOf(optimizer->displacement(1));
  const IterationRecord& record = optimizer->record();
  EXPECT_NEAR(record["SumOfSquares_First"] / first, 1.0, 1e-12);
  EXPECT_NEAR(record["SumOfSquares_Second"] / second, 1.0, 1e-12);
  EXPECT_NEAR(record.objective() / (first + second), 1.0, 1e-12);
  EXPECT_EQ(record["BoundExcess"],
    std::max(0.0,
      (record["VolumeFraction"] - problem.design.settings.volumeFraction) /
        problem.design.settings.volumeFraction));
}

TEST_P(Responses, AreBoundedAsTheyAreMinimized)
{
  // The volume is minimized for the displacements of a stiff design.
  Random random(9103);
  TopologyProblem problem = this->problem(random);
  problem.design.initialDensity.assign(problem.structure.mesh.numberOfElements(), 0.6);
  problem.design.settings.volumeFraction = 0.6;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.settings.objective.parameters = { { "Density Weight", 0.0 } };
  const double bound = 1.3 * this->firstObjective(problem);
  problem.design.settings.constraints = { { problem.design.settings.objective, bound } };
  problem.design.settings.objective = { "Volume" };
  const auto optimizer = this->optimizer(problem);
  runSteps(*optimizer, 25);
  EXPECT_LE(optimizer->record()["SumOfSquares"], 1.01 * bound);
  EXPECT_GE(optimizer->record()["SumOfSquares"], 0.9 * bound);
  EXPECT_LT(optimizer->record()["VolumeFraction"], 0.58);
  const std::vector<ColumnBound> bounds = boundsOf(problem.structure, problem.design);
  ASSERT_EQ(bounds.size(), 1u);
  EXPECT_EQ(bounds[0].column, "SumOfSquares");
}

TEST_P(Responses, KeepTheirState)
{
  // The mesh is a lattice, whose numbering differs from that of the problem.
  Random random(9104);
  TopologyProblem problem = cantilever({ 8, 4, 4 });
  problem.structure.loadCases[0].name = "First";
  problem.structure.loadCases.push_back(
    { "Second", 0.5, random.vector(problem.structure.mesh.points.size(), -1e-2, 1e-2) });
  problem = renumber(problem, random).problem;
  problem.design.settings.objective = { "SumOfSquares" };
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-3;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.structure.solver.reproducible = true;
  problem.structure.solver.tolerance = 1e-10;
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;

  const auto whole = this->optimizer(problem);
  runSteps(*whole, 3);
  const OptimizationState state = whole->saveState();
  EXPECT_EQ(state.scalar("squares.iterates"), 3.0);
  runSteps(*whole, 3);
  const auto other = this->optimizer(problem);
  runSteps(*other, 1);
  other->restoreState(state);
  const OptimizationState again = other->saveState();
  EXPECT_EQ(again.scalars, state.scalars);
  EXPECT_EQ(again.fields, state.fields);
  runSteps(*other, 3);
  EXPECT_EQ(other->density(), whole->density());
  EXPECT_EQ(other->historyRow().values.front(), whole->historyRow().values.front());

  TopologyProblem unsorted = problem;
  unsorted.structure.solver.preconditioner = Preconditioner::Jacobi;
  const auto onMesh = this->optimizer(unsorted);
  runSteps(*onMesh, 3);
  const OptimizationState inOrder = onMesh->saveState();
  for (const char* name : { "squares.energies", "squares.adjoint0", "squares.adjoint1" })
  {
    ASSERT_FALSE(state.field(name).empty()) << name;
    EXPECT_LT(relativeDifference(inOrder.field(name), state.field(name)), 1e-5) << name;
  }
  OptimizationState damaged = state;
  damaged.fields.erase(std::find_if(damaged.fields.begin(), damaged.fields.end(),
    [](const auto& field) { return field.first == "squares.adjoint1"; }));
  EXPECT_THROW(other->restoreState(damaged), Error);
}

TEST_P(Responses, AreSolvedTogetherAsOneByOne)
{
  // Multigrid solves for several right-hand sides at once, unlike Jacobi's method.
  Random random(9105);
  TopologyProblem problem = cantilever({ 8, 4, 4 });
  for (int i = 1; i < 6; ++i)
  {
    problem.structure.loadCases.push_back({ "Load " + std::to_string(i), 1.0,
      random.vector(problem.structure.mesh.points.size(), -1e-2, 1e-2) });
  }
  problem.design.settings.objective = { "SumOfSquares" };
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::None;
  problem.design.initialDensity = randomDensity(problem, random);
  problem.structure.solver.tolerance = 1e-11;
  std::vector<std::vector<double>> derivatives;
  for (const Preconditioner preconditioner : { Preconditioner::Multigrid, Preconditioner::Jacobi })
  {
    problem.structure.solver.preconditioner = preconditioner;
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    derivatives.push_back(optimizer->sensitivity());
  }
  EXPECT_LT(relativeDifference(derivatives[0], derivatives[1]), 1e-7);
}

TRABECULA_ON_EVERY_DEVICE(Responses);

TEST(ResponseList, NamesWhatIsChosen)
{
  addSumOfSquares();
  TopologyProblem problem = good();
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::None;
  const std::uint64_t before = fingerprint(problem);
  problem.design.settings.constraints = { { { "SumOfSquares" }, 2.0 } };
  problem.design.settings.constraints[0].response.parameters = { { "Density Weight", 3.0 } };
  EXPECT_NE(fingerprint(problem), before);
  const ProblemIdentity identity = identify(problem);
  const auto valueOf = [&identity](const std::string& name)
  {
    const auto found = std::find_if(identity.begin(), identity.end(),
      [&](const IdentityPart& part) { return part.name == name; });
    return found == identity.end() ? "none" : found->value;
  };
  EXPECT_EQ(valueOf("Bound on Sum of Squares"), "2");
  EXPECT_EQ(valueOf("Bound on Sum of Squares, Density Weight"), "3");
  EXPECT_EQ(refusal(problem), "");
  ASSERT_EQ(responsesOf(problem.design.settings).size(), 3u);
  EXPECT_EQ(constraintsOf(problem.design.settings).size(), 2u);
  const ResponseSizes sizes = { 30, 7, 2 };
  EXPECT_EQ(responseMemory(problem.design.settings, sizes), (3 * 2 * 30 + 7) * sizeof(double));
}

TEST(ResponseList, RefusesWhatAResponseHasNot)
{
  addSumOfSquares();
  TopologyProblem problem = good();
  problem.design.settings.objective = { "Beauty" };
  expectMessage(refusal(problem), { "no response 'Beauty'", "Compliance", "OutputDisplacement" });
  problem.design.settings.objective = { "Compliance", 3 };
  expectMessage(refusal(problem), { "compliance", "of no region" });
  problem.design.settings.objective = { "Volume" };
  problem.design.settings.objective.loadCases = { "Force" };
  expectMessage(refusal(problem), { "volume", "all load cases" });
  problem.design.settings.objective = { "Compliance" };
  problem.design.settings.objective.parameters = { { "Exponent", 8.0 } };
  expectMessage(refusal(problem), { "compliance has no parameter 'Exponent'" });
  problem.design.settings.objective = { "SumOfSquares" };
  problem.design.settings.objective.loadCases = { "Wind" };
  expectMessage(refusal(problem), { "load case 'Wind'", "there is not" });
}

TEST(ResponseList, HasTheNumbersOfTheFilters)
{
  EXPECT_EQ(responseName(0), "Compliance");
  EXPECT_EQ(responseName(1), "OutputDisplacement");
  EXPECT_EQ(responseName(2), "Volume");
  EXPECT_THROW(responseName(1000), Error);
}

// Tests that optimizations continue bitwise from a state that was written to a file.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Run/CheckpointCases.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Optimization/TopologyExamples.h"
#include "Optimization/TopologyTask.h"
#include "Run/Checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class TopologyStates : public OptimizerOnDevice
{
protected:
  /// A run up to an iterate, and the data that its checkpoint needs.
  struct Run
  {
    std::unique_ptr<TopologyOptimizer> optimizer;
    HistoryColumns columns;
    std::vector<HistoryRow> history;
  };

  Run start(TopologyProblem problem)
  {
    problem.structure.solver.reproducible = true;
    problem.design.settings.densityChangeTolerance = 0.0;
    return { this->optimizer(problem), columnsOf(problem), {} };
  }

  void advance(Run& run, int steps)
  {
    for (int k = 0; k < steps; ++k)
    {
      ASSERT_EQ(run.optimizer->step(this->Silent), StepStatus::Advanced);
      run.history.push_back(run.optimizer->historyRow());
    }
  }

  /// Restores the iterate from a file in a new optimizer.
  Run resumed(const TopologyProblem& problem, const Run& from)
  {
    const std::string path = this->Folder.file("run.checkpoint");
    const ProblemIdentity identity = identify(problem);
    writeCheckpoint(path, makeCheckpoint(*from.optimizer, identity, from.columns, from.history));
    const Checkpoint checkpoint = readCheckpoint(path);
    requireSameProblem(path, checkpoint, identity);
    Run run = this->start(problem);
    run.optimizer->restoreState(checkpoint.state);
    run.history = checkpoint.history;
    return run;
  }

  static void expectSameBits(const Run& a, const Run& b, std::size_t loadCases)
  {
    expectSameHistory(a.columns, a.history, b.history);
    EXPECT_EQ(a.optimizer->iteration(), b.optimizer->iteration());
    EXPECT_EQ(a.optimizer->density(), b.optimizer->density());
    EXPECT_EQ(a.optimizer->strainEnergyDensity(), b.optimizer->strainEnergyDensity());
    EXPECT_EQ(a.optimizer->sensitivity(), b.optimizer->sensitivity());
    for (std::size_t i = 0; i < loadCases; ++i)
    {
      EXPECT_EQ(a.optimizer->displacement(i), b.optimizer->displacement(i));
    }
  }

  /// Runs to a random iterate, and continues from there with and without the file.
  void expectResumes(const TopologyProblem& problem, Random& random)
  {
    Run straight = this->start(problem);
    this->advance(straight, 1 + static_cast<int>(random.index(5)));
    Run other = this->resumed(problem, straight);
    expectSameBits(straight, other, problem.structure.loadCases.size());
    this->advance(straight, 4);
    this->advance(other, 4);
    expectSameBits(straight, other, problem.structure.loadCases.size());
  }

  TemporaryFolder Folder;
};

/// Returns the field of a name, which is added if there is none.
std::vector<double>& fieldOf(OptimizationState& state, const std::string& name)
{
  for (auto& field : state.fields)
  {
    if (field.first == name)
    {
      return field.second;
    }
  }
  return state.fields.emplace_back(name, std::vector<double>()).second;
}

void copyField(OptimizationState& state, const std::string& from, const std::string& to)
{
  std::vector<double> values = state.field(from);
  fieldOf(state, to) = std::move(values);
}

double& scalarOf(OptimizationState& state, const std::string& name)
{
  return std::find_if(state.scalars.begin(), state.scalars.end(),
    [&](const auto& scalar) { return scalar.first == name; })
    ->second;
}

/// An observer that stops the solver after a number of queries.
class StopsAfter : public Observer
{
public:
  explicit StopsAfter(int looks) : Looks(looks) {}
  bool stopRequested() override { return --this->Looks < 0; }

private:
  int Looks;
};
}

TEST_P(TopologyStates, ResumeCompliance)
{
  Random random(5101);
  for (const Optimizer optimizer : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    for (const FilterKind filter :
      { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
    {
      for (const Preconditioner preconditioner :
        { Preconditioner::Jacobi, Preconditioner::RigidBodyModes, Preconditioner::Multigrid })
      {
        SCOPED_TRACE("optimizer " + std::to_string(int(optimizer)) + " filter " +
          std::to_string(int(filter)) + " preconditioner " + std::to_string(int(preconditioner)));
        TopologyProblem problem = twoLoadCases(random);
        problem.design.settings.optimizer = optimizer;
        problem.design.densities.filter = filter;
        problem.structure.solver.preconditioner = preconditioner;
        problem.structure.solver.aggregates =
          preconditioner == Preconditioner::RigidBodyModes ? 9 : 0;
        this->expectResumes(problem, random);
      }
    }
  }
}

TEST_P(TopologyStates, SlowResumeMechanisms)
{
  Random random(5102);
  for (const Optimizer optimizer : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    for (const Preconditioner preconditioner :
      { Preconditioner::RigidBodyModes, Preconditioner::Multigrid })
    {
      SCOPED_TRACE("optimizer " + std::to_string(int(optimizer)) + " preconditioner " +
        std::to_string(int(preconditioner)));
      TopologyProblem problem = makeExample(TopologyExample::ForceInverter, { 10, 1 });
      problem.design.settings.optimizer = optimizer;
      problem.structure.solver.preconditioner = preconditioner;
      this->expectResumes(problem, random);
    }
  }
}

TEST_P(TopologyStates, ResumeRegionsOnDistortedMeshes)
{
  Random random(5103);
  for (int draw = 0; draw < 3; ++draw)
  {
    TopologyProblem problem = distortedCantilever({ 7, 4, 4 }, random);
    problem.design.designRegion.resize(problem.structure.mesh.numberOfElements());
    for (DesignRegion& region : problem.design.designRegion)
    {
      const std::size_t kind = random.index(10);
      region = static_cast<DesignRegion>(kind < 3 ? kind : 0);
    }
    unloadVoid(problem);
    problem.design.initialDensity = randomDensity(problem, random);
    problem.design.densities.interpolation =
      draw == 0 ? Interpolation::Simp : Interpolation::ModifiedSimp;
    problem.design.settings.optimizer =
      draw == 1 ? Optimizer::OptimalityCriteria : Optimizer::MovingAsymptotes;
    this->expectResumes(renumber(problem, random).problem, random);
  }
}

TEST_P(TopologyStates, ResumeAfterAStop)
{
  // An update was computed for an iterate that was not completed.
  Random random(5104);
  TopologyProblem problem = twoLoadCases(random);
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  Run straight = this->start(problem);
  this->advance(straight, 4);
  Run stopped = this->start(problem);
  stopped.optimizer->restoreState(straight.optimizer->saveState());
  stopped.history = straight.history;
  StopsAfter stops(1);
  ASSERT_EQ(stopped.optimizer->step(stops), StepStatus::Stopped);
  Run other = this->resumed(problem, stopped);
  for (Run* run : { &straight, &stopped, &other })
  {
    this->advance(*run, 4);
  }
  expectSameBits(straight, stopped, 2);
  expectSameBits(straight, other, 2);
}

TEST_P(TopologyStates, AnOptimizerThatIsElsewhereGoesBack)
{
  Random random(5105);
  TopologyProblem problem = twoLoadCases(random);
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Density;
  Run run = this->start(problem);
  this->advance(run, 3);
  const OptimizationState third = run.optimizer->saveState();
  const HistoryColumns columns;
  std::vector<HistoryRow> history = run.history;
  this->advance(run, 5);
  Run other = this->start(problem);
  this->advance(other, 6);
  other.optimizer->restoreState(third);
  other.history = history;
  this->advance(other, 5);
  expectSameBits(run, other, 2);
}

TEST_P(TopologyStates, SlowWhatMultigridTakesVoidForIsPartOfIt)
{
  TopologyProblem problem = cantilever({ 16, 8, 8 });
  problem.design.densities.minimumDensity = 1e-3;
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  problem.design.initialDensity.assign(problem.structure.mesh.numberOfElements(), 1e-3);
  for (std::size_t e = 0; e < problem.design.initialDensity.size(); e += 3)
  {
    problem.design.initialDensity[e] = 1.0;
  }
  Run first = this->start(problem);
  this->advance(first, 1);
  OptimizationState state = first.optimizer->saveState();
  EXPECT_GT(scalarOf(state, "leastModulus"), 0.0);
  scalarOf(state, "leastModulus") = 1e-5;
  first.optimizer->restoreState(state);
  EXPECT_EQ(first.optimizer->saveState().scalar("leastModulus"), 1e-5);
  Run same = this->resumed(problem, first);
  scalarOf(state, "leastModulus") = 1e-8;
  Run other = this->start(problem);
  other.optimizer->restoreState(state);
  other.history = first.history;
  for (Run* run : { &first, &same, &other })
  {
    this->advance(*run, 1);
  }
  expectSameBits(first, same, 1);
  EXPECT_NE(first.optimizer->displacement(), other.optimizer->displacement());
}

TEST_P(TopologyStates, ConvergeWhereTheRunWouldHave)
{
  TopologyProblem problem = cantilever({ 8, 4, 4 });
  Run straight = this->start(problem);
  straight.optimizer->setChangeTolerance(0.5);
  this->advance(straight, 2);
  ASSERT_EQ(straight.optimizer->step(this->Silent), StepStatus::Converged);
  Run other = this->resumed(problem, straight);
  other.optimizer->setChangeTolerance(0.5);
  EXPECT_EQ(other.optimizer->step(this->Silent), StepStatus::Converged);
}

TEST_P(TopologyStates, GoOnUpToRoundingWithoutReproducible)
{
  // The state is bitwise equal. On CUDA, the following iterates need not be, even if the same run
  // is repeated.
  Random random(5107);
  for (const Strategy strategy : { Strategy::Auto, Strategy::Recompute })
  {
    TopologyProblem problem = distortedCantilever({ 10, 6, 6 }, random);
    problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
    problem.design.settings.densityChangeTolerance = 0.0;
    problem.structure.solver.tolerance = 1e-12;
    problem.structure.solver.strategy = strategy;
    const auto first = this->optimizer(problem);
    runSteps(*first, 4);
    const auto second = this->optimizer(problem);
    second->restoreState(first->saveState());
    EXPECT_EQ(second->density(), first->density());
    EXPECT_EQ(second->displacement(1), first->displacement(1));
    EXPECT_EQ(second->sensitivity(), first->sensitivity());
    runSteps(*first, 3);
    runSteps(*second, 3);
    EXPECT_LT(relativeDifference(second->density(), first->density()), 1e-6);
    EXPECT_NEAR(second->record()["Compliance"] / first->record()["Compliance"], 1.0, 1e-8);
  }
}

TEST_P(TopologyStates, OfAnotherProblemAreRefused)
{
  const auto optimizer = this->optimizer(cantilever({ 6, 3, 3 }));
  EXPECT_THROW(optimizer->saveState(), Error); // there is no iterate yet
  runSteps(*optimizer, 2);
  const OptimizationState good = optimizer->saveState();
  const std::vector<double> density = optimizer->density();
  const std::vector<std::function<void(OptimizationState&)>> changes = {
    [](OptimizationState& s) { fieldOf(s, "design").pop_back(); },
    [](OptimizationState& s) { copyField(s, "design", "density"); },
    [](OptimizationState& s) { fieldOf(s, "energies").clear(); },
    [](OptimizationState& s) { s.fields.pop_back(); },
    [](OptimizationState& s) { fieldOf(s, "displacement0").push_back(0.0); },
    [](OptimizationState& s) { copyField(s, "displacement0", "displacement1"); },
    [](OptimizationState& s) { copyField(s, "displacement0", "adjoint"); },
    [](OptimizationState& s) { copyField(s, "energies", "adjointEnergies"); },
    [](OptimizationState& s) { copyField(s, "design", "last"); },
    [](OptimizationState& s) { copyField(s, "design", "upperAsymptotes"); },
    [](OptimizationState& s) { s.record.iteration = -1; },
    [](OptimizationState& s) { s.record.values.pop_back(); },
    [](OptimizationState& s) { fieldOf(s, "unknown") = { 1.0 }; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i)
  {
    OptimizationState state = good;
    changes[i](state);
    EXPECT_THROW(optimizer->restoreState(state), Error) << "change " << i;
    EXPECT_EQ(optimizer->density(), density);
  }
  EXPECT_NO_THROW(optimizer->restoreState(good));
}

TRABECULA_ON_EVERY_DEVICE(TopologyStates);

TEST(HostAgainstCuda, StatesGoFromOneToTheOther)
{
  if (!cudaAvailable())
  {
    GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
  }
  Random random(5106);
  TopologyProblem problem = twoLoadCases(random);
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.structure.solver.tolerance = 1e-12;
  Observer silent;
  TopologyOptimizer host(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  TopologyOptimizer cuda(problem, makeContext(selectDevice(DeviceRequest::Cuda)), silent);
  runSteps(host, 4);
  cuda.restoreState(host.saveState());
  EXPECT_EQ(cuda.density(), host.density());
  runSteps(host, 2);
  runSteps(cuda, 2);
  EXPECT_LT(relativeDifference(cuda.density(), host.density()), 1e-6);
}

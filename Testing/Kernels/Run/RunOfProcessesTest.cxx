// Tests runs that several processes compute together: threads stand for them.

#include "Optimization/Elements/FullBeam.h"
#include "Support/Parts/OnePart.h"
#include "Support/Problems.h"
#include "Support/TemporaryFolder.h"

#include "Optimization/TopologyTask.h"
#include "Run/BackgroundRun.h"
#include "Run/SynchronousRun.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
constexpr int Last = 4;

/// What a run shows of an iterate.
struct Shown
{
  double compliance = 0.0;
  std::vector<std::vector<double>> fields;
};

Shown shownOf(const TopologyOptimizer& optimizer, const HistoryColumns& columns)
{
  Shown shown;
  shown.compliance = valueOf(columns, optimizer.historyRow(), "Compliance");
  for (std::size_t i = 0; i < optimizer.fields().size(); ++i)
  {
    shown.fields.push_back(optimizer.field(i));
  }
  return shown;
}

RunProblem runOf(const TopologyProblem& problem, const CheckpointSettings& checkpoints,
  const std::shared_ptr<Parts>& parts)
{
  RunProblem run;
  run.task = std::make_unique<TopologyTask>(problem);
  run.device = DeviceRequest::Host;
  run.checkpoints = checkpoints;
  run.parts = parts;
  return run;
}
}

template <class Space>
class RunOfProcesses : public OnSpace<Space>
{
protected:
  static std::vector<Device> devices(int parts) { return devicesOfParts<Space>(parts); }

  /// Computes the iterates on a number of parts of one process.
  static std::vector<Shown> iterates(const TopologyProblem& problem, int parts)
  {
    Observer silent;
    TopologyOptimizer optimizer(problem, makeContext(devices(parts)), silent);
    std::vector<Shown> all;
    for (int i = 0; i <= Last; ++i)
    {
      runSteps(optimizer, 1);
      all.push_back(shownOf(optimizer, columnsOf(problem)));
    }
    return all;
  }

  /// The first process has the values, all have the history.
  static void expectIterate(
    const SynchronousRun& run, int number, const std::vector<Shown>& expected, int rank)
  {
    SCOPED_TRACE(std::to_string(number) + " on process " + std::to_string(rank));
    const std::shared_ptr<const RunIterate> iterate = run.iterate(number);
    ASSERT_TRUE(iterate);
    const Shown& shown = expected[static_cast<std::size_t>(number)];
    EXPECT_EQ(iterate->number(), number);
    EXPECT_NEAR(
      valueOf(iterate->columns, iterate->row, "Compliance") / shown.compliance, 1.0, 1e-9);
    ASSERT_EQ(iterate->values.size(), shown.fields.size());
    for (std::size_t i = 0; i < shown.fields.size(); ++i)
    {
      if (rank == 0)
      {
        EXPECT_LT(relativeDifference(shown.fields[i], iterate->values[i]), 1e-8) << i;
      }
      else
      {
        EXPECT_TRUE(iterate->values[i].empty()) << i;
      }
    }
    EXPECT_GT(iterate->bytes(), 0U);
  }
};
TYPED_TEST_SUITE(RunOfProcesses, Spaces, SpaceNames);

TYPED_TEST(RunOfProcesses, IsThatOfThreadsAndResumesAnywhere)
{
  TopologyProblem voxels = cantilever({ 20, 11, 10 });
  voxels.design.densities.filter = FilterKind::Density;
  voxels.structure.solver.preconditioner = Preconditioner::Multigrid;
  voxels.structure.solver.tolerance = 1e-11;
  TopologyProblem moving = fullBeam();
  moving.design.settings.optimizer = Optimizer::MovingAsymptotes;
  for (const TopologyProblem& problem : { fullBeam(), voxels, moving })
  {
    const std::vector<Shown> expected = this->iterates(problem, 3);
    TemporaryFolder folder;
    const std::string file = folder.file("run.tcp");
    runAsProcesses(this->devices(3),
      [&](const std::shared_ptr<Parts>& parts)
      {
        const int rank = parts->first();
        RunObserver observer;
        SynchronousRun run;
        run.setCacheBudget(0);
        EXPECT_TRUE(run.setProblem(runOf(problem, { file, 1, "" }, parts), observer));
        EXPECT_TRUE(run.computeTo(2, Last, observer));
        this->expectIterate(run, 2, expected, rank);
        EXPECT_TRUE(run.computeTo(1, Last, observer)); // again from the start
        this->expectIterate(run, 1, expected, rank);
        EXPECT_FALSE(run.setProblem(runOf(problem, { file, 1, "" }, parts), observer));
        EXPECT_TRUE(run.computeTo(3, Last, observer)); // from the state that was kept
        this->expectIterate(run, 3, expected, rank);
      });
    for (const int parts : { 1, 2, 4 })
    {
      SCOPED_TRACE(std::to_string(parts) + " processes");
      runAsProcesses(this->devices(parts),
        [&](const std::shared_ptr<Parts>& team)
        {
          RunObserver observer;
          SynchronousRun run;
          EXPECT_TRUE(run.setProblem(runOf(problem, { "", 1, file }, team), observer));
          EXPECT_TRUE(run.computeTo(Last, Last, observer));
          EXPECT_EQ(run.run().analyses(), 1);
          this->expectIterate(run, Last, expected, team->first());
          run.close(observer);
          EXPECT_TRUE(run.isEmpty());
        });
    }
  }
}

/// A problem of few unknowns without springs and prescribed displacements.
TopologyProblem quickProblem()
{
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  problem.structure.solver.preconditioner = Preconditioner::Jacobi;
  problem.structure.solver.tolerance = 1e-12;
  return problem;
}

/// A run in slices that is watched by its process.
class Sliced : public BackgroundRun
{
public:
  Sliced() : BackgroundRun(RunThread::Caller)
  {
    this->setChangeTolerance(0.0);
    this->setMaximumIterations(Last);
  }

  /// One iteration, or a set-up. @return the number of iterates
  std::size_t advanceOne()
  {
    this->advance(0.0);
    this->Now = this->report();
    return this->Now.rows.size();
  }
  double compliance() const
  {
    return valueOf(this->Now.columns, this->Now.rows.back(), "Compliance");
  }

  BackgroundReport Now;
};

// In slices the iterates are the same; a pause, a step, a stop and a checkpoint take effect between
// them.
TYPED_TEST(RunOfProcesses, ComputesInSlices)
{
  const TopologyProblem problem = quickProblem();
  const std::vector<Shown> expected = this->iterates(problem, 2);
  TemporaryFolder folder;
  const std::string file = folder.file("run.tcp");
  runAsProcesses(this->devices(2),
    [&](const std::shared_ptr<Parts>& parts)
    {
      const auto expectAt = [&](const Sliced& run, std::size_t iteration)
      {
        ASSERT_EQ(run.Now.rows.size(), iteration + 1);
        EXPECT_NEAR(run.compliance() / expected[iteration].compliance, 1.0, 1e-9);
        const bool hasValues = !run.Now.iterates.back()->values.front().empty();
        EXPECT_EQ(hasValues, parts->first() == 0);
      };
      Sliced run;
      run.advance(0.0); // there is nothing to compute
      EXPECT_EQ(run.state(), BackgroundState::Idle);
      run.compute(runOf(problem, { file, 100, "" }, parts));
      EXPECT_EQ(run.state(), BackgroundState::SettingUp);
      EXPECT_EQ(run.advanceOne(), 0U); // the set-up is a slice
      EXPECT_EQ(run.state(), BackgroundState::Running);
      EXPECT_EQ(run.advanceOne(), 1U);
      EXPECT_EQ(run.advanceOne(), 2U);
      EXPECT_GT(run.lastSlice(), 0.0);
      expectAt(run, 1);
      run.pause();
      EXPECT_EQ(run.advanceOne(), 2U);
      EXPECT_EQ(run.Now.state, BackgroundState::Paused);
      run.step();
      EXPECT_EQ(run.state(), BackgroundState::Running);
      run.advance(60.0); // no more than the step
      EXPECT_EQ(run.advanceOne(), 3U);
      expectAt(run, 2);
      EXPECT_EQ(run.Now.state, BackgroundState::Paused);
      EXPECT_GT(run.Now.deviceMemory, 0U);
      run.stop();
      EXPECT_EQ(run.state(), BackgroundState::Stopped);
      EXPECT_EQ(run.advanceOne(), 3U);
      EXPECT_EQ(run.Now.deviceMemory, 0U);
      Sliced resumed;
      resumed.compute(runOf(problem, { "", 1, file }, parts)); // which the stop has written
      resumed.advance(0.0);
      EXPECT_EQ(resumed.advanceOne(), 4U);
      expectAt(resumed, 3);
      run.compute(runOf(problem, { file, 100, "" }, parts));
      run.advance(60.0); // to the end
      EXPECT_EQ(run.advanceOne(), 1U + Last);
      EXPECT_EQ(run.Now.state, BackgroundState::Finished);
      expectAt(run, Last);
      EXPECT_EQ(run.Now.analyses, 1 + Last);
    });
}

// A new problem goes on from the present design, which the first process has; what is refused
// changes nothing.
TYPED_TEST(RunOfProcesses, GoesOnInSlices)
{
  TopologyProblem problem =
    cantilever({ 8, 4, 4 }); // held, so that the compliance is that of the load
  problem.structure.solver.preconditioner = Preconditioner::Jacobi;
  problem.structure.solver.tolerance = 1e-12;
  TopologyProblem changed = problem;
  changed.structure.material.youngsModulus *= 2.0;
  TopologyProblem wrong = problem;
  wrong.structure.material.youngsModulus = -1.0;
  const std::vector<Shown> plain = this->iterates(problem, 1);
  for (const int count : { 1, 2 })
  {
    runAsProcesses(this->devices(count),
      [&](const std::shared_ptr<Parts>& parts)
      {
        Sliced run;
        run.compute(runOf(problem, {}, parts));
        run.advance(0.0);
        run.advanceOne();
        ASSERT_EQ(run.advanceOne(), 2U);
        run.compute(runOf(wrong, {}, parts));
        run.advance(0.0);
        ASSERT_EQ(run.advanceOne(), 2U);
        EXPECT_EQ(run.Now.state, BackgroundState::Failed);
        EXPECT_NE(run.Now.failure, "");
        RunProblem next = runOf(changed, {}, parts);
        next.fromPresentDesign = true;
        run.compute(std::move(next));
        run.advance(0.0);
        ASSERT_EQ(run.advanceOne(), 3U);
        EXPECT_EQ(run.Now.state, BackgroundState::Running);
        // The present design, of a body that is twice as stiff.
        EXPECT_NEAR(2.0 * run.compliance() / plain[1].compliance, 1.0, 1e-8);
      });
  }
}
}

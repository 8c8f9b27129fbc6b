// Tests that a run does not depend on the method: it executes a toy problem like a structural one.

#include "Run/ToyOptimization.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Run/BackgroundRun.h"
#include "Run/SynchronousRun.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Rate = 0.25;
const std::vector<double> Target = { 1.0, -2.0, 4.0 };

RunProblem toy(double rate = Rate, const CheckpointSettings& checkpoints = {}, int duration = 0)
{
  auto task = std::make_unique<ToyTask>(Target, rate);
  task->setDuration(duration);
  RunProblem problem;
  problem.task = std::move(task);
  problem.device = DeviceRequest::Host;
  problem.checkpoints = checkpoints;
  return problem;
}

/// Iterate k of a toy that begins at zero.
std::vector<double> position(int k, double rate = Rate)
{
  std::vector<double> x(Target.size(), 0.0);
  for (int i = 0; i < k; ++i)
  {
    for (std::size_t j = 0; j < x.size(); ++j)
    {
      x[j] += rate * (Target[j] - x[j]);
    }
  }
  return x;
}

void expectIterate(const std::shared_ptr<const RunIterate>& iterate, int k)
{
  ASSERT_TRUE(iterate);
  EXPECT_EQ(iterate->number(), k);
  EXPECT_EQ(iterate->field("Position"), position(k));
  EXPECT_EQ(iterate->row.values.size(), 2U);
  ASSERT_EQ(iterate->fields.size(), 1U);
  EXPECT_EQ(iterate->fields[0].support, FieldSupport::Nodes);
}

/// Stores the texts, and requests a stop after a given text.
class Watcher : public RunObserver
{
public:
  void setText(const std::string& text) override { this->Texts.push_back(text); }
  void message(const std::string& text) override { this->Messages.push_back(text); }
  bool stopRequested() override
  {
    return !this->StopAt.empty() && this->Texts.back() == this->StopAt;
  }

  std::string StopAt;
  std::vector<std::string> Texts;
  std::vector<std::string> Messages;
};

class Runs : public ::testing::Test
{
protected:
  ~Runs() override { EXPECT_EQ(ToyTask::models, 0); }

  TemporaryFolder Folder;
};
}

TEST_F(Runs, ComputeInTheCallersThread)
{
  Watcher watcher;
  SynchronousRun run;
  EXPECT_TRUE(run.setProblem(toy(), watcher));
  EXPECT_TRUE(run.isEmpty());
  ASSERT_TRUE(run.computeTo(4, 6, watcher));
  expectIterate(run.iterate(4), 4);
  EXPECT_EQ(watcher.Texts.back().rfind("Iteration 4 of 6: distance ", 0), 0U);
  EXPECT_EQ(run.run().analyses(), 5);
  EXPECT_FALSE(run.setProblem(toy(), watcher)); // the same one
  ASSERT_TRUE(run.computeTo(2, 6, watcher));
  expectIterate(run.iterate(2), 2);
  EXPECT_EQ(run.run().analyses(), 5);

  // An evicted iterate is recomputed, and the latest one is kept.
  run.setCacheBudget(0);
  ASSERT_TRUE(run.computeTo(5, 6, watcher));
  ASSERT_TRUE(run.computeTo(1, 6, watcher));
  expectIterate(run.iterate(1), 1);
  EXPECT_EQ(run.run().analyses(), 8);
  ASSERT_TRUE(run.computeTo(6, 6, watcher));
  expectIterate(run.iterate(6), 6);
  EXPECT_EQ(run.run().analyses(), 9);
  EXPECT_EQ(run.run().rows().size(), 7U);

  // Convergence is determined by the column with this role.
  run.setChangeTolerance(0.9); // steps: 1, 0.75, ...
  EXPECT_EQ(run.clamp(6), 2);
  EXPECT_TRUE(run.setProblem(toy(0.5), watcher));
  EXPECT_TRUE(run.isEmpty());
}

TEST_F(Runs, AreStoppedAndGoOn)
{
  Watcher watcher;
  SynchronousRun run;
  watcher.StopAt = "";
  run.setProblem(toy(), watcher);
  ASSERT_TRUE(run.computeTo(2, 6, watcher));
  watcher.StopAt = watcher.Texts.back();
  EXPECT_FALSE(run.computeTo(6, 6, watcher));
  expectIterate(run.iterate(6), 2);
  watcher.StopAt.clear();
  EXPECT_TRUE(run.computeTo(6, 6, watcher));
  expectIterate(run.iterate(6), 6);
}

TEST_F(Runs, StayAsTheyWereWhereAProblemIsRefused)
{
  Watcher watcher;
  SynchronousRun run;
  run.setProblem(toy(), watcher);
  ASSERT_TRUE(run.computeTo(3, 6, watcher));
  EXPECT_THROW(run.setProblem(toy(-1.0), watcher), Error);
  RunProblem large = toy(0.5);
  large.memoryLimit = 8;
  EXPECT_THROW(run.setProblem(std::move(large), watcher), Error);
  EXPECT_THROW(run.setProblem(toy(Rate, { "", 1, this->Folder.file("none") }), watcher), Error);
  ASSERT_TRUE(run.computeTo(4, 6, watcher));
  expectIterate(run.iterate(4), 4);
  EXPECT_EQ(run.run().analyses(), 5);
}

TEST_F(Runs, MakeTheirModelsInContextsWithinALimitOfMemory)
{
  constexpr std::size_t limit = 4096;
  Watcher watcher;
  SynchronousRun run;
  RunProblem limited = toy();
  limited.memoryLimit = limit;
  run.setProblem(std::move(limited), watcher);
  EXPECT_EQ(run.run().device().availableMemory, limit);
  run.setCacheBudget(0);
  ASSERT_TRUE(run.computeTo(3, 6, watcher));
  ASSERT_TRUE(run.computeTo(1, 6, watcher)); // by a model that is made again
  EXPECT_EQ(run.run().device().availableMemory, limit);
  run.setProblem(toy(0.5), watcher);
  EXPECT_GT(run.run().device().availableMemory, limit);
}

TEST_F(Runs, KeepCheckpointsAndResume)
{
  const std::string file = this->Folder.file("toy.checkpoint");
  Watcher watcher;
  {
    SynchronousRun run;
    run.setProblem(toy(Rate, { file, 2, "" }), watcher);
    ASSERT_TRUE(run.computeTo(5, 6, watcher));
    EXPECT_EQ(readCheckpoint(file).iteration(), 4);
    ASSERT_TRUE(run.computeTo(6, 6, watcher));
    EXPECT_EQ(readCheckpoint(file).iteration(), 6);
  }
  SynchronousRun plain;
  plain.setProblem(toy(Rate, { "", 2, file }), watcher);
  EXPECT_NE(plain.run().origin().find("Resumed at iteration 6"), std::string::npos);
  ASSERT_TRUE(plain.computeTo(8, 8, watcher));
  expectIterate(plain.iterate(8), 8);
  EXPECT_EQ(plain.run().analyses(), 2);
  ASSERT_EQ(plain.run().rows().size(), 9U);
  EXPECT_GT(plain.run().rows()[0].values[0], plain.run().rows()[8].values[0]);

  BackgroundRun background;
  background.setChangeTolerance(0.0);
  background.setMaximumIterations(8);
  background.compute(toy(Rate, { file, 2, file }));
  background.wait();
  const BackgroundReport report = background.report();
  EXPECT_EQ(report.state, BackgroundState::Finished) << report.failure;
  EXPECT_EQ(report.rows.size(), 9U);
  ASSERT_EQ(report.iterates.size(), 3U);
  expectIterate(report.iterates.front(), 6);
  expectIterate(report.iterates.back(), 8);
  EXPECT_EQ(readCheckpoint(file).iteration(), 8);

  try
  {
    SynchronousRun other;
    other.setProblem(toy(0.5, { "", 2, file }), watcher);
    FAIL() << "not refused";
  }
  catch (const Error& error)
  {
    EXPECT_NE(std::string(error.what()).find("Rate was 0.25"), std::string::npos) << error.what();
  }
}

TEST_F(Runs, PauseStepStopAndGoOnInTheBackground)
{
  BackgroundRun run;
  run.setChangeTolerance(0.0);
  run.setMaximumIterations(1000000);
  run.compute(toy(Rate, {}, 3));
  run.pause();
  run.wait();
  EXPECT_EQ(run.state(), BackgroundState::Paused);
  const int paused = static_cast<int>(run.report().rows.size()) - 1;
  run.step();
  run.wait();
  BackgroundReport report = run.report();
  EXPECT_EQ(report.state, BackgroundState::Paused);
  expectIterate(report.iterates.back(), paused + 1);
  run.stop();
  run.wait();
  EXPECT_EQ(run.state(), BackgroundState::Stopped);
  EXPECT_EQ(run.report().deviceMemory, 0U);
  EXPECT_EQ(ToyTask::models, 0);

  run.setMaximumIterations(paused + 5);
  run.compute(toy(Rate, {}, 3));
  run.wait();
  report = run.report();
  EXPECT_EQ(report.state, BackgroundState::Finished);
  EXPECT_EQ(report.history, 1);
  EXPECT_EQ(report.iterates.size(), static_cast<std::size_t>(paused + 6));
  for (int k = 0; k <= paused + 5; ++k)
  {
    expectIterate(report.iterates[static_cast<std::size_t>(k)], k);
  }
}

TEST_F(Runs, TakeAnIterateThatCouldNotBeRead)
{
  for (const int failing : { 0, 3, 6 })
  {
    SCOPED_TRACE(failing);
    Watcher watcher;
    SynchronousRun here;
    here.setProblem(toy(), watcher);
    ToyTask::unreadable = failing;
    EXPECT_THROW(here.computeTo(6, 6, watcher), Error);
    ASSERT_TRUE(here.computeTo(6, 6, watcher));
    ASSERT_EQ(here.run().rows().size(), 7U);
    EXPECT_EQ(here.run().analyses(), 7);
    expectIterate(here.iterate(6), 6);
    expectIterate(here.iterate(failing), failing);

    BackgroundRun behind;
    behind.setChangeTolerance(0.0);
    behind.setMaximumIterations(6);
    ToyTask::unreadable = failing;
    behind.compute(toy());
    behind.wait();
    EXPECT_EQ(behind.report().state, BackgroundState::Failed);
    EXPECT_EQ(behind.report().rows.size(), static_cast<std::size_t>(failing));
    behind.compute(toy());
    behind.wait();
    const BackgroundReport report = behind.report();
    EXPECT_EQ(report.state, BackgroundState::Finished);
    ASSERT_EQ(report.iterates.size(), 7U);
    for (int k = 0; k <= 6; ++k)
    {
      expectIterate(report.iterates[static_cast<std::size_t>(k)], k);
    }
    behind.stop();
    behind.wait();
  }
}

TEST_F(Runs, GoOnFromThePresentDesign)
{
  BackgroundRun run;
  run.setChangeTolerance(0.0);
  run.setMaximumIterations(3);
  run.compute(toy());
  run.wait();
  RunProblem next = toy(0.5);
  next.fromPresentDesign = true;
  const int number = run.compute(std::move(next));
  run.wait();
  const BackgroundReport report = run.report();
  EXPECT_EQ(report.rows.size(), 8U);
  ASSERT_EQ(report.iterates.size(), 8U);
  EXPECT_EQ(report.iterates[4]->field("Position"), position(3));
  EXPECT_EQ(report.iterates[4]->problem, number);
  EXPECT_EQ(report.iterates[7]->number(), 7);
  EXPECT_NEAR(report.rows[7].values[0], report.rows[3].values[0] / 64.0, 1e-12);
}

TEST(HistoryRows, KeepTheirValuesInOtherColumns)
{
  const HistoryColumns from(
    { { "A", ColumnRole::Objective, false }, { "B", ColumnRole::Other, false } });
  const HistoryColumns to({ { "C", ColumnRole::Objective, false },
    { "B", ColumnRole::Other, false }, { "D", ColumnRole::Other, false } });
  EXPECT_TRUE(haveSameNames(from, from));
  EXPECT_FALSE(haveSameNames(from, to));
  const HistoryRow row = inColumns({ 7, { 1.5, 2.5 } }, from, to);
  EXPECT_EQ(row.iteration, 7);
  ASSERT_EQ(row.values.size(), 3U);
  EXPECT_EQ(row.values[0], 1.5);
  EXPECT_EQ(row.values[1], 2.5);
  EXPECT_TRUE(std::isnan(row.values[2]));
}

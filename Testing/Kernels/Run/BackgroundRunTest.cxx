// Tests that an optimization in a background thread has the same results as in the calling thread,
// whatever requests it receives.

#include "Run/BackgroundRuns.h"
#include "Support/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <thread>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class BackgroundRunTest : public BackgroundRuns
{
};

double volumeOf(const std::vector<double>& density)
{
  double sum = 0.0;
  for (const double rho : density)
  {
    sum += rho;
  }
  return sum / static_cast<double>(density.size());
}
}

TEST_P(BackgroundRunTest, ComputesWhatTheOptimizerComputes)
{
  Watched run(GetParam());
  EXPECT_EQ(run.state(), BackgroundState::Idle);
  const int number = run.start(smallProblem());
  const BackgroundReport& report = run.settle();
  EXPECT_EQ(report.state, BackgroundState::Finished);
  EXPECT_EQ(numbers(run.All), upTo(6));
  EXPECT_EQ(report.rows.size(), 7u);
  EXPECT_EQ(report.iterationsLeft, 0);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.device.name, this->Used.name);
  EXPECT_GT(report.deviceMemory, 0u);
  EXPECT_EQ(report.failure, "");
  this->expectAsInThisThread(run.All, { { number, smallProblem() } });

  // The run continues if more iterations are permitted.
  run.setMaximumIterations(9);
  run.settle();
  EXPECT_EQ(numbers(run.All), upTo(9));
  this->expectAsInThisThread(run.All, { { number, smallProblem() } });
}

TEST_P(BackgroundRunTest, EndsWhenItHasConverged)
{
  Watched run(GetParam());
  run.setChangeTolerance(0.3); // above the move limit
  run.start(smallProblem());
  const BackgroundReport& report = run.settle();
  EXPECT_EQ(report.state, BackgroundState::Finished);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(numbers(run.All), upTo(1));
  run.setChangeTolerance(0.0);
  EXPECT_FALSE(run.settle().converged);
  EXPECT_EQ(numbers(run.All), upTo(6));
}

TEST_P(BackgroundRunTest, PausesAndStepsAndGoesOn)
{
  Watched run(GetParam());
  run.setMaximumIterations(1000000);
  const int number = run.start(smallProblem());
  run.pause();
  EXPECT_EQ(run.settle().state, BackgroundState::Paused);
  const int paused = static_cast<int>(run.All.size()) - 1;
  run.step();
  EXPECT_EQ(run.settle().state, BackgroundState::Paused);
  EXPECT_EQ(numbers(run.All), upTo(paused + 1));
  EXPECT_EQ(run.Last.iterationsLeft, 1000000 - (paused + 1));
  run.setMaximumIterations(paused + 4);
  run.resume();
  EXPECT_EQ(run.settle().state, BackgroundState::Finished);
  run.step(); // nothing is left to do
  EXPECT_EQ(run.settle().state, BackgroundState::Finished);
  EXPECT_EQ(numbers(run.All), upTo(paused + 4));
  this->expectAsInThisThread(run.All, { { number, smallProblem() } });
}

TEST_P(BackgroundRunTest, PausesInTheMidstOfAnIteration)
{
  Watched run(GetParam());
  const int number = run.start(longProblem());
  run.waitForIterates(1);
  run.pause();
  EXPECT_EQ(run.settle().state, BackgroundState::Paused);
  const std::size_t paused = run.All.size();
  constexpr double held = 0.5;
  std::this_thread::sleep_for(std::chrono::duration<double>(held));
  EXPECT_EQ(run.settle().rows.size(), paused);
  run.step();
  run.settle();
  EXPECT_EQ(run.All.size(), paused + 1);
  run.setMaximumIterations(static_cast<int>(paused));
  this->expectAsInThisThread(run.All, { { number, longProblem() } });
}

TEST_P(BackgroundRunTest, APauseCountsForNoIteration)
{
  Watched run(GetParam());
  run.start(longProblem());
  run.waitForIterates(1);
  run.pause();
  run.settle();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  run.All.clear();
  run.start(smallProblem()); // replaces the iteration that was paused
  run.settle();
  ASSERT_EQ(numbers(run.All), upTo(6));
  for (const auto& iterate : run.All)
  {
    EXPECT_GE(valueOf(iterate->columns, iterate->row, ColumnRole::Seconds), 0.0);
  }
}

TEST_P(BackgroundRunTest, RandomCommandsChangeNoIterate)
{
  Random random(20);
  for (int round = 0; round < 4; ++round)
  {
    SCOPED_TRACE(round);
    Watched run(GetParam());
    run.setMaximumIterations(5);
    std::map<int, TopologyProblem> problems;
    TopologyProblem problem = smallProblem();
    problems[run.start(problem)] = problem;
    for (int command = 0; command < 30; ++command)
    {
      switch (random.index(8))
      {
        case 0:
          run.pause();
          break;
        case 1:
        case 2:
          run.resume();
          break;
        case 3:
          run.step();
          break;
        case 4:
          problem = random.index(2) ? sidewaysProblem() : smallProblem();
          problem.design.settings.volumeFraction = random.uniform(0.2, 0.6);
          problem.design.densities.filterRadius = random.uniform(1.1, 2.0);
          problem.design.densities.filter =
            random.index(2) ? FilterKind::Density : FilterKind::Sensitivity;
          problems[run.start(problem, true)] = problem;
          break;
        case 5:
          run.wait();
          break;
        default:
          std::this_thread::sleep_for(std::chrono::microseconds(random.index(5000)));
      }
      run.snapshot();
    }
    run.resume();
    EXPECT_EQ(run.settle().state, BackgroundState::Finished);
    EXPECT_EQ(numbers(run.All), upTo(static_cast<int>(run.All.size()) - 1));
    EXPECT_EQ(run.Last.rows.size(), run.All.size());
    EXPECT_EQ(run.Last.history, 1);
    this->expectAsInThisThread(run.All, problems);
  }
}

TEST_P(BackgroundRunTest, AnotherProblemStartsOver)
{
  Watched run(GetParam());
  run.start(smallProblem());
  run.settle();
  run.All.clear();
  const int number = run.start(sidewaysProblem());
  EXPECT_EQ(run.settle().history, 2);
  EXPECT_EQ(run.Last.rows.size(), 7u);
  EXPECT_EQ(numbers(run.All), upTo(6));
  this->expectAsInThisThread(run.All, { { number, sidewaysProblem() } });
}

TEST_P(BackgroundRunTest, GoesOnWithAnotherVolumeFraction)
{
  for (const double fraction : { 0.6, 0.15 })
  {
    SCOPED_TRACE(fraction);
    Watched run(GetParam());
    run.start(smallProblem());
    run.settle();
    const std::vector<double> present = run.All.back()->field("Density");
    TopologyProblem other = smallProblem();
    other.design.settings.volumeFraction = fraction;
    other.design.settings.moveLimit = 0.1;
    run.start(other, true);
    run.settle();
    ASSERT_EQ(numbers(run.All), upTo(13));
    EXPECT_EQ(run.All[7]->field("Density"), present);
    EXPECT_NEAR(valueOf(run.All[7]->columns, run.All[7]->row, "VolumeFraction"), 0.3, 1e-6);
    double last = 0.3;
    for (std::size_t k = 8; k < 14; ++k)
    {
      const double volume = volumeOf(run.All[k]->field("Density"));
      EXPECT_LE(std::abs(volume - fraction), std::abs(last - fraction) + 1e-9);
      EXPECT_LE(std::abs(volume - last), 0.1 + 1e-9);
      last = volume;
    }
    EXPECT_NEAR(last, fraction, 1e-6);
  }
}

TEST_P(BackgroundRunTest, GoesOnWithAnotherDesignRegion)
{
  Watched run(GetParam());
  run.start(smallProblem());
  run.settle();
  const std::vector<double> present = run.All.back()->field("Density");
  TopologyProblem other = smallProblem();
  other.design.designRegion.assign(present.size(), DesignRegion::Design);
  other.design.designRegion[3] = DesignRegion::Solid;
  other.design.designRegion[7] = DesignRegion::Void;
  run.start(other, true);
  run.settle();
  ASSERT_EQ(numbers(run.All), upTo(13));
  for (std::size_t k = 7; k < 14; ++k)
  {
    EXPECT_EQ(run.All[k]->field("Density")[3], 1.0);
    EXPECT_EQ(run.All[k]->field("Density")[7], other.design.densities.minimumDensity);
  }
  EXPECT_EQ(run.All[7]->field("Density")[5], present[5]);
  EXPECT_NEAR(volumeOf(run.All.back()->field("Density")), 0.3, 1e-6);
}

TEST_P(BackgroundRunTest, AMeshOfOtherElementsStartsOver)
{
  Watched run(GetParam());
  run.start(smallProblem());
  run.settle();
  run.All.clear();
  const TopologyProblem other = cantilever({ 7, 3, 3 });
  const int number = run.start(other, true);
  EXPECT_EQ(run.settle().history, 2);
  ASSERT_EQ(run.Messages.size(), 1u);
  EXPECT_NE(run.Messages[0].find("starts over"), std::string::npos);
  this->expectAsInThisThread(run.All, { { number, other } });
}

TEST_P(BackgroundRunTest, ARefusedProblemLeavesEverythingAsItWas)
{
  Watched run(GetParam());
  run.setMaximumIterations(2);
  const int number = run.start(smallProblem());
  run.settle();
  run.setMaximumIterations(6);
  run.pause();
  run.settle();
  const std::size_t before = run.Last.rows.size();
  TopologyProblem wrong = smallProblem();
  wrong.design.settings.volumeFraction = 2.0;
  run.start(wrong);
  EXPECT_EQ(run.settle().state, BackgroundState::Failed);
  EXPECT_NE(run.Last.failure.find("olume fraction"), std::string::npos) << run.Last.failure;
  EXPECT_EQ(run.Last.rows.size(), before);
  EXPECT_EQ(run.Last.history, 1);

  // With a valid problem the run continues unaffected.
  const int again = run.start(smallProblem());
  EXPECT_EQ(run.settle().state, BackgroundState::Finished);
  EXPECT_EQ(run.Last.failure, "");
  EXPECT_EQ(numbers(run.All), upTo(6));
  EXPECT_EQ(run.All.front()->problem, number);
  EXPECT_EQ(run.All.back()->problem, again);
  this->expectAsInThisThread(ofOneProblem(run.All), { { number, smallProblem() } });
}

TEST_P(BackgroundRunTest, AFailureInTheMidstOfARunIsReported)
{
  Watched run(GetParam());
  TopologyProblem problem = smallProblem();
  problem.structure.material.youngsModulus = 1e90;
  std::fill(problem.structure.loadCases[0].forces.begin(),
    problem.structure.loadCases[0].forces.end(), 0.0);
  problem.structure.loadCases[0].forces.back() = 1e99;
  problem.structure.solver.maximumIterations = 1;
  run.start(problem);
  run.settle();
  // There must be either a warning or an error.
  EXPECT_TRUE(
    run.Last.state == BackgroundState::Failed ? !run.Last.failure.empty() : !run.Messages.empty());
}

TRABECULA_ON_EVERY_DEVICE(BackgroundRunTest);

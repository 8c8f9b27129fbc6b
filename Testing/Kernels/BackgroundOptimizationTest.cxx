// An optimization in a thread of its own gives what it gives in this one, whatever is asked of it.

#include "Problems.h"
#include "Spaces.h"

#include "Core/Error.h"
#include "Problem/BackgroundOptimization.h"
#include "Problem/TopologyCheckpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>

#include <unistd.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Iterates = std::vector<std::shared_ptr<const BackgroundIterate>>;

/// A run, and all that it has reported.
class Watched : public BackgroundOptimization
{
public:
  explicit Watched(DeviceRequest device) : Requested(device)
  {
    this->setDensityChangeTolerance(0.0);
    this->setMaximumIterations(6);
  }
  int start(const TopologyProblem& problem, bool fromPresentDesign = false,
    const CheckpointSettings& checkpoints = {})
  {
    BackgroundProblem next;
    next.checkpoints = checkpoints;
    next.problem = problem;
    next.device = this->Requested;
    next.fromPresentDesign = fromPresentDesign;
    return this->compute(next);
  }
  /// What there is now.
  const BackgroundReport& look()
  {
    const std::uint64_t before = this->news();
    this->Last = this->report();
    EXPECT_GE(this->news(), before);
    EXPECT_TRUE(this->state() != BackgroundState::Idle || this->activity().empty());
    this->All.insert(this->All.end(), this->Last.iterates.begin(), this->Last.iterates.end());
    this->Messages.insert(
      this->Messages.end(), this->Last.messages.begin(), this->Last.messages.end());
    return this->Last;
  }
  /// What there is once nothing more happens by itself.
  const BackgroundReport& settle()
  {
    this->wait();
    return this->look();
  }
  void waitForIterates(std::size_t count)
  {
    while (this->look().records.size() < count)
    {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  BackgroundReport Last;
  Iterates All;
  std::vector<std::string> Messages;

private:
  DeviceRequest Requested;
};

class BackgroundOptimizationTest : public OnDevice
{
protected:
  /// Holds iterates against those of the optimizer itself, problem after problem, each from where
  /// the one before it was left.
  void expectAsInThisThread(
    const Iterates& iterates, const std::map<int, TopologyProblem>& problems)
  {
    Observer silent;
    std::unique_ptr<TopologyOptimizer> optimizer;
    int present = 0;
    std::vector<double> design;
    for (const auto& iterate : iterates)
    {
      SCOPED_TRACE("iterate " + std::to_string(iterate->record.iteration));
      if (iterate->problem != present)
      {
        present = iterate->problem;
        TopologyProblem problem = problems.at(present);
        problem.initialDensity = design;
        optimizer = std::make_unique<TopologyOptimizer>(problem, this->Used, silent);
        optimizer->setDensityChangeTolerance(0.0);
      }
      optimizer->step(silent);
      design = optimizer->state().design;
      if (this->Used.space == ExecutionSpace::Host)
      {
        ASSERT_EQ(iterate->density, optimizer->density());
        ASSERT_EQ(iterate->strainEnergyDensity, optimizer->strainEnergyDensity());
        ASSERT_EQ(iterate->record.compliance, optimizer->record().compliance);
        ASSERT_EQ(iterate->displacements.size(), problems.at(present).loadCases.size());
        ASSERT_EQ(iterate->displacements[0], optimizer->displacement());
      }
      else // atomic additions come in any order
      {
        ASSERT_LT(relativeDifference(iterate->density, optimizer->density()), 1e-3);
        ASSERT_NEAR(iterate->record.compliance / optimizer->record().compliance, 1.0, 1e-4);
      }
    }
  }
};

TopologyProblem smallProblem()
{
  return cantilever({ 6, 3, 3 });
}

TopologyProblem sidewaysProblem()
{
  TopologyProblem problem = smallProblem();
  for (std::size_t i = 0; i + 2 < problem.loadCases[0].forces.size(); i += 3)
  {
    problem.loadCases[0].forces[i + 1] = problem.loadCases[0].forces[i + 2];
  }
  return problem;
}

/// Takes long enough to be caught in the midst of an iteration.
TopologyProblem longProblem()
{
  TopologyProblem problem = cantilever({ 16, 8, 8 });
  problem.solver.preconditioner = Preconditioner::Jacobi;
  problem.solver.tolerance = 1e-10;
  return problem;
}

double volumeOf(const std::vector<double>& density)
{
  double sum = 0.0;
  for (const double rho : density)
  {
    sum += rho;
  }
  return sum / static_cast<double>(density.size());
}

std::vector<int> numbers(const Iterates& iterates)
{
  std::vector<int> result;
  for (const auto& iterate : iterates)
  {
    result.push_back(iterate->record.iteration);
  }
  return result;
}

std::vector<int> upTo(int last)
{
  std::vector<int> result;
  for (int i = 0; i <= last; ++i)
  {
    result.push_back(i);
  }
  return result;
}

/// The same, as if all were of the problem of the first.
Iterates ofOneProblem(const Iterates& iterates)
{
  Iterates result;
  for (const auto& iterate : iterates)
  {
    auto copy = std::make_shared<BackgroundIterate>(*iterate);
    copy->problem = iterates.front()->problem;
    result.push_back(copy);
  }
  return result;
}

std::size_t threadsOfThisProcess()
{
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}
}

TEST_P(BackgroundOptimizationTest, ComputesWhatTheOptimizerComputes)
{
  Watched run(GetParam());
  EXPECT_EQ(run.state(), BackgroundState::Idle);
  const int number = run.start(smallProblem());
  const BackgroundReport& report = run.settle();
  EXPECT_EQ(report.state, BackgroundState::Finished);
  EXPECT_EQ(numbers(run.All), upTo(6));
  EXPECT_EQ(report.records.size(), 7u);
  EXPECT_EQ(report.iterationsLeft, 0);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.device.name, this->Used.name);
  EXPECT_GT(report.deviceMemory, 0u);
  EXPECT_EQ(report.failure, "");
  this->expectAsInThisThread(run.All, { { number, smallProblem() } });

  // More iterations go on.
  run.setMaximumIterations(9);
  run.settle();
  EXPECT_EQ(numbers(run.All), upTo(9));
  this->expectAsInThisThread(run.All, { { number, smallProblem() } });
}

TEST_P(BackgroundOptimizationTest, EndsWhenItHasConverged)
{
  Watched run(GetParam());
  run.setDensityChangeTolerance(0.3); // above the move limit
  run.start(smallProblem());
  const BackgroundReport& report = run.settle();
  EXPECT_EQ(report.state, BackgroundState::Finished);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(numbers(run.All), upTo(1));
  run.setDensityChangeTolerance(0.0);
  EXPECT_FALSE(run.settle().converged);
  EXPECT_EQ(numbers(run.All), upTo(6));
}

TEST_P(BackgroundOptimizationTest, PausesAndStepsAndGoesOn)
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

TEST_P(BackgroundOptimizationTest, PausesInTheMidstOfAnIteration)
{
  Watched run(GetParam());
  const int number = run.start(longProblem());
  run.waitForIterates(1);
  run.pause();
  EXPECT_EQ(run.settle().state, BackgroundState::Paused);
  const std::size_t paused = run.All.size();
  constexpr double held = 0.5;
  std::this_thread::sleep_for(std::chrono::duration<double>(held));
  EXPECT_EQ(run.settle().records.size(), paused);
  run.step();
  run.settle();
  EXPECT_EQ(run.All.size(), paused + 1);
  run.setMaximumIterations(static_cast<int>(paused));
  this->expectAsInThisThread(run.All, { { number, longProblem() } });
}

TEST_P(BackgroundOptimizationTest, APauseCountsForNoIteration)
{
  Watched run(GetParam());
  run.start(longProblem());
  run.waitForIterates(1);
  run.pause();
  run.settle();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  run.All.clear();
  run.start(smallProblem()); // instead of the iteration that was paused
  run.settle();
  ASSERT_EQ(numbers(run.All), upTo(6));
  for (const auto& iterate : run.All)
  {
    EXPECT_GE(iterate->record.seconds, 0.0);
  }
}

TEST_P(BackgroundOptimizationTest, RandomCommandsChangeNoIterate)
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
          problem.settings.volumeFraction = random.uniform(0.2, 0.6);
          problem.settings.filterRadius = random.uniform(1.1, 2.0);
          problem.settings.filter = random.index(2) ? FilterKind::Density : FilterKind::Sensitivity;
          problems[run.start(problem, true)] = problem;
          break;
        case 5:
          run.wait();
          break;
        default:
          std::this_thread::sleep_for(std::chrono::microseconds(random.index(5000)));
      }
      run.look();
    }
    run.resume();
    EXPECT_EQ(run.settle().state, BackgroundState::Finished);
    EXPECT_EQ(numbers(run.All), upTo(static_cast<int>(run.All.size()) - 1));
    EXPECT_EQ(run.Last.records.size(), run.All.size());
    EXPECT_EQ(run.Last.history, 1);
    this->expectAsInThisThread(run.All, problems);
  }
}

TEST_P(BackgroundOptimizationTest, AnotherProblemStartsOver)
{
  Watched run(GetParam());
  run.start(smallProblem());
  run.settle();
  run.All.clear();
  const int number = run.start(sidewaysProblem());
  EXPECT_EQ(run.settle().history, 2);
  EXPECT_EQ(run.Last.records.size(), 7u);
  EXPECT_EQ(numbers(run.All), upTo(6));
  this->expectAsInThisThread(run.All, { { number, sidewaysProblem() } });
}

TEST_P(BackgroundOptimizationTest, GoesOnWithAnotherVolumeFraction)
{
  for (const double fraction : { 0.6, 0.15 })
  {
    SCOPED_TRACE(fraction);
    Watched run(GetParam());
    run.start(smallProblem());
    run.settle();
    const std::vector<double> present = run.All.back()->density;
    TopologyProblem other = smallProblem();
    other.settings.volumeFraction = fraction;
    other.settings.moveLimit = 0.1;
    run.start(other, true);
    run.settle();
    ASSERT_EQ(numbers(run.All), upTo(13));
    EXPECT_EQ(run.All[7]->density, present);
    EXPECT_NEAR(run.All[7]->record.volumeFraction, 0.3, 1e-6);
    double last = 0.3;
    for (std::size_t k = 8; k < 14; ++k)
    {
      const double volume = volumeOf(run.All[k]->density);
      EXPECT_LE(std::abs(volume - fraction), std::abs(last - fraction) + 1e-9);
      EXPECT_LE(std::abs(volume - last), 0.1 + 1e-9);
      last = volume;
    }
    EXPECT_NEAR(last, fraction, 1e-6);
  }
}

TEST_P(BackgroundOptimizationTest, GoesOnWithAnotherDesignRegion)
{
  Watched run(GetParam());
  run.start(smallProblem());
  run.settle();
  const std::vector<double> present = run.All.back()->density;
  TopologyProblem other = smallProblem();
  other.designRegion.assign(present.size(), DesignRegion::Design);
  other.designRegion[3] = DesignRegion::Solid;
  other.designRegion[7] = DesignRegion::Void;
  run.start(other, true);
  run.settle();
  ASSERT_EQ(numbers(run.All), upTo(13));
  for (std::size_t k = 7; k < 14; ++k)
  {
    EXPECT_EQ(run.All[k]->density[3], 1.0);
    EXPECT_EQ(run.All[k]->density[7], other.settings.minimumDensity);
  }
  EXPECT_EQ(run.All[7]->density[5], present[5]);
  EXPECT_NEAR(volumeOf(run.All.back()->density), 0.3, 1e-6);
}

TEST_P(BackgroundOptimizationTest, AMeshOfOtherElementsStartsOver)
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

TEST_P(BackgroundOptimizationTest, ARefusedProblemLeavesEverythingAsItWas)
{
  Watched run(GetParam());
  run.setMaximumIterations(2);
  const int number = run.start(smallProblem());
  run.settle();
  run.setMaximumIterations(6);
  run.pause();
  run.settle();
  const std::size_t before = run.Last.records.size();
  TopologyProblem wrong = smallProblem();
  wrong.settings.volumeFraction = 2.0;
  run.start(wrong);
  EXPECT_EQ(run.settle().state, BackgroundState::Failed);
  EXPECT_NE(run.Last.failure.find("olume fraction"), std::string::npos) << run.Last.failure;
  EXPECT_EQ(run.Last.records.size(), before);
  EXPECT_EQ(run.Last.history, 1);

  // Put right, it goes on as if nothing had been.
  const int again = run.start(smallProblem());
  EXPECT_EQ(run.settle().state, BackgroundState::Finished);
  EXPECT_EQ(run.Last.failure, "");
  EXPECT_EQ(numbers(run.All), upTo(6));
  EXPECT_EQ(run.All.front()->problem, number);
  EXPECT_EQ(run.All.back()->problem, again);
  this->expectAsInThisThread(ofOneProblem(run.All), { { number, smallProblem() } });
}

TEST_P(BackgroundOptimizationTest, AFailureInTheMidstOfARunIsReported)
{
  Watched run(GetParam());
  TopologyProblem problem = smallProblem();
  problem.material.youngsModulus = 1e90;
  std::fill(problem.loadCases[0].forces.begin(), problem.loadCases[0].forces.end(), 0.0);
  problem.loadCases[0].forces.back() = 1e99;
  problem.solver.maximumIterations = 1;
  run.start(problem);
  run.settle();
  // Either a warning or an error, but never silence.
  EXPECT_TRUE(
    run.Last.state == BackgroundState::Failed ? !run.Last.failure.empty() : !run.Messages.empty());
}

TEST_P(BackgroundOptimizationTest, StoppedItEndsItsThreadAndGoesOnLater)
{
  Watched run(GetParam());
  { // Threads that a driver or the first use of OpenMP leaves behind.
    Watched first(GetParam());
    first.start(smallProblem());
    first.settle();
    Observer silent;
    TopologyOptimizer here(longProblem(), this->Used, silent);
    here.step(silent);
  }
  const std::size_t threads = threadsOfThisProcess();
  run.setMaximumIterations(3);
  const int number = run.start(smallProblem());
  run.settle();
  run.stop();
  EXPECT_EQ(run.settle().state, BackgroundState::Stopped);
  EXPECT_EQ(run.Last.deviceMemory, 0u);
  const std::size_t before = run.Last.records.size();
  EXPECT_EQ(before, 4u);
  for (int i = 0; i < 1000 && threadsOfThisProcess() > threads; ++i)
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_LE(threadsOfThisProcess(), threads);
  run.stop();
  run.pause();
  run.step();
  EXPECT_EQ(run.settle().state, BackgroundState::Stopped);

  run.setMaximumIterations(6);
  const int again = run.start(smallProblem());
  EXPECT_EQ(run.settle().state, BackgroundState::Finished);
  EXPECT_EQ(numbers(run.All), upTo(6));
  EXPECT_EQ(run.Last.history, 1);
  EXPECT_EQ(run.All[before - 1]->problem, number);
  EXPECT_EQ(run.All.back()->problem, again);
  this->expectAsInThisThread(ofOneProblem(run.All), { { number, smallProblem() } });
}

TEST_P(BackgroundOptimizationTest, KeepsACheckpointAndResumesFromIt)
{
  const std::string file = ::testing::TempDir() + "background_" + std::to_string(getpid()) + "_" +
    deviceName(::testing::TestParamInfo<DeviceRequest>(GetParam(), 0)) + ".checkpoint";
  std::filesystem::remove(file);
  {
    Watched run(GetParam());
    run.setMaximumIterations(3);
    run.start(smallProblem(), false, { file, 2, "" });
    run.settle();
  }
  EXPECT_EQ(readCheckpoint(file).iteration(), 3);

  Watched run(GetParam());
  const int number = run.start(smallProblem(), false, { file, 2, file });
  const BackgroundReport& report = run.settle();
  EXPECT_NE(report.origin.find("Resumed at iteration 3"), std::string::npos) << report.origin;
  EXPECT_EQ(report.records.size(), 7u);
  ASSERT_EQ(numbers(run.All), (std::vector<int>{ 3, 4, 5, 6 }));
  EXPECT_EQ(readCheckpoint(file).iteration(), 6);

  Watched through(GetParam());
  through.start(smallProblem());
  through.settle();
  Iterates all(through.All.begin(), through.All.begin() + 3);
  all.insert(all.end(), run.All.begin(), run.All.end());
  this->expectAsInThisThread(all, { { number, smallProblem() } });

  // A file of another problem is refused, and costs nothing.
  run.start(sidewaysProblem(), false, { "", 2, file });
  EXPECT_EQ(run.settle().state, BackgroundState::Failed);
  EXPECT_NE(run.Last.failure.find(file), std::string::npos) << run.Last.failure;
  EXPECT_EQ(run.Last.records.size(), 7u);
  std::filesystem::remove(file);
}

TEST_P(BackgroundOptimizationTest, KeepsACheckpointOfWhatGoesOnFromAnotherDesign)
{
  const std::string file = ::testing::TempDir() + "background_on_" + std::to_string(getpid()) +
    "_" + deviceName(::testing::TestParamInfo<DeviceRequest>(GetParam(), 0)) + ".checkpoint";
  std::filesystem::remove(file);
  Watched run(GetParam());
  run.setMaximumIterations(3);
  run.start(smallProblem(), false, { file, 2, "" });
  run.settle();
  // The problem that was resumed from a file goes on from its design, too.
  run.start(smallProblem(), false, { file, 2, file });
  run.settle();
  run.start(sidewaysProblem(), true, { file, 2, file });
  run.settle();
  EXPECT_EQ(run.Last.state, BackgroundState::Finished) << run.Last.failure;
  EXPECT_EQ(run.Last.records.size(), 8u);
  const TopologyCheckpoint checkpoint = readCheckpoint(file);
  EXPECT_EQ(checkpoint.iteration(), 3);
  EXPECT_EQ(checkpoint.history.size(), 4u);
  EXPECT_FALSE(checkpoint.firstDensity.empty());
  const std::string third = file + ".third";
  std::filesystem::copy_file(file, third, std::filesystem::copy_options::overwrite_existing);
  run.setMaximumIterations(6);
  run.settle();

  Watched other(GetParam());
  other.start(sidewaysProblem(), false, { "", 2, third });
  other.settle();
  ASSERT_EQ(numbers(other.All), (std::vector<int>{ 3, 4, 5, 6 })) << other.Last.failure;
  ASSERT_EQ(run.All.back()->record.iteration, 10);
  if (this->Used.space == ExecutionSpace::Host)
  {
    EXPECT_EQ(other.All.back()->density, run.All.back()->density);
  }
  else
  {
    EXPECT_LT(relativeDifference(other.All.back()->density, run.All.back()->density), 1e-3);
  }
  std::filesystem::remove(file);
  std::filesystem::remove(third);
}

TEST_P(BackgroundOptimizationTest, CanGoAtAnyMoment)
{
  Random random(21);
  for (int round = 0; round < 20; ++round)
  {
    Watched run(GetParam());
    run.start(longProblem());
    std::this_thread::sleep_for(std::chrono::microseconds(random.index(60000)));
    if (random.index(2))
    {
      run.start(smallProblem(), random.index(2) > 0);
    }
    if (random.index(3) == 0)
    {
      run.pause();
    }
    if (random.index(3) == 0)
    {
      run.stop();
    }
  }
}

TEST_P(BackgroundOptimizationTest, KeepsNoMoreThanItMay)
{
  Watched run(GetParam());
  run.start(smallProblem());
  const std::size_t each = run.settle().iterates.front()->bytes();
  run.setBudget(3 * each);
  run.start(sidewaysProblem());
  run.settle();
  EXPECT_EQ(numbers(run.Last.iterates), (std::vector<int>{ 4, 5, 6 }));
  EXPECT_EQ(run.Last.records.size(), 7u);
  run.setBudget(0);
  run.start(smallProblem());
  run.settle();
  EXPECT_EQ(numbers(run.Last.iterates), std::vector<int>{ 6 });
}

#ifdef __linux__
TEST_P(BackgroundOptimizationTest, LetsOthersGoFirst)
{
  // Field 19 of stat is the niceness; see proc(5).
  const auto niceness = [](const std::filesystem::path& task)
  {
    std::ifstream file(task / "stat");
    std::string text;
    std::getline(file, text);
    constexpr int none = -100;
    if (text.empty()) // it has just ended
    {
      return none;
    }
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::string field;
    for (int i = 3; i <= 19; ++i)
    {
      fields >> field;
    }
    return std::stoi(field);
  };
  const auto countThreads = [niceness](int wanted)
  {
    int count = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task"))
    {
      count += niceness(task) == wanted ? 1 : 0;
    }
    return count;
  };
  const int mine = niceness("/proc/thread-self");
  constexpr int lowest = 19;
  if (mine == lowest)
  {
    GTEST_SKIP() << "Nothing is lower than the priority of this test.";
  }
  { // Threads that sanitizers and drivers start with the first one.
    Watched first(GetParam());
    first.start(smallProblem());
    first.settle();
  }
  const int before = countThreads(mine);
  Watched run(GetParam());
  run.start(smallProblem());
  run.waitForIterates(1);
  EXPECT_GE(countThreads(std::min(mine + 10, lowest)), 1);
  if (this->Used.space == ExecutionSpace::Host) // a driver has threads of its own
  {
    EXPECT_EQ(countThreads(mine), before);
  }
}
#endif

TRABECULA_ON_EVERY_DEVICE(BackgroundOptimizationTest);

// Tests of the thread of an optimization: its end, released memory, and its checkpoints.

#include "Run/BackgroundRuns.h"
#include "Support/Random.h"

#include "Run/Checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class BackgroundThreadTest : public BackgroundRuns
{
};

std::size_t threadsOfThisProcess()
{
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}
}

// The problems of other tests in this program are too small for parallel loops. This test is for
// the thread sanitizer.
TEST(BackgroundLoops, GiveTheSameWithSeveralThreads)
{
  TopologyProblem problem = cantilever({ 36, 16, 16 });
  problem.structure.solver.preconditioner = Preconditioner::RigidBodyModes;
  problem.structure.solver.tolerance = 1e-3;
  const auto designOf = [&problem](int threads)
  {
    std::vector<double> design;
    std::thread thread(
      [&]
      {
        setHostThreads(threads);
        Observer silent;
        TopologyOptimizer optimizer(
          problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
        optimizer.step(silent);
        optimizer.step(silent);
        design = optimizer.density();
      });
    thread.join();
    return design;
  };
  const int before = hostThreads();
  const std::vector<double> expected = designOf(1);
  EXPECT_GT(expected.size(), 8192U) << "too few for a parallel loop";
  EXPECT_EQ(designOf(3), expected);
  setHostThreads(before);
}

TEST_P(BackgroundThreadTest, StoppedItEndsItsThreadAndGoesOnLater)
{
  Watched run(GetParam());
  { // These threads remain after the first use of a driver or of OpenMP.
    Watched first(GetParam());
    first.start(smallProblem());
    first.settle();
    Observer silent;
    TopologyOptimizer here(longProblem(), makeContext(this->Used), silent);
    here.step(silent);
  }
  const std::size_t threads = threadsOfThisProcess();
  run.setMaximumIterations(3);
  const int number = run.start(smallProblem());
  run.settle();
  run.stop();
  EXPECT_EQ(run.settle().state, BackgroundState::Stopped);
  EXPECT_EQ(run.Last.deviceMemory, 0u);
  const std::size_t before = run.Last.rows.size();
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

TEST_P(BackgroundThreadTest, KeepsACheckpointAndResumesFromIt)
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
  EXPECT_EQ(report.rows.size(), 7u);
  ASSERT_EQ(numbers(run.All), (std::vector<int>{ 3, 4, 5, 6 }));
  EXPECT_EQ(readCheckpoint(file).iteration(), 6);

  Watched through(GetParam());
  through.start(smallProblem());
  through.settle();
  Iterates all(through.All.begin(), through.All.begin() + 3);
  all.insert(all.end(), run.All.begin(), run.All.end());
  this->expectAsInThisThread(all, { { number, smallProblem() } });

  // A file of another problem is refused, without effect on the run.
  run.start(sidewaysProblem(), false, { "", 2, file });
  EXPECT_EQ(run.settle().state, BackgroundState::Failed);
  EXPECT_NE(run.Last.failure.find(file), std::string::npos) << run.Last.failure;
  EXPECT_EQ(run.Last.rows.size(), 7u);
  std::filesystem::remove(file);
}

TEST_P(BackgroundThreadTest, KeepsACheckpointOfWhatGoesOnFromAnotherDesign)
{
  const std::string file = ::testing::TempDir() + "background_on_" + std::to_string(getpid()) +
    "_" + deviceName(::testing::TestParamInfo<DeviceRequest>(GetParam(), 0)) + ".checkpoint";
  std::filesystem::remove(file);
  Watched run(GetParam());
  run.setMaximumIterations(3);
  run.start(smallProblem(), false, { file, 2, "" });
  run.settle();
  // A problem that was resumed from a file also continues from its design.
  run.start(smallProblem(), false, { file, 2, file });
  run.settle();
  run.start(sidewaysProblem(), true, { file, 2, file });
  run.settle();
  EXPECT_EQ(run.Last.state, BackgroundState::Finished) << run.Last.failure;
  EXPECT_EQ(run.Last.rows.size(), 8u);
  const Checkpoint checkpoint = readCheckpoint(file);
  EXPECT_EQ(checkpoint.iteration(), 3);
  EXPECT_EQ(checkpoint.history.size(), 4u);
  EXPECT_FALSE(checkpoint.start.empty());
  const std::string third = file + ".third";
  std::filesystem::copy_file(file, third, std::filesystem::copy_options::overwrite_existing);
  run.setMaximumIterations(6);
  run.settle();

  Watched other(GetParam());
  other.start(sidewaysProblem(), false, { "", 2, third });
  other.settle();
  ASSERT_EQ(numbers(other.All), (std::vector<int>{ 3, 4, 5, 6 })) << other.Last.failure;
  ASSERT_EQ(run.All.back()->number(), 10);
  if (this->Used.space == ExecutionSpace::Host)
  {
    EXPECT_EQ(other.All.back()->field("Density"), run.All.back()->field("Density"));
  }
  else
  {
    EXPECT_LT(
      relativeDifference(other.All.back()->field("Density"), run.All.back()->field("Density")),
      1e-3);
  }
  std::filesystem::remove(file);
  std::filesystem::remove(third);
}

TEST_P(BackgroundThreadTest, CanGoAtAnyMoment)
{
  Random random(21);
  {
    // These threads remain after the first use of a driver or of OpenMP.
    Watched first(GetParam());
    first.start(smallProblem());
    first.settle();
  }
  const std::size_t threads = threadsOfThisProcess();
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
  // No thread remains, although the last one may take some time to end.
  for (int i = 0; i < 1000 && threadsOfThisProcess() > threads; ++i)
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_LE(threadsOfThisProcess(), threads);
  Watched after(GetParam());
  after.setMaximumIterations(1);
  after.start(smallProblem());
  EXPECT_EQ(after.settle().state, BackgroundState::Finished);
}

TEST_P(BackgroundThreadTest, KeepsNoMoreThanItMay)
{
  Watched run(GetParam());
  run.start(smallProblem());
  const std::size_t each = run.settle().iterates.front()->bytes();
  run.setBudget(3 * each);
  run.start(sidewaysProblem());
  run.settle();
  EXPECT_EQ(numbers(run.Last.iterates), (std::vector<int>{ 4, 5, 6 }));
  EXPECT_EQ(run.Last.rows.size(), 7u);
  run.setBudget(0);
  run.start(smallProblem());
  run.settle();
  EXPECT_EQ(numbers(run.Last.iterates), std::vector<int>{ 6 });
}

#ifdef __linux__
TEST_P(BackgroundThreadTest, LetsOthersGoFirst)
{
  // Field 19 of stat is the niceness; see proc(5).
  const auto niceness = [](const std::filesystem::path& task)
  {
    std::ifstream file(task / "stat");
    std::string text;
    std::getline(file, text);
    constexpr int none = -100;
    if (text.empty()) // the thread has just ended
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
  { // Sanitizers and drivers start threads of their own with the first one.
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

TRABECULA_ON_EVERY_DEVICE(BackgroundThreadTest);

// Tests of the checkpoints of killed processes.

#include "Run/CheckpointCases.h"
#include "Support/TemporaryFolder.h"

#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyTask.h"
#include "Run/Checkpoint.h"
#include "Run/CheckpointWriter.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr int LastIteration = 60;
constexpr const char* PathVariable = "TRABECULA_TEST_CHECKPOINT";
constexpr const char* IntervalVariable = "TRABECULA_TEST_CHECKPOINT_INTERVAL";

TopologyProblem problemToKill()
{
  TopologyProblem problem = cantilever({ 12, 6, 6 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}

/// Resumes from the file, if there is one, and calls the visitor after each iteration.
template <class Visit>
std::vector<double> run(const std::string& path, int interval, Visit visit)
{
  Observer silent;
  const TopologyProblem problem = problemToKill();
  setHostThreads(1);
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  CheckpointWriter writer(path, interval, identify(problem), columnsOf(problem));
  std::vector<HistoryRow> history;
  if (std::filesystem::exists(path))
  {
    const Checkpoint checkpoint = readCheckpoint(path);
    optimizer.restoreState(checkpoint.state);
    history = checkpoint.history;
  }
  while (optimizer.iteration() < LastIteration)
  {
    optimizer.step(silent);
    history.push_back(optimizer.historyRow());
    writer.keep(optimizer, history);
    visit(optimizer.iteration());
  }
  setHostThreads(0);
  return optimizer.density();
}
}

/// The process that is killed, which other tests start as a child process.
TEST(CheckpointsOfKilledProcesses, DISABLED_Child)
{
  run(std::getenv(PathVariable), std::atoi(std::getenv(IntervalVariable)),
    [](int iteration)
    {
      const auto number = static_cast<unsigned char>(iteration);
      EXPECT_EQ(::write(STDOUT_FILENO, &number, 1), 1);
    });
}

TEST(CheckpointsOfKilledProcesses, SlowAreAtMostAnIntervalBehind)
{
  TemporaryFolder folder;
  const std::string whole = folder.file("whole");
  const std::vector<double> expected = run(whole, 1000, [](int) {});
  Random random(5301);
  int resumed = 0;
  for (int draw = 0; draw < 8; ++draw)
  {
    const int interval = draw % 2 ? 1 : 2 + static_cast<int>(random.index(6));
    const std::string path = folder.file("run" + std::to_string(draw));
    ::setenv(PathVariable, path.c_str(), 1);
    ::setenv(IntervalVariable, std::to_string(interval).c_str(), 1);
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::string name = "trabecula_kernel_tests";
    std::string filter = "--gtest_filter=CheckpointsOfKilledProcesses.DISABLED_Child";
    std::string all = "--gtest_also_run_disabled_tests";
    std::string brief = "--gtest_brief=1";
    std::vector<char*> arguments = { name.data(), filter.data(), all.data(), brief.data(),
      nullptr };
    pid_t child = 0;
    ASSERT_EQ(
      ::posix_spawn(&child, "/proc/self/exe", &actions, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);

    // The process is killed after some iterations, at any time during the next ones.
    const int patience = 3 + static_cast<int>(random.index(25));
    int last = -1;
    unsigned char number = 0;
    while (last < patience && ::read(ends[0], &number, 1) == 1)
    {
      // The output begins with lines of the test program, which are not numbers of iterates.
      last = number <= LastIteration && number == last + 1 ? number : last;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random.index(20000)));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it was done before it was killed";
    while (::read(ends[0], &number, 1) == 1)
    {
      last = number == last + 1 ? number : last;
    }
    ::close(ends[0]);
    ASSERT_GE(last, patience);

    // The process had begun the next iteration, which is lost with those since the last checkpoint.
    const int kept = std::filesystem::exists(path) ? readCheckpoint(path).iteration() : 0;
    EXPECT_GE(kept, last + 1 - interval) << "interval " << interval;
    resumed += kept > 0 ? 1 : 0;
    EXPECT_EQ(run(path, interval, [](int) {}), expected);
  }
  EXPECT_GT(resumed, 4) << "hardly any process came as far as its first checkpoint";
}

// Tests in which a system function fails, or the process is killed, at any time while a checkpoint
// is written.

#include "Run/ToyOptimization.h"
#include "Support/Faults/FileFaults.h"
#include "Support/Problems.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Optimization/TopologyTask.h"
#include "Run/BackgroundRun.h"
#include "Run/Checkpoint.h"
#include "Run/SynchronousRun.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr int Last = 8;

class Messages : public RunObserver
{
public:
  void setText(const std::string&) override {}
  void message(const std::string& text) override { this->All.push_back(text); }

  std::vector<std::string> All;
};

RunProblem toy(const CheckpointSettings& checkpoints)
{
  RunProblem problem;
  problem.task = std::make_unique<ToyTask>(std::vector<double>{ 4.0, -2.0, 1.0 }, 0.25);
  problem.checkpoints = checkpoints;
  problem.device = DeviceRequest::Host;
  return problem;
}

/// Runs to the last iterate. @return its position
std::vector<double> run(const CheckpointSettings& checkpoints, Messages& messages)
{
  SynchronousRun all;
  all.setProblem(toy(checkpoints), messages);
  EXPECT_TRUE(all.computeTo(Last, Last, messages));
  return all.iterate(Last)->field("Position");
}

std::size_t numberOf(const char* folder)
{
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

class CheckpointFaults : public ::testing::Test
{
protected:
  void SetUp() override
  {
    this->Path = this->Folder.file("a.checkpoint");
    Messages messages;
    this->Expected = run({}, messages);
    this->Descriptors = numberOf("/proc/self/fd");
    this->Threads = numberOf("/proc/self/task");
  }
  void TearDown() override
  {
    failFileCall(0);
    EXPECT_EQ(numberOf("/proc/self/fd"), this->Descriptors);
    EXPECT_EQ(numberOf("/proc/self/task"), this->Threads);
    EXPECT_EQ(ToyTask::models, 0);
  }

  void expectOneSentenceOfTheFile(const std::string& message) const
  {
    EXPECT_NE(message.find(this->Path), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_EQ(message.back(), '.') << message;
  }

  /// Expects that a run resumed from the file, if there is one, ends as a run without a fault.
  void expectResumes()
  {
    Messages messages;
    const bool isThere = std::filesystem::exists(this->Path);
    EXPECT_EQ(run({ this->Path, 1, isThere ? this->Path : "" }, messages), this->Expected);
    EXPECT_EQ(messages.All, std::vector<std::string>{});
    EXPECT_EQ(readCheckpoint(this->Path).iteration(), Last);
  }

  TemporaryFolder Folder;
  std::string Path;
  std::vector<double> Expected;
  std::size_t Descriptors = 0;
  std::size_t Threads = 0;
};
}

TEST_F(CheckpointFaults, OfOneCallLeaveTheOldOrTheNewFile)
{
  Messages messages;
  run({ this->Path, Last, "" }, messages);
  const std::string before = contentOf(this->Path);
  Checkpoint checkpoint = readCheckpoint(this->Path);
  checkpoint.state.fields[0].second = { 1.0, 2.0, 3.0 };
  writeCheckpoint(this->Path, checkpoint);
  const std::string after = contentOf(this->Path);
  ASSERT_NE(before, after);
  for (const int code : { ENOSPC, EIO, EDQUOT })
  {
    for (const FileFault fault : { FileFault::Once, FileFault::FromThen })
    {
      int refusals = 0;
      bool isOver = false;
      for (long number = 1; !isOver; ++number)
      {
        writeContent(this->Path, before);
        failFileCall(number, fault, code);
        std::string message;
        try
        {
          writeCheckpoint(this->Path, checkpoint);
        }
        catch (const Error& error)
        {
          message = error.what();
        }
        const std::string where = failedFileCall();
        failFileCall(0);
        isOver = where.empty();
        SCOPED_TRACE("call " + std::to_string(number) + ", " + where);
        // A file that cannot be opened for reading is never overwritten.
        EXPECT_EQ(contentOf(this->Path), message.empty() ? after : before);
        EXPECT_EQ(this->Folder.numberOfFiles(), 1U);
        EXPECT_EQ(numberOf("/proc/self/fd"), this->Descriptors);
        if (!message.empty())
        {
          this->expectOneSentenceOfTheFile(message);
          ++refusals;
        }
        ASSERT_FALSE(this->HasFailure());
      }
      EXPECT_GT(refusals, 20);
    }
  }
}

TEST_F(CheckpointFaults, OfOneCallDoNotEndARun)
{
  for (long number = 1;; ++number)
  {
    std::filesystem::remove(this->Path);
    failFileCall(number);
    Messages messages;
    std::string refusal;
    std::vector<double> found;
    try
    {
      found = run({ this->Path, 1, "" }, messages);
    }
    catch (const Error& error) // the run fails at its start, before anything has been computed
    {
      refusal = error.what();
    }
    const std::string where = failedFileCall();
    failFileCall(0);
    SCOPED_TRACE("call " + std::to_string(number) + ", " + where);
    if (refusal.empty())
    {
      EXPECT_EQ(found, this->Expected);
      ASSERT_LE(messages.All.size(), 1U);
      for (const std::string& message : messages.All)
      {
        this->expectOneSentenceOfTheFile(message);
      }
      // A failed write was repeated for the next iterate, unless it was the last one.
      EXPECT_GE(readCheckpoint(this->Path).iteration(), Last - 1);
    }
    else
    {
      this->expectOneSentenceOfTheFile(refusal);
    }
    EXPECT_EQ(this->Folder.numberOfFiles(), refusal.empty() ? 1U : 0U);
    this->expectResumes();
    ASSERT_FALSE(this->HasFailure());
    if (where.empty())
    {
      EXPECT_GT(number, 100);
      break;
    }
  }
}

TEST_F(CheckpointFaults, AFullDiskIsToldOnce)
{
  Random random(5401);
  long calls = 0;
  {
    failFileCall(0);
    Messages messages;
    run({ this->Path, 1, "" }, messages);
    calls = numberOfFileCalls();
  }
  for (int draw = 0; draw < 100; ++draw)
  {
    std::filesystem::remove(this->Path);
    const long number = 1 + static_cast<long>(random.index(static_cast<std::size_t>(calls)));
    SCOPED_TRACE("call " + std::to_string(number));
    failFileCall(number, FileFault::FromThen);
    BackgroundRun background;
    background.setChangeTolerance(0.0);
    background.setMaximumIterations(Last);
    background.compute(toy({ this->Path, 1, "" }));
    background.wait();
    const BackgroundReport report = background.report();
    background.stop();
    background.wait();
    failFileCall(0);
    if (report.state == BackgroundState::Failed)
    {
      this->expectOneSentenceOfTheFile(report.failure);
      EXPECT_TRUE(report.rows.empty());
    }
    else
    {
      EXPECT_EQ(report.state, BackgroundState::Finished);
      EXPECT_EQ(report.iterates.back()->field("Position"), this->Expected);
      ASSERT_LE(report.messages.size(), 1U);
      if (!report.messages.empty())
      {
        this->expectOneSentenceOfTheFile(report.messages[0]);
        EXPECT_NE(report.messages[0].find("disk is full"), std::string::npos);
      }
    }
    EXPECT_LE(this->Folder.numberOfFiles(), 1U);
    this->expectResumes();
    ASSERT_FALSE(this->HasFailure());
  }
}

TEST_F(CheckpointFaults, AFolderThatGoesIsToldOnceAndMayComeBack)
{
  /// Removes the folder after an iterate, and creates it again after another one.
  class Remover : public Messages
  {
  public:
    Remover(std::filesystem::path folder, int gone, int back)
      : Path(std::move(folder)), Gone(gone), Back(back)
    {
    }
    void setText(const std::string& text) override
    {
      if (text.rfind("Iteration " + std::to_string(this->Gone) + " ", 0) == 0)
      {
        std::filesystem::remove_all(this->Path);
      }
      if (text.rfind("Iteration " + std::to_string(this->Back) + " ", 0) == 0)
      {
        std::filesystem::create_directory(this->Path);
      }
    }

  private:
    std::filesystem::path Path;
    int Gone;
    int Back;
  };
  const std::string folder = this->Folder.file("folder");
  this->Path = folder + "/a.checkpoint";
  for (const int back : { 5, Last + 1 })
  {
    std::filesystem::create_directory(folder);
    Remover remover(folder, 2, back);
    EXPECT_EQ(run({ this->Path, 1, "" }, remover), this->Expected);
    ASSERT_EQ(remover.All.size(), 1U);
    this->expectOneSentenceOfTheFile(remover.All[0]);
    EXPECT_NE(remover.All[0].find("no such file or folder"), std::string::npos);
    ASSERT_EQ(std::filesystem::exists(folder), back < Last);
    if (back < Last)
    {
      EXPECT_EQ(readCheckpoint(this->Path).iteration(), Last);
      std::filesystem::remove_all(folder);
    }
  }
}

TEST_F(CheckpointFaults, LengthyAKilledProcessLeavesAWholeFile)
{
  int resumed = 0;
  int abandoned = 0;
  for (long number = 1;; ++number)
  {
    SCOPED_TRACE("call " + std::to_string(number));
    std::filesystem::remove(this->Path);
    const pid_t child = ::fork();
    if (child == 0)
    {
      failFileCall(number, FileFault::Kill);
      Messages messages;
      run({ this->Path, 1, "" }, messages);
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (WIFEXITED(status))
    {
      EXPECT_GT(number, 100);
      break;
    }
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), SIGKILL);
    resumed += std::filesystem::exists(this->Path) ? 1 : 0;
    abandoned += this->Folder.numberOfFiles() > (std::filesystem::exists(this->Path) ? 1U : 0U);
    this->expectResumes();
    // An incomplete temporary file remains until the next process writes a checkpoint.
    EXPECT_EQ(this->Folder.numberOfFiles(), 1U);
    for (const auto& entry : std::filesystem::directory_iterator(this->Folder.file("")))
    {
      std::filesystem::remove(entry);
    }
    ASSERT_FALSE(this->HasFailure());
  }
  EXPECT_GT(resumed, 100);
  EXPECT_GT(abandoned, 50);
}

// Tests at which iterates the checkpoint of a run is written.

#include "Support/Problems.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyTask.h"
#include "Run/Checkpoint.h"
#include "Run/CheckpointWriter.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class CheckpointWriters : public ::testing::Test
{
protected:
  TemporaryFolder Folder;
};
}

TEST_F(CheckpointWriters, WriteEveryInterval)
{
  Observer silent;
  const TopologyProblem problem = cantilever({ 4, 2, 2 });
  const Device host = selectDevice(DeviceRequest::Host);
  const std::string path = this->Folder.file("a.checkpoint");
  TopologyOptimizer optimizer(problem, makeContext(host), silent);
  CheckpointWriter writer(path, 3, identify(problem), columnsOf(problem));
  std::vector<HistoryRow> history;
  std::vector<int> written;
  for (int k = 0; k <= 8; ++k)
  {
    optimizer.step(silent);
    history.push_back(optimizer.historyRow());
    if (writer.keep(optimizer, history))
    {
      written.push_back(readCheckpoint(path).iteration());
    }
  }
  EXPECT_EQ(written, (std::vector<int>{ 3, 6 }));
  EXPECT_TRUE(writer.keepNow(optimizer, history));
  EXPECT_FALSE(writer.keepNow(optimizer, history));
  EXPECT_EQ(readCheckpoint(path).iteration(), 8);

  // A run of the same problem does not replace the file until it has a later iterate.
  TopologyOptimizer again(problem, makeContext(host), silent);
  CheckpointWriter second(path, 1, identify(problem), columnsOf(problem));
  EXPECT_EQ(second.iteration(), 8);
  written.clear();
  for (int k = 0; k <= 10; ++k)
  {
    again.step(silent);
    history.resize(static_cast<std::size_t>(k));
    history.push_back(again.historyRow());
    if (second.keep(again, history) || (k == 5 && second.keepNow(again, history)))
    {
      written.push_back(k);
    }
  }
  EXPECT_EQ(written, (std::vector<int>{ 9, 10 }));

  // A run of another problem replaces the file, and any run replaces a damaged one.
  TopologyProblem other = problem;
  other.design.settings.volumeFraction = 0.4;
  EXPECT_EQ(CheckpointWriter(path, 1, identify(other), columnsOf(other)).iteration(), -1);
  writeContent(path, contentOf(path).substr(0, 100));
  EXPECT_EQ(CheckpointWriter(path, 1, identify(problem), columnsOf(problem)).iteration(), -1);
}

TEST_F(CheckpointWriters, TryAgainAnIntervalAfterAFailure)
{
  Observer silent;
  const TopologyProblem problem = cantilever({ 4, 2, 2 });
  std::filesystem::create_directory(this->Folder.file("gone"));
  const std::string path = this->Folder.file("gone/a.checkpoint");
  TopologyOptimizer optimizer(problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  CheckpointWriter writer(path, 2, identify(problem), columnsOf(problem));
  std::filesystem::remove(this->Folder.file("gone"));
  std::vector<HistoryRow> history;
  std::string outcome;
  for (int k = 0; k <= 6; ++k)
  {
    optimizer.step(silent);
    history.push_back(optimizer.historyRow());
    if (k == 5)
    {
      std::filesystem::create_directory(this->Folder.file("gone"));
    }
    try
    {
      outcome += writer.keep(optimizer, history) ? 'w' : '-';
    }
    catch (const Error&)
    {
      outcome += 'x';
    }
  }
  EXPECT_EQ(outcome, "--x-x-w");
}

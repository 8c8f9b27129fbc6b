#ifndef TRABECULA_TESTING_KERNELS_RUN_CHECKPOINTFILETESTINPUT_H
#define TRABECULA_TESTING_KERNELS_RUN_CHECKPOINTFILETESTINPUT_H

#include "Run/CheckpointCases.h"
#include "Support/Refusals.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Run/Checkpoint.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trabecula::testing
{
class CheckpointFiles : public ::testing::Test
{
protected:
  /// Returns a checkpoint with random values in every part.
  static Checkpoint randomCheckpoint(Random& random)
  {
    Checkpoint checkpoint;
    checkpoint.device = "Some device";
    checkpoint.problem = identify(good());
    checkpoint.columns = HistoryColumns(
      { { "Some", ColumnRole::Objective, false }, { "Count", ColumnRole::Other, true },
        { "Step", ColumnRole::Change, false }, { "Seconds", ColumnRole::Seconds, false } });
    for (int i = 0; i < 5; ++i)
    {
      checkpoint.history.push_back({ i, random.vector(4, -1, 1) });
    }
    checkpoint.start = random.vector(3, 0, 1);
    OptimizationState& state = checkpoint.state;
    state.record = checkpoint.history.back();
    state.scalars = { { "one", random.uniform(0, 1) }, { "two", 2.0 } };
    state.fields = { { "x", random.vector(2, -1, 1) }, { "empty", {} },
      { "a longer name", random.vector(3, -1, 1) } };
    return checkpoint;
  }

  static std::string refusalOf(const std::string& path)
  {
    try
    {
      readCheckpoint(path);
      return "";
    }
    catch (const Error& error)
    {
      return error.what();
    }
  }

  static std::string refusalToWrite(const std::string& path)
  {
    try
    {
      writeCheckpoint(path, {});
      return "";
    }
    catch (const Error& error)
    {
      return error.what();
    }
  }

  TemporaryFolder Folder;
};
}

#endif

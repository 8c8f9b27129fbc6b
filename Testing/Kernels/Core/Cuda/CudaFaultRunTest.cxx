#include "Core/Cuda/CudaFaultTestInput.h"
#include "Support/Faults/CudaFaults.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Context.h"
#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/ExecutionContext.h"
#include "MicroFe/VoxelMicroFe.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyTask.h"
#include "Run/BackgroundRun.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class CudaFaultsOfRuns : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (!cudaAvailable())
    {
      GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
    }
  }
  void TearDown() override { failCudaCall(0); }
};
}

TEST_F(CudaFaultsOfRuns, SlowInTheBackgroundKeepTheIterates)
{
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  problem.structure.solver.reproducible = true;
  const auto compute = [&problem](BackgroundRun& run)
  {
    run.setMaximumIterations(6);
    run.setChangeTolerance(0.0);
    RunProblem next;
    next.task = std::make_unique<TopologyTask>(problem);
    next.device = DeviceRequest::Cuda;
    run.compute(std::move(next));
    run.wait();
  };
  const auto end = [](BackgroundRun& run)
  {
    run.stop();
    run.wait();
  };
  std::vector<double> expected;
  long calls = 0;
  for (int warm = 0; warm < 2; ++warm)
  {
    failCudaCall(0);
    BackgroundRun run;
    compute(run);
    expected = run.report().rows.back().values;
    calls = numberOfCudaCalls();
    end(run);
  }
  const std::string handles = cudaHandles().text();
  const std::size_t threads = settledNumberOfThreads(0);
  Random random(9103);
  for (int draw = 0; draw < 60; ++draw)
  {
    const long number = 1 + static_cast<long>(random.index(static_cast<std::size_t>(calls)));
    SCOPED_TRACE("call " + std::to_string(number));
    {
      BackgroundRun run;
      failCudaCall(number, draw % 2 ? CudaFault::FromThen : CudaFault::Once);
      compute(run);
      const std::string where = failedCudaCall();
      failCudaCall(0);
      const BackgroundReport failed = run.report();
      const std::size_t kept = failed.rows.size();
      if (failed.state == BackgroundState::Failed)
      {
        EXPECT_TRUE(failed.failure.find("CUDA") != std::string::npos ||
          failed.failure.find("GPU") != std::string::npos)
          << where << ": " << failed.failure;
      }
      else
      {
        EXPECT_EQ(failed.state, BackgroundState::Finished) << where;
      }
      // Another attempt continues from the iterates that exist.
      compute(run);
      const BackgroundReport report = run.report();
      EXPECT_EQ(report.state, BackgroundState::Finished) << where << ": " << report.failure;
      EXPECT_GE(report.rows.size(), kept) << where;
      ASSERT_EQ(report.rows.size(), 7U) << where;
      for (std::size_t k = 0; k < expected.size(); ++k)
      {
        if (report.columns[k].role != ColumnRole::Seconds)
        {
          EXPECT_EQ(report.rows.back().values[k], expected[k]) << where;
        }
      }
      end(run);
    }
    ASSERT_EQ(cudaHandles().text(), handles);
    ASSERT_EQ(settledNumberOfThreads(threads), threads);
  }
}

TEST_F(CudaFaultsOfRuns, MemoryIsTakenByAnotherProgram)
{
  const auto run = [](const std::array<int, 3>& elements)
  {
    Observer silent;
    TopologyProblem problem = cantilever(elements);
    problem.structure.solver.reproducible = true;
    TopologyOptimizer optimizer(problem, makeContext(gpu()), silent);
    optimizer.step(silent);
    return optimizer.record().objective();
  };
  const double expected = run({ 6, 3, 3 });
  std::size_t available = 0;
  std::size_t total = 0;
  ASSERT_EQ(cudaMemGetInfo(&available, &total), cudaSuccess);
  constexpr std::size_t left = std::size_t(64) << 20;
  ASSERT_GT(available, left);
  void* taken = nullptr;
  ASSERT_EQ(cudaMalloc(&taken, available - left), cudaSuccess);
  std::string message;
  try
  {
    run({ 64, 48, 48 });
  }
  catch (const Error& error)
  {
    message = error.what();
  }
  // The remaining memory is sufficient for a small problem.
  EXPECT_EQ(run({ 6, 3, 3 }), expected);
  ASSERT_EQ(cudaFree(taken), cudaSuccess);
  EXPECT_NE(message.find(" needs "), std::string::npos) << message;
  EXPECT_NE(message.find(" MiB on "), std::string::npos) << message;
  EXPECT_NE(message.find(" are available"), std::string::npos) << message;
  EXPECT_EQ(run({ 6, 3, 3 }), expected);
}

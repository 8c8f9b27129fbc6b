// Tests that several contexts of one process, which compute concurrently, obtain the results that
// each obtains alone.

#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Core/ExecutionContext.h"
#include "Core/Observer.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/TopologyOptimizer.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Returns the densities after a few iterations.
std::vector<double> optimized(
  const TopologyProblem& problem, std::shared_ptr<const ExecutionContext> context)
{
  Observer observer;
  TopologyOptimizer optimizer(problem, std::move(context), observer);
  for (int i = 0; i < 4; ++i)
  {
    optimizer.step(observer);
  }
  return optimizer.density();
}

/// A cantilever of quadratic tetrahedra.
TopologyProblem tetrahedralCantilever()
{
  TopologyProblem problem = emptyProblem(makeBox(CellType::QuadraticTetrahedron, { 6, 3, 2 },
    [](const Point& p) {
      return Point{ 6.0 * p[0], 3.0 * p[1], 2.0 * p[2] };
    }));
  clamp(problem, [](const Point& p) { return p[0] < 1e-9; });
  for (const std::size_t n : nodesWhere(
         problem.structure.mesh, [](const Point& p) { return p[0] > 6.0 - 1e-9 && p[2] < 1e-9; }))
  {
    problem.structure.loadCases[0].forces[3 * n + 2] = -1.0;
  }
  return problem;
}

/// Returns two problems of different sizes, with products of tetrahedra and of hexahedra.
std::vector<TopologyProblem> problems()
{
  std::vector<TopologyProblem> two;
  two.push_back(tetrahedralCantilever());
  two.push_back(cantilever({ 16, 8, 6 }));
  for (TopologyProblem& problem : two)
  {
    problem.structure.solver.reproducible = true;
  }
  return two;
}

/// Returns the densities of each problem, computed concurrently, each in its own context.
std::vector<std::vector<double>> optimizedTogether(const std::vector<TopologyProblem>& all,
  const std::function<std::shared_ptr<const ExecutionContext>(std::size_t problem)>& contextOf)
{
  std::vector<std::vector<double>> together(all.size());
  std::vector<std::exception_ptr> failures(all.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    threads.emplace_back(
      [&, i]
      {
        try
        {
          together[i] = optimized(all[i], contextOf(i));
        }
        catch (...)
        {
          failures[i] = std::current_exception();
        }
      });
  }
  for (std::thread& thread : threads)
  {
    thread.join();
  }
  for (const std::exception_ptr& failure : failures)
  {
    if (failure)
    {
      std::rethrow_exception(failure);
    }
  }
  return together;
}
}

class ConcurrentContexts : public OnDevice
{
};

TEST_P(ConcurrentContexts, EachComputesWhatItComputesAlone)
{
  const std::vector<TopologyProblem> two = problems();
  std::vector<std::vector<double>> alone;
  for (const TopologyProblem& problem : two)
  {
    alone.push_back(optimized(problem, this->context()));
  }
  for (int repetition = 0; repetition < 3; ++repetition)
  {
    const std::vector<std::vector<double>> together =
      optimizedTogether(two, [&](std::size_t /*problem*/) { return this->context(); });
    for (std::size_t i = 0; i < two.size(); ++i)
    {
      EXPECT_EQ(together[i], alone[i]) << "problem " << i;
    }
  }
}

// Two models use the same context alternately.
TEST_P(ConcurrentContexts, TwoModelsShareAContext)
{
  const std::vector<TopologyProblem> two = problems();
  const std::shared_ptr<const ExecutionContext> shared = this->context();
  Observer observer;
  TopologyOptimizer first(two[0], shared, observer);
  TopologyOptimizer second(two[1], shared, observer);
  for (int i = 0; i < 4; ++i)
  {
    first.step(observer);
    second.step(observer);
  }
  EXPECT_EQ(first.density(), optimized(two[0], this->context()));
  EXPECT_EQ(second.density(), optimized(two[1], this->context()));
}

// If a machine has several GPUs, results on each of them are the same.
TEST_P(ConcurrentContexts, OnAnyDevice)
{
  std::vector<Device> devices = { this->Used };
  if (GetParam() == DeviceRequest::Cuda)
  {
    devices = cudaDevices();
  }
  const TopologyProblem problem = problems()[0];
  const std::vector<double> expected = optimized(problem, makeContext(devices.front()));
  for (const Device& device : devices)
  {
    EXPECT_EQ(optimized(problem, makeContext(device)), expected) << device.name << device.index;
  }
}

// Two GPUs compute concurrently, each in its own thread.
TEST(ConcurrentDevices, EachComputesWhatItComputesAlone)
{
  const std::vector<Device> devices = cudaAvailable() ? cudaDevices() : std::vector<Device>();
  if (devices.size() < 2)
  {
    GTEST_SKIP() << "Less than two GPUs.";
  }
  const std::vector<TopologyProblem> two = problems();
  std::vector<std::vector<double>> alone;
  for (std::size_t i = 0; i < two.size(); ++i)
  {
    alone.push_back(optimized(two[i], makeContext(devices[i])));
  }
  for (int repetition = 0; repetition < 3; ++repetition)
  {
    EXPECT_EQ(
      optimizedTogether(two, [&](std::size_t problem) { return makeContext(devices[problem]); }),
      alone);
  }
}

TRABECULA_ON_EVERY_DEVICE(ConcurrentContexts);
}

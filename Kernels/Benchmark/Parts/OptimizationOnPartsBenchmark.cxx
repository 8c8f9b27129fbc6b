// Design iterations on parts: one device, parts that share it, and several devices.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/OptimizationMeasurement.h"
#include "Benchmark/Parts/Divisions.h"
#include "Benchmark/Problems/BenchmarkProblems.h"

#include "Core/Spaces.h"
#include "Optimization/TopologyExamples.h"

#include <exception>
#include <functional>
#include <string>
#include <utility>

namespace trabecula::benchmarks
{
namespace
{
TopologyProblem with(Preconditioner preconditioner, TopologyProblem problem)
{
  problem.structure.solver.preconditioner = preconditioner;
  return problem;
}
}

template <class Space>
void registerOptimizationOnPartsBenchmarks()
{
  const auto add =
    [](const std::string& name, int iterations, const std::function<TopologyProblem()>& make)
  {
    for (const Division& by : divisions<Space>())
    {
      benchmark::RegisterBenchmark(
        benchmarkName<Space>("parts/optimize", name + "/" + by.name).c_str(),
        [=](benchmark::State& state)
        {
          try
          {
            const TopologyProblem problem = make();
            const LimitedThreads limited(by.threads);
            measureOptimization(state, problem, by.devices, iterations);
          }
          catch (const std::exception& error)
          {
            state.SkipWithError(error.what());
          }
        })
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
    }
  };
  const auto cantilever = [](int height)
  {
    return [height]
    {
      return with(
        Preconditioner::Multigrid, makeExample(TopologyExample::Cantilever, { height, 0 }));
    };
  };
  // With the diagonal on one part, too, so that parts are compared and not preconditioners.
  const auto wavy = [](int height)
  { return [height] { return with(Preconditioner::Jacobi, wavyCantilever(height)); }; };
  const auto tetrahedra = [](int height)
  { return [height] { return with(Preconditioner::Jacobi, tetrahedralCantilever(height)); }; };
  if (Space::Id == ExecutionSpace::Host)
  {
    add("voxels_48x24x24_x5", 5, cantilever(24));
    add("voxels_96x48x48_x5", 5, cantilever(48));
    add("wavy_32x16x16_x5", 5, wavy(16));
    add("tet10_12x6x6_x3", 3, tetrahedra(6));
    return;
  }
  add("voxels_160x80x80_x10", 10, cantilever(80));
  add("voxels_256x128x128_x10", 10, cantilever(128));
  add("wavy_160x80x80_x5", 5, wavy(80));
  add("tet10_80x40x40_x3", 3, tetrahedra(40));
}

TRABECULA_INSTANTIATE(void, registerOptimizationOnPartsBenchmarks, ())
}

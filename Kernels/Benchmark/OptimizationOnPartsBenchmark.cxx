// Design iterations on parts: one device, parts that share it, and several devices.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/OptimizationMeasurement.h"
#include "Benchmark/Problems/BenchmarkProblems.h"

#include "Core/Spaces.h"
#include "Optimization/TopologyExamples.h"

#include <cstddef>
#include <exception>
#include <functional>
#include <utility>

namespace trabecula::benchmarks
{
namespace
{
/// Devices with a name.
using NamedDevices = std::pair<std::string, std::vector<Device>>;

template <class Space>
std::vector<NamedDevices> devicesOfBenchmarks()
{
  const Device first = deviceOf<Space>();
  if (Space::Id == ExecutionSpace::Host)
  {
    return { { "one_part", { first } }, { "two_parts", { first, first } } };
  }
  const std::vector<Device> all = cudaDevices();
  std::vector<NamedDevices> result = { { "one_gpu", { first } },
    { "two_parts_one_gpu", { first, first } } };
  for (std::size_t count = 2; count <= all.size(); count *= 2)
  {
    result.emplace_back(std::to_string(count) + "_gpus",
      std::vector<Device>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)));
  }
  return result;
}

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
    for (const NamedDevices& devices : devicesOfBenchmarks<Space>())
    {
      benchmark::RegisterBenchmark(
        benchmarkName<Space>("parts/optimize", name + "/" + devices.first).c_str(),
        [=](benchmark::State& state)
        {
          try
          {
            measureOptimization(state, make(), devices.second, iterations);
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

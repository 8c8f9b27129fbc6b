// Design iterations on parts: one device, parts that share it, and several devices.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/OptimizationMeasurement.h"
#include "Benchmark/Parts/Divisions.h"
#include "Benchmark/Problems/BenchmarkProblems.h"

#include "Core/Spaces.h"
#include "Optimization/TopologyExamples.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

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
  const auto addOn = [](const std::vector<Division>& divisions, const std::string& name,
                       int iterations, const std::function<TopologyProblem()>& make)
  {
    for (const Division& by : divisions)
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
  const auto add =
    [&](const std::string& name, int iterations, const std::function<TopologyProblem()>& make)
  { addOn(divisions<Space>(), name, iterations, make); };
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
  const auto wavyOnLattice = [](int height)
  { return [height] { return with(Preconditioner::Multigrid, wavyCantilever(height)); }; };
  const auto tetrahedraOnLattice = [](int height)
  { return [height] { return with(Preconditioner::Multigrid, tetrahedralCantilever(height)); }; };
  if (Space::Id == ExecutionSpace::Host)
  {
    add("voxels_48x24x24_x5", 5, cantilever(24));
    add("voxels_96x48x48_x5", 5, cantilever(48));
    add("wavy_32x16x16_x5", 5, wavy(16));
    add("tet10_12x6x6_x3", 3, tetrahedra(6));
    add("wavy_32x16x16_lattice_x5", 5, wavyOnLattice(16));
    add("wavy_64x32x32_lattice_x5", 5, wavyOnLattice(32));
    add("tet10_24x12x12_lattice_x3", 3, tetrahedraOnLattice(12));
    return;
  }
  add("voxels_160x80x80_x10", 10, cantilever(80));
  add("voxels_256x128x128_x10", 10, cantilever(128));
  add("wavy_160x80x80_x5", 5, wavy(80));
  add("tet10_80x40x40_x3", 3, tetrahedra(40));
  add("wavy_160x80x80_lattice_x5", 5, wavyOnLattice(80));
  add("wavy_256x128x128_lattice_x5", 5, wavyOnLattice(128));
  add("tet10_80x40x40_lattice_x3", 3, tetrahedraOnLattice(40));
  // 230 million elements, which take 150 GB on one GPU.
  std::vector<Division> onTwo = divisions<Space>();
  onTwo.erase(
    std::remove_if(onTwo.begin(), onTwo.end(), [](const Division& by) { return by.name != "2"; }),
    onTwo.end());
  addOn(onTwo, "wavy_972x486x486_lattice_x2", 2, wavyOnLattice(486));
}

TRABECULA_INSTANTIATE(void, registerOptimizationOnPartsBenchmarks, ())
}

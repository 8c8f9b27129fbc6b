// This file contains the benchmarks of whole design iterations through the facade, with the times
// of their phases.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/OptimizationMeasurement.h"
#include "Benchmark/Problems/BenchmarkProblems.h"
#include "Core/Spaces.h"
#include "Optimization/TopologyExamples.h"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
using MakeProblem = std::function<TopologyProblem()>;

/// Adds load cases to a cantilever: the force in other directions, and torsion. @param middle of
/// its width
TopologyProblem withLoads(TopologyProblem problem, std::size_t count, double middle)
{
  const std::vector<double> first = problem.structure.loadCases[0].forces;
  for (std::size_t load = 1; load < count; ++load)
  {
    LoadCase another = problem.structure.loadCases[0];
    another.name = "Load " + std::to_string(load + 1);
    for (std::size_t i = 0; i < first.size(); ++i)
    {
      const std::size_t from = i - i % 3 + (i + load) % 3;
      const bool turns = load >= 3 && problem.structure.mesh.points[i - i % 3 + 1] > middle;
      another.forces[i] = turns ? -first[from] : first[from];
    }
    problem.structure.loadCases.push_back(another);
  }
  return problem;
}

template <class Space>
void optimizationBenchmark(
  benchmark::State& state, const TopologyProblem& problem, int iterations, bool frugal)
{
  Device device =
    selectDevice(Space::Id == ExecutionSpace::Host ? DeviceRequest::Host : DeviceRequest::Cuda);
  if (frugal)
  {
    // If there is not enough memory for all load cases at once, they are solved one by one, or in
    // small groups.
    device.availableMemory = estimateDeviceMemory(problem);
  }
  measureOptimization(state, problem, { device }, iterations);
}
}

template <class Space>
void registerOptimizationBenchmarks()
{
  const auto add =
    [](const std::string& name, int iterations, const MakeProblem& make, bool frugal = false)
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("optimize", name).c_str(),
      [=](benchmark::State& state)
      { optimizationBenchmark<Space>(state, make(), iterations, frugal); })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kSecond);
  };
  const auto with = [](Preconditioner which, const MakeProblem& make)
  {
    return [which, make]
    {
      TopologyProblem problem = make();
      problem.structure.solver.preconditioner = which;
      return problem;
    };
  };
  add("petsc_64x32x32_x20", 20, petscCantilever);
  add("petsc_64x32x32_rigid_x20", 20, with(Preconditioner::RigidBodyModes, petscCantilever));
  const auto addLoads = [&add](const std::string& name, std::size_t loads, const MakeProblem& make)
  {
    const std::string prefix = name + "_" + std::to_string(loads) + "_loads";
    add(prefix + "_x5", 5, make);
    add(prefix + "_least_memory_x5", 5, make, true);
  };
  for (const std::size_t loads : { 2, 3, 4, 8 })
  {
    addLoads("petsc_64x32x32", loads, [loads] { return withLoads(petscCantilever(), loads, 0.5); });
    if (Space::Id != ExecutionSpace::Host)
    {
      addLoads("cantilever_128x64x64", loads,
        [loads] {
          return withLoads(makeExample(TopologyExample::Cantilever, { 64, 0 }), loads, 32.0);
        });
    }
  }
  for (const int height : { 40, 80, 200 })
  {
    if (Space::Id == ExecutionSpace::Host && height > 40)
    {
      break; // larger ones would take hours on the host
    }
    const std::string name = "wavy_" + std::to_string(2 * height) + "x" + std::to_string(height) +
      "x" + std::to_string(height);
    const MakeProblem make = [height] { return wavyCantilever(height); };
    add(name + "_multigrid_x10", 10, with(Preconditioner::Multigrid, make));
    add(name + "_multigrid_x50", 50, with(Preconditioner::Multigrid, make));
    add(name + "_rigid_x10", 10, with(Preconditioner::RigidBodyModes, make));
    add(name + "_x50", 50, make);
  }
  const std::vector<int> heights = Space::Id == ExecutionSpace::Host
    ? std::vector<int>{ 8, 10, 12, 16, 20, 24 }
    : std::vector<int>{ 10, 16, 20, 24, 32, 40, 64, 128 };
  const auto addBoth = [&](const std::string& name, const MakeProblem& make)
  {
    add(name + "_x10", 10, with(Preconditioner::Multigrid, make));
    add(name + "_rigid_x10", 10, with(Preconditioner::RigidBodyModes, make));
  };
  for (const int height : heights)
  {
    addBoth("cantilever_" + std::to_string(2 * height) + "x" + std::to_string(height) + "x" +
        std::to_string(height),
      [height] {
        return makeExample(TopologyExample::Cantilever, { height, 0 });
      });
  }
  for (const int height : { 16, 20, 24, 32, 40, 60, 80 })
  {
    addBoth("l_beam_" + std::to_string(height),
      [height] {
        return makeExample(TopologyExample::LBeam, { height, 0 });
      });
  }
  if (Space::Id != ExecutionSpace::Host)
  {
    add("cantilever_256x128x128_x100", 100,
      [] {
        return makeExample(TopologyExample::Cantilever, { 128, 0 });
      });
    add("cantilever_400x200x200_x50", 50,
      [] {
        return makeExample(TopologyExample::Cantilever, { 200, 0 });
      });
  }
  // These are the sizes of Table 1 of the EbE paper; its larger meshes would take hours on the
  // host.
  const int sizes = Space::Id == ExecutionSpace::Host ? 1 : NumberOfPaperSizes;
  for (const auto& [name, example] :
    { std::pair{ "CB", TopologyExample::Cantilever }, std::pair{ "LB", TopologyExample::LBeam },
      std::pair{ "MC", TopologyExample::MichellCantilever },
      std::pair{ "CR", TopologyExample::ConnectingRod } })
  {
    for (int size = 1; size <= sizes; ++size)
    {
      add(std::string("ebe_") + name + std::to_string(size) + "_x50", 50,
        [which = example, size] { return makeExample(which, paperSize(which, size)); });
    }
  }
  // These benchmarks compare preconditioners on meshes that are not lattices.
  const int compared = Space::Id == ExecutionSpace::Host ? 3 : NumberOfPaperSizes;
  for (const auto& [name, example] : { std::pair{ "MC", TopologyExample::MichellCantilever },
         std::pair{ "CR", TopologyExample::ConnectingRod } })
  {
    for (int size = 1; size <= compared; ++size)
    {
      for (const Preconditioner which :
        { Preconditioner::Multigrid, Preconditioner::RigidBodyModes })
      {
        for (const int iterations : { 10, 50 })
        {
          add(std::string("ebe_") + name + std::to_string(size) +
              (which == Preconditioner::Multigrid ? "_multigrid_x" : "_rigid_x") +
              std::to_string(iterations),
            iterations,
            with(which,
              [problem = example, size]
              { return makeExample(problem, paperSize(problem, size)); }));
        }
      }
    }
  }
}

TRABECULA_INSTANTIATE(void, registerOptimizationBenchmarks, ())
}

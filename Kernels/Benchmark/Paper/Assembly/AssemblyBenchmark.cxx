// This file contains the measurements of Sanfui and Sharma, "A three-stage GPU-based FEA matrix
// generation strategy for unstructured meshes", section 5: one benchmark per mesh, with its stages
// as counters.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/Paper/Assembly/AssemblyMeshes.h"
#include "Benchmark/Paper/Assembly/AssemblyStages.h"
#include "Core/Spaces.h"

namespace trabecula::benchmarks
{
namespace
{
template <class Space>
void assemblyBenchmark(benchmark::State& state, const AssemblyMesh& which)
{
  try
  {
    for (auto _ : state)
    {
      const Mesh mesh = which.make();
      const AssemblyFigures figures = measureAssembly<Space>(mesh);
      state.SetIterationTime(figures.at("bsr_by_row_s"));
      for (const auto& [name, value] : figures)
      {
        state.counters[name] = value;
      }
    }
  }
  catch (const std::exception& error)
  {
    state.SkipWithError(error.what());
  }
}
}

template <class Space>
void registerAssemblyBenchmarks()
{
  const bool onHost = Space::Id == ExecutionSpace::Host;
  for (const AssemblyMesh& which : onHost ? hostMeshes() : paperMeshes())
  {
    const std::string name = which.name() + (which.tables.empty() ? "" : "/tables" + which.tables);
    benchmark::RegisterBenchmark(benchmarkName<Space>("assembly", name).c_str(),
      [which](benchmark::State& state) { assemblyBenchmark<Space>(state, which); })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  }
}

TRABECULA_INSTANTIATE(void, registerAssemblyBenchmarks, ())
}

// The micro-FE paper's solver beside the library's, and the storage of its Table 1.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/MicroFeMeasurement.h"
#include "Benchmark/Paper/Voxel/PaperVoxelSolver.h"
#include "Benchmark/Paper/Voxel/VoxelOffsetOperator.h"
#include "Benchmark/Problems/TrabecularProblems.h"
#include "Core/Spaces.h"
#include "MicroFe/VoxelMicroFeExamples.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <string>

namespace trabecula::benchmarks
{
namespace
{
/// A cube without pores, as the paper's cubeSolid.
VoxelMicroFeProblem solidCube(int edge)
{
  VoxelMicroFeProblem problem;
  problem.image.cells = { edge, edge, edge };
  problem.image.moduli.assign(std::size_t(edge) * std::size_t(edge) * std::size_t(edge), 1.0);
  problem.test = MechanicalTest::Axial;
  return problem;
}

/// Reports the columns of the paper's Table 1.
template <class Space>
void reportStorage(benchmark::State& state, const PaperVoxelMultigrid<Space>& multigrid)
{
  const VoxelCurveOperator<Space>& finest = *multigrid.level(0).matrix;
  if (const auto* offsets = dynamic_cast<const VoxelOffsetOperator<Space>*>(&finest))
  {
    const std::array<std::int64_t, 3> classes = offsets->classes();
    const auto elements = static_cast<double>(finest.numberOfElements());
    state.counters["long"] = static_cast<double>(classes[0]) / elements;
    state.counters["medium"] = static_cast<double>(classes[1]) / elements;
    state.counters["short"] = static_cast<double>(classes[2]) / elements;
  }
  std::size_t lookup = 0;
  std::size_t transfers = 0;
  for (std::size_t number = 0; number < multigrid.numberOfLevels(); ++number)
  {
    lookup += multigrid.level(number).matrix->lookupBytes();
    transfers += multigrid.level(number).transferBytes();
  }
  constexpr double MiB = 1048576.0;
  state.counters["lookup_B/element"] = finest.bytesPerElement();
  state.counters["finest_MiB"] = static_cast<double>(finest.lookupBytes()) / MiB;
  state.counters["levels_MiB"] = static_cast<double>(lookup) / MiB;
  state.counters["transfers_MiB"] = static_cast<double>(transfers) / MiB;
  state.counters["levels"] = static_cast<double>(multigrid.numberOfLevels());
}

/// @param solves whether the load is solved, or storage alone is reported
template <class Space>
void paperBenchmark(
  benchmark::State& state, VoxelMicroFeProblem (*make)(), VoxelStorage storage, bool solves)
{
  const VoxelMicroFeProblem problem = make();
  PaperVoxelSettings settings;
  settings.storage = storage;
  for ([[maybe_unused]] const auto& iteration : state)
  {
    try
    {
      const Context<Space> context(deviceOf<Space>());
      context.startPeak();
      const Timer timer;
      PaperVoxelSolver<Space> solver(context, problem, settings);
      const double setup = timer.seconds();
      state.SetIterationTime(setup);
      const auto elements = static_cast<double>(solver.grid().numberOfElements());
      const double dofs = 3.0 * static_cast<double>(solver.grid().numberOfNodes());
      state.counters["setup_s"] = setup;
      state.counters["elements"] = elements;
      state.counters["dofs"] = dofs;
      reportStorage(state, solver.multigrid());
      if (!solves)
      {
        continue;
      }
      SolverReport report;
      const double seconds = secondsOf(context, [&] { report = solver.solve(); });
      state.SetIterationTime(setup + seconds);
      if (!report.converged)
      {
        state.SkipWithError("not converged");
        return;
      }
      state.counters["solve_s"] = seconds;
      state.counters["iterations"] = report.iterations;
      state.counters["iteration_ms"] = 1e3 * seconds / std::max(1, report.iterations);
      state.counters["B/dof"] = static_cast<double>(context.peak()) / dofs;
      state.counters["B/element"] = static_cast<double>(context.peak()) / elements;
    }
    catch (const std::exception& error)
    {
      state.SkipWithError(error.what());
      return;
    }
  }
}
}

template <class Space>
void registerPaperVoxelBenchmarks()
{
  const auto name = [](const std::string& sample, const std::string& what)
  { return benchmarkName<Space>("paper_micro_fe", sample + "/" + what); };
  const auto addStorages = [&](
                             const std::string& sample, VoxelMicroFeProblem (*make)(), bool solves)
  {
    for (const VoxelStorage storage : { VoxelStorage::Offsets, VoxelStorage::Hash })
    {
      const std::string what = storage == VoxelStorage::Offsets ? "offsets" : "hash";
      registerOne(name(sample, (solves ? "" : "storage_") + what),
        [=](benchmark::State& state) { paperBenchmark<Space>(state, make, storage, solves); });
    }
  };
  const auto add = [&](const std::string& sample, VoxelMicroFeProblem (*make)())
  {
    addStorages(sample, make, true);
    registerOne(name(sample, "library"),
      [=](benchmark::State& state)
      { measureAnalyses(state, make(), { deviceOf<Space>() }, 0, MeasuredFields::None); });
  };
  // ParOSol's sphere, the paper's cube in small, and bone-like samples.
  add("sphere", hollowSphere);
  addStorages("sphere", hollowSphere, false);
  add("trabecular_64_16", [] { return trabecular(64, 16.0); });
  add("trabecular_96_16", [] { return trabecular(96, 16.0); });
  if (Space::Id == ExecutionSpace::Host)
  {
    addStorages(
      "solid_cube_128", [] { return solidCube(128); }, false);
    addStorages(
      "trabecular_256_40", [] { return trabecular(256, 40.0, 0.205); }, false);
    return;
  }
  add("trabecular_256_40", [] { return trabecular(256, 40.0, 0.205); });
  add("solid_cube_256", [] { return solidCube(256); });
  add("trabecular_550_40", [] { return trabecular(550, 40.0, 0.205); });
}

TRABECULA_INSTANTIATE(void, registerPaperVoxelBenchmarks, ())
}

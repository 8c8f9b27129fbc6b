// This file contains the benchmarks of what a design iteration costs with each stage and with the
// responses that solve more than the load cases: compare s/iteration and filter_s with those of the
// plain design.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/OptimizationMeasurement.h"
#include "Benchmark/Problems/BenchmarkProblems.h"
#include "Core/Spaces.h"

#include <functional>
#include <string>

namespace trabecula::benchmarks
{
namespace
{
constexpr double VoxelEdge = 1.0 / 32.0;

/// The cantilever of 64 x 32 x 32 voxels by the method of moving asymptotes and the density filter,
/// of a radius of 1.5 edges.
TopologyProblem plainDesign()
{
  TopologyProblem problem = petscCantilever();
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.minimumModulusRatio = 1e-6;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 1.5 * VoxelEdge;
  return problem;
}
}

template <class Space>
void registerStageBenchmarks()
{
  using Change = std::function<void(TopologyProblem&)>;
  const auto add = [](const std::string& name, const Change& change)
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("stages", name + "_64x32x32_x6").c_str(),
      [=](benchmark::State& state)
      {
        TopologyProblem problem = plainDesign();
        change(problem);
        constexpr int iterations = 6;
        measureOptimization(state, problem, { deviceOf<Space>() }, iterations);
      })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kSecond);
  };
  const auto addStage = [&add](const std::string& name, void (*change)(StageSettings&))
  { add(name, [=](TopologyProblem& p) { change(p.design.densities.stages); }); };
  add("plain", [](TopologyProblem&) {});
  for (const int edges : { 2, 4, 8, 16 })
  {
    const auto setRadius = [edges](TopologyProblem& p)
    { p.design.densities.filterRadius = edges * VoxelEdge; };
    add("density_filter_" + std::to_string(edges), setRadius);
    add("helmholtz_filter_" + std::to_string(edges),
      [setRadius](TopologyProblem& p)
      {
        setRadius(p);
        p.design.densities.filter = FilterKind::Helmholtz;
      });
  }
  addStage("projection", [](StageSettings& s) { s.projection.mode = ProjectionMode::Half; });
  addStage("projection_of_volume",
    [](StageSettings& s) { s.projection.mode = ProjectionMode::VolumePreserving; });
  addStage("mirror",
    [](StageSettings& s)
    {
      s.symmetry.mode = SymmetryMode::Planes;
      s.symmetry.planes = 1; // across y
      s.symmetry.center = { 1.0, 0.5, 0.5 };
    });
  addStage("extrusion", [](StageSettings& s) { s.extrusion.axis = 2; });
  addStage("draw", [](StageSettings& s) { s.draw.direction = AxisDirection::PlusZ; });
  addStage("overhang", [](StageSettings& s) { s.overhang.direction = AxisDirection::PlusZ; });
  addStage("overhang_on_a_grid",
    [](StageSettings& s)
    {
      s.overhang.direction = AxisDirection::Vector;
      s.overhang.vector = { 0.0, 0.3, 1.0 };
    });
  addStage("robust",
    [](StageSettings& s)
    {
      s.projection.mode = ProjectionMode::Half;
      s.robust.isOn = true;
    });
  addStage("robust_all_three",
    [](StageSettings& s)
    {
      s.projection.mode = ProjectionMode::Half;
      s.robust.isOn = true;
      s.robust.analysesAll = true;
    });
  add("stress_bound",
    [](TopologyProblem& p) {
      p.design.settings.constraints = { { { "LargestStress" }, 1e3 } };
    });
  add("frequency", [](TopologyProblem& p) { p.design.settings.objective = { "VibrationPeriod" }; });
}

TRABECULA_INSTANTIATE(void, registerStageBenchmarks, ())
}

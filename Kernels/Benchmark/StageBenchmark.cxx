// This file contains the benchmarks of what a design iteration costs with each stage and with the
// responses that solve more than the load cases: compare s/iteration and filter_s with those of the
// plain design.

#include "Analysis/Rigid/RigidMotions.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/OptimizationMeasurement.h"
#include "Benchmark/Problems/BenchmarkProblems.h"
#include "Core/Spaces.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// The cantilever of 2 height x height x height voxels by the method of moving asymptotes and the
/// density filter, of a radius of 1.5 edges.
TopologyProblem plainDesign(int height)
{
  TopologyProblem problem = finerPetscCantilever(height);
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.minimumModulusRatio = 1e-6;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 1.5 / height;
  return problem;
}

/// Makes the loaded end of the cantilever a rigid face.
void makeEndRigid(TopologyProblem& problem)
{
  StructuralProblem& structure = problem.structure;
  const std::vector<double>& points = structure.mesh.points;
  structure.rigid.numbers.assign(points.size(), 0);
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    structure.rigid.numbers[i] = points[i - i % 3] > 2.0 - 1e-9 ? 1 : 0;
  }
  resolveRigidFaces(structure);
}

template <class Space>
void registerStagesOf(int height)
{
  using Change = std::function<void(TopologyProblem&)>;
  const std::string edges = std::to_string(height);
  const std::string size = "_" + std::to_string(2 * height) + "x" + edges + "x" + edges + "_x6";
  const auto add = [=](const std::string& name, const Change& change)
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("stages", name + size).c_str(),
      [=](benchmark::State& state)
      {
        TopologyProblem problem = plainDesign(height);
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
  for (const int radius : { 2, 4, 8, 16 })
  {
    const auto setRadius = [=](TopologyProblem& p)
    { p.design.densities.filterRadius = static_cast<double>(radius) / height; };
    add("density_filter_" + std::to_string(radius), setRadius);
    add("helmholtz_filter_" + std::to_string(radius),
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
  add("rigid_face", makeEndRigid);
}
}

template <class Space>
void registerStageBenchmarks()
{
  registerStagesOf<Space>(32);
  if (Space::Id != ExecutionSpace::Host)
  {
    registerStagesOf<Space>(128); // would take hours on the host
  }
}

TRABECULA_INSTANTIATE(void, registerStageBenchmarks, ())
}

// This file contains the benchmarks of what a design iteration costs with each stage and with the
// responses that solve more than the load cases: compare s/iteration and filter_s with those of the
// plain design.

#include "Analysis/Rigid/RigidMotions.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/OptimizationMeasurement.h"
#include "Benchmark/Problems/BenchmarkProblems.h"
#include "Core/Spaces.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <array>
#include <cstddef>
#include <cstdint>
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

/// Drills a hole across the cantilever, so that its voxels fill no box.
void drill(TopologyProblem& problem)
{
  StructuralProblem& structure = problem.structure;
  const Mesh full = structure.mesh;
  const std::vector<std::uint8_t> supports = structure.supports;
  const std::vector<double> forces = structure.loadCases[0].forces;
  const auto isDrilled = [&full](std::size_t element)
  {
    constexpr double radius = 0.3;
    double x = 0.0;
    double z = 0.0;
    for (std::size_t a = 0; a < 8; ++a)
    {
      const double* point = full.points.data() + 3 * std::size_t(full.element(element)[a]);
      x += point[0] / 8.0 - 0.125;
      z += point[2] / 8.0 - 0.0625;
    }
    return x * x + z * z < radius * radius;
  };
  std::vector<std::int32_t> numbers(full.numberOfNodes(), -1);
  structure.mesh = Mesh();
  structure.supports.clear();
  structure.loadCases[0].forces.clear();
  for (std::size_t e = 0; e < full.numberOfElements(); ++e)
  {
    std::array<std::int32_t, 8> nodes = {};
    for (std::size_t a = 0; a < 8 && !isDrilled(e); ++a)
    {
      const auto node = static_cast<std::size_t>(full.element(e)[a]);
      if (numbers[node] < 0)
      {
        numbers[node] = static_cast<std::int32_t>(structure.mesh.points.size() / 3);
        for (std::size_t i = 3 * node; i < 3 * node + 3; ++i)
        {
          structure.mesh.points.push_back(full.points[i]);
          structure.supports.push_back(supports[i]);
          structure.loadCases[0].forces.push_back(forces[i]);
        }
      }
      nodes[a] = numbers[node];
    }
    if (!isDrilled(e))
    {
      structure.mesh.append(CellType::Hexahedron, nodes.data());
    }
  }
}

/// Makes the cantilever one of tetrahedra in height x height/2 x height/2 cells.
void makeTetrahedral(TopologyProblem& problem, int height)
{
  StructuralProblem& structure = problem.structure;
  structure.mesh = makeBox(CellType::Tetrahedron, { height, height / 2, height / 2 },
    [](const std::array<double, 3>& p) {
      return std::array<double, 3>{ 2.0 * p[0], p[1], p[2] };
    });
  const std::vector<double>& points = structure.mesh.points;
  structure.supports.assign(points.size(), 0);
  structure.loadCases[0].forces.assign(points.size(), 0.0);
  for (std::size_t i = 0; i < points.size(); i += 3)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      structure.supports[i + c] = points[i] < 1e-9 ? 1 : 0;
    }
    const bool isLoaded = points[i] > 2.0 - 1e-9 && points[i + 2] < 1e-9;
    structure.loadCases[0].forces[i + 2] = isLoaded ? -1e-3 : 0.0;
  }
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
  // Cosines on a box take 12 products with a dense matrix along an axis a solution, two solutions a
  // design. On a GPU their floor is the traffic of 2 numbers a node and product, 0.4 ms a design
  // for 256 x 128 x 128 cells, and about as much arithmetic: the matrices of 129 and 257 rows,
  // folded.
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
  // Meshes that are no full box, with radii in edges of their cells.
  add("plain_drilled", drill);
  add("plain_tet4", [=](TopologyProblem& p) { makeTetrahedral(p, height); });
  for (const int radius : { 4, 8, 16 })
  {
    const std::string filter = "helmholtz_filter_" + std::to_string(radius);
    const auto useFilter = [=](TopologyProblem& p, double edge)
    {
      p.design.densities.filter = FilterKind::Helmholtz;
      p.design.densities.filterRadius = radius * edge;
    };
    add(filter + "_drilled",
      [=](TopologyProblem& p)
      {
        drill(p);
        useFilter(p, 1.0 / height);
      });
    add(filter + "_tet4",
      [=](TopologyProblem& p)
      {
        makeTetrahedral(p, height);
        useFilter(p, 2.0 / height);
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
    registerStagesOf<Space>(45);  // the elements of CB3
    registerStagesOf<Space>(128); // would take hours on the host
  }
}

TRABECULA_INSTANTIATE(void, registerStageBenchmarks, ())
}

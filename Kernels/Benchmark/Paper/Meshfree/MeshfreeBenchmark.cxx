// This file contains the measurements of Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021, section
// 6: phases of optimizations (tables 1 and 2, figures 21 and 22), and assembly by pairs of nodes
// (figure 20).

#include "Analysis/Meshfree/MeshfreeStructure.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/Paper/Meshfree/MeshfreeLattices.h"
#include "Benchmark/Paper/Meshfree/PairAssembly.h"
#include "Core/Spaces.h"
#include "Operator/Meshfree/MakeMeshfreeOperator.h"
#include "Operator/Meshfree/MeshfreeMatrixOperator.h"
#include "Optimization/Meshfree/MeshfreeTask.h"

#include <cmath>
#include <exception>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// Measures mean times in seconds of the phases of designs.
template <class Space>
void designBenchmark(benchmark::State& state, const MeshfreeLattice& lattice,
  MeshfreeProduct product, double tolerance, int designs)
{
  try
  {
    for (auto _ : state)
    {
      MeshfreeProblem problem = lattice.make();
      problem.method.product = product;
      problem.structure.solver.tolerance = tolerance;
      Observer silent;
      TopologyOptimizer optimizer(problem, makeContext(deviceOf<Space>()), silent);
      PhaseTimes sum;
      double iterations = 0.0;
      double seconds = 0.0;
      for (int i = 0; i < designs; ++i)
      {
        optimizer.step(silent);
        const PhaseTimes& phases = optimizer.phaseTimes();
        sum.moduli += phases.moduli;
        sum.solve += phases.solve;
        sum.sensitivity += phases.sensitivity;
        sum.update += phases.update + phases.filter;
        iterations += optimizer.record().solverIterations();
        seconds += optimizer.record().seconds();
      }
      state.SetIterationTime(seconds / designs);
      state.counters["unknowns"] = lattice.unknowns();
      state.counters["designs"] = designs;
      state.counters["setup_s"] = optimizer.phaseTimes().setup;
      state.counters["assembly_s"] = sum.moduli / designs;
      state.counters["solution_s"] = sum.solve / designs;
      state.counters["sensitivity_s"] = sum.sensitivity / designs;
      state.counters["update_s"] = sum.update / designs;
      state.counters["total_s"] = seconds / designs;
      state.counters["iterations"] = iterations / designs;
      state.counters["compliance"] = optimizer.record()["Compliance"];
      state.counters["memory_B"] = static_cast<double>(optimizer.peakDeviceMemory());
    }
  }
  catch (const std::exception& error)
  {
    state.SkipWithError(error.what());
  }
}

/// Measures the time in seconds of assembly and of products on one lattice.
template <class Space>
void assemblyBenchmark(benchmark::State& state, const MeshfreeLattice& lattice)
{
  try
  {
    for (auto _ : state)
    {
      const MeshfreeProblem problem = lattice.make();
      const Context<Space> context(deviceOf<Space>());
      const MeshfreeStructure structure = makeMeshfreeStructure(problem.structure, problem.method);
      const double ratio = problem.structure.material.poissonsRatio;
      const MeshfreeDiscretization<Space> discretization(context, copyOf(context, structure.cloud),
        structure.points, nullptr, structure.constrained);
      const OperatorLayouts<Space> layouts = layoutsOf(context, discretization);
      const Vector<Space> moduli(
        layouts.materialPoints, std::vector<double>(structure.points.size(), 1.0));
      MeshfreeMatrixOperator<Space> matrix(layouts, discretization, ratio);
      matrix.setModuli(moduli);
      state.counters["unknowns"] = lattice.unknowns();
      state.counters["blocks"] = static_cast<double>(matrix.matrix().neighbours().pairs());
      const double byRow = medianSeconds(context, [&] { matrix.assemble(); });
      state.SetIterationTime(byRow);
      state.counters["by_row_s"] = byRow;
      PairAssembly<Space> pairs(context, discretization, ratio);
      for (const int threads : { 32, 64, 128, 256, 512, 1024 })
      {
        state.counters["by_pair_" + std::to_string(threads) + "_s"] =
          medianSeconds(context, [&] { pairs.assemble(moduli, threads); });
        if (Space::Id == ExecutionSpace::Host)
        {
          break; // on the host a team has one thread for any size
        }
      }
      const auto unknowns = static_cast<std::size_t>(matrix.size());
      const Vector<Space> x(layouts.unknowns, std::vector<double>(unknowns, 1.0));
      Vector<Space> y(layouts.unknowns);
      const auto measure = [&](const char* name, StiffnessOperator<Space>& A)
      {
        A.setModuli(moduli);
        state.counters[name] = medianSeconds(context, [&] { A.apply(x, y); });
      };
      measure("product_assembled_s", matrix);
      MeshfreeOperator<Space> lists(layouts, discretization, ratio);
      measure("product_matrix_free_s", lists);
      if (structure.lattice)
      {
        const auto table = makeMeshfreeOperator<Space>(layouts, discretization, ratio,
          MeshfreeProduct::LatticeTable, structure.lattice, structure.supportRadius);
        measure("product_table_s", *table);
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
void registerMeshfreeBenchmarks(int designs)
{
  constexpr double paperTolerance = 1e-5;
  const std::vector<MeshfreeLattice> lattices = meshfreeLattices(Space::Id == ExecutionSpace::Host);
  for (const MeshfreeLattice& lattice : lattices)
  {
    registerOne(benchmarkName<Space>("efg/assembly", lattice.label()),
      [lattice](benchmark::State& state) { assemblyBenchmark<Space>(state, lattice); });
    for (const MeshfreeProduct product : { MeshfreeProduct::Auto, MeshfreeProduct::Assembled })
    {
      const std::string kind = product == MeshfreeProduct::Auto ? "/auto" : "/assembled";
      registerOne(benchmarkName<Space>("efg/designs", lattice.label() + kind),
        [lattice, product, designs](benchmark::State& state)
        { designBenchmark<Space>(state, lattice, product, paperTolerance, designs); });
    }
  }
  for (const MeshfreeLattice& lattice : lattices)
  {
    const bool isMiddle = lattice.example != MeshfreeExample::Cantilever ||
      lattice.nodes[0] == 81 || (lattice.nodes[0] == 29 && Space::Id == ExecutionSpace::Host);
    for (int power = 8; isMiddle && power >= 1; --power)
    {
      registerOne(
        benchmarkName<Space>("efg/tolerance", lattice.label() + "/1e-" + std::to_string(power)),
        [lattice, power, designs](benchmark::State& state)
        {
          designBenchmark<Space>(
            state, lattice, MeshfreeProduct::Auto, std::pow(10.0, -power), designs);
        });
    }
  }
  // This lattice exceeds those of the paper: it has a million nodes.
  const MeshfreeLattice large = { MeshfreeExample::Cantilever, { 301, 151, 23 } };
  for (const MeshfreeProduct product : { MeshfreeProduct::Auto, MeshfreeProduct::MatrixFree })
  {
    const std::string kind = product == MeshfreeProduct::Auto ? "/auto" : "/matrix_free";
    registerOne(benchmarkName<Space>("efg/designs", "large_" + large.label() + kind),
      [large, product, designs](benchmark::State& state)
      { designBenchmark<Space>(state, large, product, paperTolerance, designs); });
  }
}

TRABECULA_INSTANTIATE(void, registerMeshfreeBenchmarks, (int designs))
}

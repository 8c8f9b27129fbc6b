// This file contains the measurements of Xia, Wang, Wang and Mei 2017, section 6: stages by the
// paper's strategies (tables 5 and 6) and objectives at convergence (table 7). It also measures
// products, design iterations and solver iterations of the library's own methods.

#include "Benchmark/Bandwidth/Bandwidth.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/Paper/Isogeometric/IsogeometricCases.h"
#include "Benchmark/Paper/Isogeometric/PaperAssembly.h"
#include "Benchmark/Paper/Isogeometric/PaperInitialDesign.h"
#include "Benchmark/Paper/Isogeometric/PaperUpdate.h"
#include "Core/Spaces.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Optimization/LevelSet/HolePattern.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// Measures the time in seconds of each stage by the paper's strategies.
template <class Space>
void stagesBenchmark(benchmark::State& state, const IsogeometricCase& one)
{
  try
  {
    for (auto _ : state)
    {
      const LevelSetProblem problem = one.make();
      const NurbsPatch& patch = problem.patch;
      const Context<Space> context(deviceOf<Space>());
      const std::vector<double> centres = centresOf(problem.method.holes, patch);
      state.counters["unknowns"] = 2.0 * static_cast<double>(patch.numberOfControlPoints());

      // Stage 1: one thread per collocation point, and the solution for the coefficients.
      PaperInitialDesign<Space> design(context, patch);
      const DeviceVector<double, Space> holes(context, centres);
      state.counters["points_s"] =
        medianSeconds(context, [&] { design.compute(holes, problem.method.holes.radius); });
      std::vector<double> coefficients;
      state.counters["stage1_s"] = medianSeconds(context,
        [&]
        {
          design.compute(holes, problem.method.holes.radius);
          coefficients = levelSetOfValues(context, patch, design.values().toHost());
        });

      // Stage 2: one thread per element.
      const OperatorLayouts<Space> layouts = layoutsOf(context, patch, false);
      const LayoutPointer<Space> variables = layouts.unknowns->withComponents(1);
      const Vector<Space> moduli(
        layouts.materialPoints, std::vector<double>(patch.numberOfElements(), 0.5));
      double stage2 = 0.0;
      {
        PaperAssembly<Space> assembly(context, patch, problem.conditions.material.poissonsRatio);
        const std::pair<const char*, PaperAssemblyMethod> methods[] = {
          { "triplets_s", PaperAssemblyMethod::Triplets },
          { "atomics_s", PaperAssemblyMethod::Atomics },
          { "coloured_s", PaperAssemblyMethod::Coloured },
          { "by_row_s", PaperAssemblyMethod::ByRow }
        };
        for (const auto& method : methods)
        {
          const double seconds =
            medianSeconds(context, [&] { assembly.assemble(method.second, moduli); });
          state.counters[method.first] = seconds;
          stage2 = stage2 == 0.0 ? seconds : stage2;
          assembly.release();
        }
      }
      state.counters["stage2_s"] = stage2;
      IsogeometricOperator<Space> assembled(layouts, patch,
        problem.conditions.material.poissonsRatio, false, IsogeometricProduct::Assembled);
      state.counters["teams_s"] = medianSeconds(context, [&] { assembled.setModuli(moduli); });

      // Stage 3: one thread per design variable.
      const PatchData<Space> data(context, patch);
      const auto unknowns = static_cast<std::size_t>(assembled.size());
      std::vector<double> field(unknowns);
      for (std::size_t i = 0; i < unknowns; ++i)
      {
        field[i] = patch.points[i / 2 * 3] * patch.points[i / 2 * 3 + i % 2];
      }
      const Vector<Space> u(layouts.unknowns, field);
      Vector<Space> energies(variables);
      const double stage3 = medianSeconds(context,
        [&]
        {
          computePaperSensitivities(
            data.view(), problem.conditions.material.poissonsRatio, moduli, u, energies);
        });
      state.counters["stage3_s"] = stage3;

      // Stage 4: one thread per design variable, the product with B, and the reduction for the
      // volume.
      Vector<Space> measures(layouts.materialPoints);
      {
        Vector<Space> positions(layouts.materialPoints->withComponents(3));
        assembled.geometry(measures, positions);
      }
      PaperUpdate<Space> update(gridOf(patch), design.interpolation(), measures);
      PaperUpdateSettings settings;
      const auto ends = std::minmax_element(coefficients.begin(), coefficients.end());
      settings.lower = 2.0 * *ends.first;
      settings.upper = 2.0 * *ends.second;
      double total = 0.0;
      for (const double measure : measures.toHost())
      {
        total += measure;
      }
      settings.volumeBound = 0.5 * total;
      settings.moveLimit = problem.design.settings.moveLimit;
      Vector<Space> phi(variables, coefficients);
      int tried = 0;
      const double stage4 =
        medianSeconds(context, [&] { tried = update.update(settings, energies, phi); });
      state.counters["stage4_s"] = stage4;
      state.counters["multipliers"] = tried;
      state.SetIterationTime(stage2 + stage3 + stage4);
    }
  }
  catch (const std::exception& error)
  {
    state.SkipWithError(error.what());
  }
}

/// Measures the time in seconds of products and of the preconditioner, and the number of solver
/// iterations from zero.
template <class Space>
void productsBenchmark(benchmark::State& state, const IsogeometricCase& one)
{
  try
  {
    for (auto _ : state)
    {
      const LevelSetProblem problem = one.make();
      const NurbsPatch& patch = problem.patch;
      const bool perGaussPoint = problem.density() == LevelSetDensity::Smooth;
      const double ratio = problem.conditions.material.poissonsRatio;
      const Context<Space> context(deviceOf<Space>());
      const IsogeometricProduct chosen =
        chooseProduct(patch, perGaussPoint, IsogeometricProduct::Auto);
      const OperatorLayouts<Space> layouts = layoutsOf(context, patch, perGaussPoint);
      auto K =
        std::make_unique<IsogeometricOperator<Space>>(layouts, patch, ratio, perGaussPoint, chosen);
      const auto unknowns = static_cast<std::size_t>(layouts.unknowns->size());
      const auto points = static_cast<std::size_t>(layouts.materialPoints->size());
      const Vector<Space> moduli(layouts.materialPoints, std::vector<double>(points, 1.0));
      const Vector<Space> x(layouts.unknowns, std::vector<double>(unknowns, 1.0));
      Vector<Space> y(layouts.unknowns);
      const Vector<Space, float> single(layouts.unknowns, std::vector<float>(unknowns, 1.0F));
      Vector<Space, float> result(layouts.unknowns);
      K->setModuli(moduli);
      K->prepareSingle();
      const double seconds = medianSeconds(context, [&] { K->apply(x, y); });
      state.SetIterationTime(seconds);
      state.counters["unknowns"] = static_cast<double>(unknowns);
      state.counters["product_s"] = seconds;
      state.counters["single_s"] =
        medianSeconds(context, [&] { K->applyHomogeneous(single, result); });
      // The minimal traffic includes x, y, moduli and, for curved patches, the geometry of Gauss
      // points.
      const auto d = static_cast<double>(patch.dimension);
      const double geometry = findAffineMap(patch)
        ? 0.0
        : (d * d + d) * static_cast<double>(patch.numberOfElements()) * patch.functionsPerElement();
      const double bytes = 8.0 * (2.0 * double(unknowns) + double(points) + geometry);
      state.counters["product_B"] = bytes;
      state.counters["triad_B/s"] = triadBandwidth<Space>();
      state.counters["dof/s"] = static_cast<double>(unknowns) / seconds;
      const auto measure = [&](const char* name, IsogeometricProduct product)
      {
        IsogeometricOperator<Space> other(layouts, patch, ratio, perGaussPoint, product);
        other.setModuli(moduli);
        state.counters[name] = medianSeconds(context, [&] { other.apply(x, y); });
      };
      constexpr std::size_t mostAssembled = 4000000;
      if (chosen != IsogeometricProduct::Points)
      {
        measure("points_s", IsogeometricProduct::Points);
      }
      if (unknowns <= mostAssembled)
      {
        measure("assembled_s", IsogeometricProduct::Assembled);
      }

      std::vector<std::uint8_t> supports;
      for (std::size_t i = 0; i < problem.conditions.supports.size(); ++i)
      {
        if (static_cast<int>(i % 3) < patch.dimension)
        {
          supports.push_back(problem.conditions.supports[i]);
        }
      }
      SplineMultigrid<Space> multigrid(patch, *K, supports, {});
      multigrid.update();
      state.counters["multigrid_update_s"] = medianSeconds(context, [&] { multigrid.update(); });
      state.counters["cycle_s"] = medianSeconds(context, [&] { multigrid.apply(x); });
    }
  }
  catch (const std::exception& error)
  {
    state.SkipWithError(error.what());
  }
}

/// Measures mean times in seconds of the phases of designs.
template <class Space>
void levelSetBenchmark(
  benchmark::State& state, const IsogeometricCase& one, int designs, bool toTheEnd)
{
  try
  {
    for (auto _ : state)
    {
      LevelSetProblem problem = one.make();
      constexpr int mostDesigns = 200;
      const int most = toTheEnd ? mostDesigns : designs;
      problem.design.settings.densityChangeTolerance = toTheEnd ? 1e-4 : 0.0;
      Observer silent;
      TopologyOptimizer optimizer(problem, makeContext(deviceOf<Space>()), silent);
      PhaseTimes sum;
      double iterations = 0.0;
      int mostIterations = 0;
      double seconds = 0.0;
      int steps = 0;
      // The analysis of the initial design starts from zero and is not counted.
      optimizer.step(silent);
      while (steps < most && optimizer.step(silent) == StepStatus::Advanced)
      {
        const PhaseTimes& phases = optimizer.phaseTimes();
        sum.moduli += phases.moduli;
        sum.solve += phases.solve;
        sum.sensitivity += phases.sensitivity;
        sum.update += phases.update + phases.filter;
        iterations += optimizer.record().solverIterations();
        mostIterations = std::max(mostIterations, optimizer.record().solverIterations());
        seconds += optimizer.record().seconds();
        ++steps;
      }
      state.SetIterationTime(seconds / steps);
      state.counters["unknowns"] = static_cast<double>(problem.patch.dimension) *
        static_cast<double>(problem.patch.numberOfControlPoints());
      state.counters["designs"] = steps;
      state.counters["setup_s"] = optimizer.phaseTimes().setup;
      state.counters["moduli_s"] = sum.moduli / steps;
      state.counters["solution_s"] = sum.solve / steps;
      state.counters["sensitivity_s"] = sum.sensitivity / steps;
      state.counters["update_s"] = sum.update / steps;
      state.counters["total_s"] = seconds / steps;
      state.counters["iterations"] = iterations / steps;
      state.counters["most_iterations"] = mostIterations;
      state.counters["compliance"] = optimizer.record()["Compliance"];
      state.counters["memory_B"] = static_cast<double>(optimizer.peakDeviceMemory());
    }
  }
  catch (const std::exception& error)
  {
    state.SkipWithError(error.what());
  }
}

}

template <class Space>
void registerIsogeometricBenchmarks(int designs)
{
  for (const IsogeometricCase& one : isogeometricCases(Space::Id == ExecutionSpace::Host))
  {
    const std::string label = one.label();
    if (one.example == LevelSetExample::Cantilever && one.degree == 2)
    {
      registerOne(benchmarkName<Space>("iga/stages", label),
        [one](benchmark::State& state) { stagesBenchmark<Space>(state, one); });
      registerOne(benchmarkName<Space>("iga/converged", label),
        [one](benchmark::State& state) { levelSetBenchmark<Space>(state, one, 0, true); });
    }
    registerOne(benchmarkName<Space>("iga/products", label),
      [one](benchmark::State& state) { productsBenchmark<Space>(state, one); });
    registerOne(benchmarkName<Space>("iga/designs", label),
      [one, designs](benchmark::State& state)
      { levelSetBenchmark<Space>(state, one, designs, false); });
  }
}

TRABECULA_INSTANTIATE(void, registerIsogeometricBenchmarks, (int designs))
}

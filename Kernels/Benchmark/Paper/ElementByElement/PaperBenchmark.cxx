// This file contains the measurements of the EbE paper's section 5.6: the fraction of the solver in
// the time of design iterations for each product strategy, example and size. As in the paper, the
// diagonal is the preconditioner.

#include "Benchmark/Bandwidth/Bandwidth.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/Paper/ElementByElement/AssembledOperator.h"
#include "Benchmark/Paper/ElementByElement/EigenSolver.h"
#include "Core/Spaces.h"
#include "Design/MaterialInterpolation.h"
#include "Operator/Hex8/MakeHex8Operator.h"
#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Optimization/TopologyExamples.h"
#include "Optimization/TopologyOptimizer.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"

#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
constexpr int ProductsTimed = 20;

TopologyProblem paperProblem(TopologyExample example, int size, Strategy strategy)
{
  TopologyProblem problem = makeExample(example, paperSize(example, size));
  problem.structure.solver.preconditioner = Preconditioner::Jacobi;
  problem.structure.solver.strategy = strategy;
  problem.structure.solver.maximumIterations = 100000;
  return problem;
}

/// Returns the time in seconds of a product with the stiffness of a uniform design.
template <class Space>
double secondsOfProduct(LinearOperator<Space>& K, const TopologyProblem& problem)
{
  const Vector<Space> x(K.layoutPointer(), problem.structure.mesh.points);
  Vector<Space> y(K.layoutPointer());
  K.apply(x, y);
  return secondsOf(K.context(),
           [&]
           {
             for (int i = 0; i < ProductsTimed; ++i)
             {
               K.apply(x, y);
             }
           }) /
    ProductsTimed;
}

void countMesh(benchmark::State& state, const TopologyProblem& problem, int designs)
{
  state.counters["elements"] = static_cast<double>(problem.structure.mesh.numberOfElements());
  state.counters["dofs"] = static_cast<double>(problem.structure.mesh.points.size());
  state.counters["designs"] = designs;
}

template <class Space>
void strategyBenchmark(benchmark::State& state, const TopologyProblem& problem, int designs)
{
  Observer silent;
  for (auto _ : state)
  {
    PhaseTimes sum;
    double pcg = 0.0;
    double total = 0.0;
    {
      TopologyOptimizer optimizer(problem, makeContext(deviceOf<Space>()), silent);
      for (int k = 0; k < designs; ++k)
      {
        optimizer.step(silent);
        const PhaseTimes& times = optimizer.phaseTimes();
        sum.setup = times.setup;
        sum.moduli += times.moduli;
        sum.solve += times.solve;
        sum.sensitivity += times.sensitivity;
        sum.filter += times.filter;
        sum.update += times.update;
        pcg += optimizer.record().solverIterations();
        total += optimizer.record().seconds();
      }
      state.counters["B/element"] = static_cast<double>(optimizer.peakDeviceMemory()) /
        static_cast<double>(problem.structure.mesh.numberOfElements());
      state.counters["compliance"] = optimizer.record()["Compliance"];
    }
    const Context<Space> context(deviceOf<Space>());
    const auto K =
      makeHex8Operator<Space>(layoutsOf(context, problem.structure.mesh), problem.structure.mesh,
        problem.structure.material.poissonsRatio, problem.structure.solver.strategy, false);
    Vector<Space> moduli(K->materialPointsPointer());
    fill(moduli, 1.0);
    K->setModuli(moduli);
    state.counters["product_s"] = secondsOfProduct<Space>(*K, problem);
    state.SetIterationTime(total);
    state.counters["setup_s"] = sum.setup;
    state.counters["solve_s"] = sum.solve / designs;
    state.counters["moduli_s"] = sum.moduli / designs;
    state.counters["sens_s"] = sum.sensitivity / designs;
    state.counters["filter_s"] = sum.filter / designs;
    state.counters["update_s"] = sum.update / designs;
    state.counters["pcg"] = pcg / designs;
  }
  countMesh(state, problem, designs);
}

struct Solution
{
  int iterations;
  double seconds;
  double compliance; ///< f.u
};

double work(const TopologyProblem& problem, const std::vector<double>& u)
{
  const std::vector<double>& f = problem.structure.loadCases[0].forces;
  return std::inner_product(f.begin(), f.end(), u.begin(), 0.0);
}

/// Measures the same designs with solve(K, moduli), for which a matrix is assembled for each
/// design.
template <class Space, class Solve>
void assembledBenchmark(benchmark::State& state, const OperatorLayouts<Space>& layouts,
  const TopologyProblem& problem, int designs, const Solve& solve)
{
  Observer silent;
  const MaterialInterpolation material{ problem.structure.material.youngsModulus, 0.0,
    problem.design.densities.penalization };
  for (auto _ : state)
  {
    TopologyOptimizer optimizer(problem, makeContext(deviceOf<Space>()), silent);
    const Timer setup;
    AssembledOperator<Space> K(
      layouts, problem.structure.mesh, problem.structure.material.poissonsRatio);
    state.counters["setup_s"] = setup.seconds();
    double assembly = 0.0;
    double solution = 0.0;
    double pcg = 0.0;
    for (int k = 0; k < designs; ++k)
    {
      optimizer.step(silent);
      std::vector<double> moduli = optimizer.density();
      for (double& value : moduli)
      {
        value = material.modulus(value);
      }
      const Vector<Space> onSpace(layouts.materialPoints, moduli);
      assembly += secondsOf(layouts.context(), [&] { K.setModuli(onSpace); });
      const Solution solved = solve(K, onSpace);
      pcg += solved.iterations;
      solution += solved.seconds;
      state.counters["compliance"] = solved.compliance;
    }
    state.SetIterationTime(assembly + solution);
    state.counters["product_s"] = secondsOfProduct<Space>(K, problem);
    state.counters["moduli_s"] = assembly / designs;
    state.counters["solve_s"] = solution / designs;
    state.counters["pcg"] = pcg / designs;
    state.counters["B/element"] = static_cast<double>(K.memory()) /
      static_cast<double>(problem.structure.mesh.numberOfElements());
    state.counters["entries"] = static_cast<double>(K.entries());
  }
  countMesh(state, problem, designs);
}

/// Measures the library's conjugate gradients with assembled products.
template <class Space>
void assembledInSameSolver(benchmark::State& state, const TopologyProblem& problem, int designs)
{
  const Context<Space> context(deviceOf<Space>());
  const OperatorLayouts<Space> layouts = layoutsOf(context, problem.structure.mesh);
  const Vector<Space> forces(layouts.unknowns, problem.structure.loadCases[0].forces);
  Vector<Space> u(layouts.unknowns);
  ConjugateGradient<Space> solver(layouts.unknowns);
  u.zero();
  assembledBenchmark<Space>(state, layouts, problem, designs,
    [&](AssembledOperator<Space>& K, const Vector<Space>& moduli)
    {
      SpringOperator<Space> system(K, std::vector<double>());
      DiagonalPreconditioner<Space> jacobi(K, system, problem.structure.supports);
      jacobi.update(moduli, problem.structure.material.youngsModulus);
      Observer silent;
      SolverReport report;
      const double seconds = secondsOf(context,
        [&]
        {
          report = solver.solve(K, jacobi, forces, u, problem.structure.solver.tolerance,
            problem.structure.solver.maximumIterations, silent);
        });
      if (!report.converged)
      {
        state.SkipWithError("not converged");
      }
      return Solution{ report.iterations, seconds, work(problem, u.toHost()) };
    });
}

void assembledInEigen(benchmark::State& state, const TopologyProblem& problem, int designs)
{
  const Context<HostSpace> context;
  std::vector<double> u(problem.structure.mesh.points.size(), 0.0);
  assembledBenchmark<HostSpace>(state, layoutsOf(context, problem.structure.mesh), problem, designs,
    [&](AssembledOperator<HostSpace>& K, const Vector<HostSpace>& /*moduli*/)
    {
      EigenSolution solution = solveWithEigen(K, problem.structure.supports,
        problem.structure.loadCases[0].forces, u, problem.structure.solver.tolerance);
      if (!solution.converged)
      {
        state.SkipWithError("not converged");
      }
      u.swap(solution.displacement);
      return Solution{ solution.iterations, solution.seconds, work(problem, u) };
    });
}
}

template <class Space>
void registerPaperBenchmarks(int designs)
{
  const auto add = [](const std::string& name, auto work)
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("paper", name).c_str(),
      [work](benchmark::State& state)
      {
        try
        {
          work(state);
        }
        catch (const std::exception& error)
        {
          state.SkipWithError(error.what());
        }
      })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kSecond);
  };
  for (const auto& [letters, which] :
    { std::pair{ "CB", TopologyExample::Cantilever }, std::pair{ "LB", TopologyExample::LBeam },
      std::pair{ "MC", TopologyExample::MichellCantilever },
      std::pair{ "CR", TopologyExample::ConnectingRod } })
  {
    for (int size = 1; size <= NumberOfPaperSizes; ++size)
    {
      const TopologyExample example = which;
      const std::string suffix = "_" + std::string(letters) + std::to_string(size);
      for (const StrategyInfo& info : strategies())
      {
        if (Space::Id != ExecutionSpace::Host || info.onHost)
        {
          add(info.name + suffix,
            [=, strategy = info.strategy](benchmark::State& state)
            { strategyBenchmark<Space>(state, paperProblem(example, size, strategy), designs); });
        }
      }
      // This benchmark uses the default settings.
      add("default" + suffix,
        [=](benchmark::State& state)
        {
          TopologyProblem problem = paperProblem(example, size, Strategy::Auto);
          problem.structure.solver.preconditioner = SolverSettings().preconditioner;
          strategyBenchmark<Space>(state, problem, designs);
        });
      add("csr" + suffix,
        [=](benchmark::State& state) {
          assembledInSameSolver<Space>(state, paperProblem(example, size, Strategy::Auto), designs);
        });
      if (Space::Id == ExecutionSpace::Host)
      {
        add("eigen" + suffix,
          [=](benchmark::State& state)
          { assembledInEigen(state, paperProblem(example, size, Strategy::Auto), designs); });
      }
    }
  }
}

TRABECULA_INSTANTIATE(void, registerPaperBenchmarks, (int designs))
}

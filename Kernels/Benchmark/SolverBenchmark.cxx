// This file contains the benchmarks of preconditioned conjugate gradients: single iterations and
// whole solutions.

#include "Benchmark/Bandwidth/Bandwidth.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/Problems/BenchmarkProblems.h"
#include "Core/Spaces.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/SpringOperator.h"
#include "Optimization/TopologyExamples.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"

#include <algorithm>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// Minimal traffic of an iteration as implemented, in bytes per degree of freedom: the product
/// (37), d.q (16), the updates of u and r with their dot products (56), and that of d (32).
constexpr double IterationBytes = 141.0;

/// The system of the uniform design of a cantilever in memory of the space.
template <class Space>
struct CantileverSystem
{
  explicit CantileverSystem(const TopologyProblem& problem)
    : K(layoutsOf(this->Computing, problem.structure.mesh), problem.structure.mesh,
        problem.structure.material.poissonsRatio),
      System(this->K, std::vector<double>()), Solver(this->K.layoutPointer()),
      Moduli(this->K.materialPointsPointer()),
      Jacobi(this->K, this->System, problem.structure.supports),
      Forces(this->K.layoutPointer(), problem.structure.loadCases[0].forces),
      U(this->K.layoutPointer())
  {
    const double rho = problem.design.settings.volumeFraction;
    fill(this->Moduli, rho * rho * rho);
    this->K.setModuli(this->Moduli);
    this->Jacobi.update(this->Moduli, rho * rho * rho);
  }

  SolverReport solve(double tolerance, int maximumIterations)
  {
    this->U.zero();
    Observer silent;
    return this->Solver.solve(
      this->K, this->Jacobi, this->Forces, this->U, tolerance, maximumIterations, silent);
  }

  const Context<Space> Computing{ deviceOf<Space>() };
  Hex8Operator<Space> K;
  SpringOperator<Space> System; ///< the same, without springs
  ConjugateGradient<Space> Solver;
  Vector<Space> Moduli;
  DiagonalPreconditioner<Space> Jacobi;
  Vector<Space> Forces;
  Vector<Space> U;
};

template <class Space>
void iterationBenchmark(benchmark::State& state, const TopologyProblem& problem)
{
  constexpr int iterations = 50;
  CantileverSystem<Space> system(problem);
  system.solve(1e-30, iterations);
  Samples samples;
  for (auto _ : state)
  {
    const double seconds = secondsOf(system.Computing, [&] { system.solve(1e-30, iterations); });
    samples.add(seconds / iterations);
    state.SetIterationTime(seconds / iterations);
  }
  const double dofs = static_cast<double>(system.K.size()) / samples.median();
  state.counters["median_ms"] = 1e3 * samples.median();
  state.counters["Gdof/s"] = dofs / 1e9;
  state.counters["of_triad"] = dofs * IterationBytes / triadBandwidth<Space>();
}

template <class Space>
void solveBenchmark(benchmark::State& state, const TopologyProblem& problem)
{
  CantileverSystem<Space> system(problem);
  SolverReport report;
  for (auto _ : state)
  {
    state.SetIterationTime(
      secondsOf(system.Computing, [&] { report = system.solve(1e-5, 100000); }));
  }
  if (!report.converged)
  {
    state.SkipWithError("not converged");
  }
  state.counters["iterations"] = report.iterations;
}
}

template <class Space>
void registerSolverBenchmarks()
{
  const auto add = [](const char* name, TopologyProblem (*make)())
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("pcg_iteration", name).c_str(),
      [make](benchmark::State& state) { iterationBenchmark<Space>(state, make()); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(benchmarkName<Space>("pcg_solve", name).c_str(),
      [make](benchmark::State& state) { solveBenchmark<Space>(state, make()); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  };
  add("64x32x32", petscCantilever);
  if (Space::Id != ExecutionSpace::Host)
  {
    add("160x80x80",
      [] {
        return makeExample(TopologyExample::Cantilever, paperSize(TopologyExample::Cantilever, 5));
      });
  }
}

TRABECULA_INSTANTIATE(void, registerSolverBenchmarks, ())
}

#include "Benchmark/OptimizationMeasurement.h"

#include "Benchmark/Benchmarks.h"
#include "Optimization/TopologyOptimizer.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace trabecula::benchmarks
{
namespace
{
/// Reports what was chosen, and breakdowns.
class NoteObserver : public Observer
{
public:
  void note(const std::string& text) override { std::fprintf(stderr, "%s\n", text.c_str()); }
};
}

void measureOptimization(benchmark::State& state, const TopologyProblem& problem,
  const std::vector<Device>& devices, int iterations)
{
  NoteObserver notes;
  for ([[maybe_unused]] const auto& iteration : state)
  {
    TopologyOptimizer optimizer(problem, makeContext(devices), notes);
    PhaseTimes sum;
    Samples seconds;
    double solverIterations = 0.0;
    int first = 0;
    int most = 0;
    double total = 0.0;
    for (int k = 0; k < iterations; ++k)
    {
      optimizer.step(notes);
      const PhaseTimes& times = optimizer.phaseTimes();
      sum.moduli += times.moduli;
      sum.solve += times.solve;
      sum.sensitivity += times.sensitivity;
      sum.filter += times.filter;
      sum.update += times.update;
      seconds.add(optimizer.record().seconds());
      total += optimizer.record().seconds();
      solverIterations += optimizer.record().solverIterations();
      first = k == 0 ? optimizer.record().solverIterations() : first;
      most = std::max(most, optimizer.record().solverIterations());
    }
    state.SetIterationTime(total);
    const double n = iterations;
    state.counters["s/iteration"] = total / n;
    state.counters["median_s"] = seconds.median();
    state.counters["pcg"] = solverIterations / n;
    state.counters["pcg_first"] = first;
    state.counters["pcg_most"] = most;
    state.counters["setup_s"] = optimizer.phaseTimes().setup;
    state.counters["solve_s"] = sum.solve / n;
    state.counters["filter_s"] = sum.filter / n;
    state.counters["update_s"] = sum.update / n;
    state.counters["sens_s"] = sum.sensitivity / n;
    state.counters["moduli_s"] = sum.moduli / n;
    state.counters["B/element"] = static_cast<double>(optimizer.peakDeviceMemory()) /
      static_cast<double>(problem.structure.mesh.numberOfElements());
    state.counters["compliance"] = optimizer.record()["Compliance"];
  }
}
}

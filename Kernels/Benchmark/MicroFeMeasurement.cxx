#include "Benchmark/MicroFeMeasurement.h"

#include "Benchmark/Benchmarks.h"
#include "MicroFe/VoxelMicroFe.h"

#include <algorithm>
#include <exception>
#include <memory>

namespace trabecula::benchmarks
{
namespace
{
/// Returns the time in seconds for computing fields and copying them to newly allocated memory, as
/// a filter does.
double secondsOfFields(const VoxelMicroFe& analysis, bool tensors)
{
  const auto nodes = static_cast<std::size_t>(analysis.grid().numberOfNodes());
  const auto elements = static_cast<std::size_t>(analysis.grid().numberOfElements());
  std::vector<std::unique_ptr<double[]>> memory;
  const auto room = [&](std::size_t size)
  {
    memory.emplace_back(new double[size]);
    return memory.back().get();
  };
  const Timer timer;
  VoxelFieldArrays to;
  to.displacement = room(3 * nodes);
  to.reactionForce = room(3 * nodes);
  to.elements.strainEnergyDensity = room(elements);
  to.elements.vonMisesStress = room(elements);
  to.elements.effectiveStrain = room(elements);
  if (tensors)
  {
    to.elements.strain = room(6 * elements);
    to.elements.stress = room(6 * elements);
  }
  analysis.computeFields(to);
  return timer.seconds();
}
}

void measureAnalyses(benchmark::State& state, const VoxelMicroFeProblem& problem,
  const std::vector<Device>& devices, std::size_t limit, MeasuredFields fields)
{
  Observer silent;
  Samples setup;
  Samples solve;
  Samples summary;
  Samples alone;
  Samples withTensors;
  VoxelMicroFeSummary s;
  for ([[maybe_unused]] const auto& iteration : state)
  {
    try
    {
      const Timer timer;
      VoxelMicroFe analysis(problem, devices, silent, limit);
      analysis.solve(silent);
      state.SetIterationTime(timer.seconds());
      s = analysis.summary();
      if (fields == MeasuredFields::All)
      {
        alone.add(secondsOfFields(analysis, false));
        withTensors.add(secondsOfFields(analysis, true));
      }
    }
    catch (const std::exception& error) // it does not fit
    {
      state.SkipWithError(error.what());
      return;
    }
    setup.add(s.setupSeconds);
    solve.add(s.solveSeconds);
    summary.add(s.fieldsSeconds);
  }
  if (!s.converged)
  {
    state.SkipWithError("not converged");
  }
  const double dofs = 3.0 * static_cast<double>(s.numberOfNodes);
  const double memory =
    static_cast<double>(s.peakDeviceMemory) * static_cast<double>(devices.size());
  state.counters["setup_s"] = setup.median();
  state.counters["solve_s"] = solve.median();
  state.counters["iteration_ms"] = 1e3 * solve.median() / std::max(1, s.solverIterations);
  state.counters["summary_s"] = summary.median();
  if (fields == MeasuredFields::All)
  {
    state.counters["fields_s"] = alone.median();
    state.counters["fields_with_tensors_s"] = withTensors.median();
  }
  state.counters["iterations"] = s.solverIterations;
  state.counters["dofs"] = dofs;
  state.counters["elements"] = static_cast<double>(s.numberOfElements);
  // Of a part, for the unknowns of its share.
  state.counters["B/dof"] = memory / dofs;
  state.counters["B/element"] = memory / static_cast<double>(s.numberOfElements);
}
}

#ifndef TRABECULA_BENCHMARK_BENCHMARKS_H
#define TRABECULA_BENCHMARK_BENCHMARKS_H

#include "Core/Context.h"
#include "Core/Device.h"
#include "Core/Timer.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
/// Name of a benchmark in a space, as "operator/Host/64x32x32".
template <class Space>
std::string benchmarkName(const std::string& what, const std::string& which)
{
  return what + (Space::Id == ExecutionSpace::Host ? "/Host/" : "/Cuda/") + which;
}

/// Wall-clock seconds of work that needs no context.
template <class Work>
double secondsOf(const Work& work)
{
  const Timer timer;
  work();
  return timer.seconds();
}

/// Wall-clock seconds of work in a context, with synchronization.
template <class Space, class Work>
double secondsOf(const Context<Space>& context, const Work& work)
{
  context.synchronize();
  const Timer timer;
  work();
  context.synchronize();
  return timer.seconds();
}

/// Median of measurements, which is robust to disturbances on a shared machine.
class Samples
{
public:
  void add(double value) { this->Values.push_back(value); }
  double median()
  {
    const auto middle = this->Values.begin() + static_cast<std::ptrdiff_t>(this->Values.size() / 2);
    std::nth_element(this->Values.begin(), middle, this->Values.end());
    return *middle;
  }

private:
  std::vector<double> Values;
};

/// Median of as many runs of work, after a first one, as take a second, from one to five.
template <class Space, class Work>
double medianSeconds(const Context<Space>& context, const Work& work)
{
  constexpr int mostRepetitions = 5;
  constexpr double mostSeconds = 1.0;
  const double first = secondsOf(context, work); // warms up
  const int repetitions = std::clamp(static_cast<int>(mostSeconds / first), 1, mostRepetitions);
  Samples samples;
  for (int i = 0; i < repetitions; ++i)
  {
    samples.add(secondsOf(context, work));
  }
  return samples.median();
}

/// The device of a space.
template <class Space>
Device deviceOf()
{
  return selectDevice(
    Space::Id == ExecutionSpace::Host ? DeviceRequest::Host : DeviceRequest::Cuda);
}

/// Registers a benchmark that takes its own time, once.
template <class Run>
void registerOne(const std::string& name, const Run& run)
{
  benchmark::RegisterBenchmark(name.c_str(), run)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
}

/// Each registers the benchmarks of its topic for a space.
template <class Space>
void registerOperatorBenchmarks();
template <class Space>
void registerVoxelBenchmarks();
/// Of the host alone.
template <class Space>
void registerVoxelizeBenchmarks();
template <class Space>
void registerSolverBenchmarks();
template <class Space>
void registerSolverComparisons();
template <class Space>
void registerOptimizationBenchmarks();
template <class Space>
void registerStageBenchmarks();
template <class Space>
void registerMicroFeBenchmarks();
template <class Space>
void registerMicroFeOnPartsBenchmarks();
template <class Space>
void registerLevelsBenchmarks();
template <class Space>
void registerPartsBenchmarks();
template <class Space>
void registerOptimizationOnPartsBenchmarks();
template <class Space>
void registerPaperVoxelBenchmarks();
template <class Space>
void registerAssemblyBenchmarks();
/// @param designs number of design iterations that each measurement averages
template <class Space>
void registerPaperBenchmarks(int designs);
template <class Space>
void registerMeshfreeBenchmarks(int designs);
template <class Space>
void registerIsogeometricBenchmarks(int designs);
}

#endif

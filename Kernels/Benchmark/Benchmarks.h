#ifndef TRABECULA_BENCHMARK_BENCHMARKS_H
#define TRABECULA_BENCHMARK_BENCHMARKS_H

#include "Core/DeviceVector.h"
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

/// Wall-clock seconds of work in a space, with synchronization.
template <class Space, class Work>
double secondsOf(const Work& work)
{
  Memory<Space>::synchronize();
  const Timer timer;
  work();
  Memory<Space>::synchronize();
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

/// Each registers the benchmarks of its topic for a space.
template <class Space>
void registerOperatorBenchmarks();
template <class Space>
void registerVoxelBenchmarks();
template <class Space>
void registerSolverBenchmarks();
template <class Space>
void registerOptimizationBenchmarks();
template <class Space>
void registerMicroFeBenchmarks();
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

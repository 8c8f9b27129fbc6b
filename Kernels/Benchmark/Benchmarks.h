#ifndef TRABECULA_BENCHMARK_BENCHMARKS_H
#define TRABECULA_BENCHMARK_BENCHMARKS_H

#include "Core/DeviceVector.h"
#include "Core/Timer.h"

#include <benchmark/benchmark.h>

#include <string>

namespace trabecula::benchmarks
{
/// Name of a benchmark of a space: "operator/Host/64x32x32".
template <class Space>
std::string benchmarkName(const std::string& what, const std::string& which)
{
  return what + (Space::Id == ExecutionSpace::Host ? "/Host/" : "/Cuda/") + which;
}

/// Seconds on the wall clock that work takes in a space, all of it done.
template <class Space, class Work>
double secondsOf(const Work& work)
{
  Memory<Space>::synchronize();
  const Timer timer;
  work();
  Memory<Space>::synchronize();
  return timer.seconds();
}

/// Each registers the benchmarks of its topic for a space.
template <class Space>
void registerOperatorBenchmarks();
template <class Space>
void registerSolverBenchmarks();
template <class Space>
void registerOptimizationBenchmarks();
}

#endif

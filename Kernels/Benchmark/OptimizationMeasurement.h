#ifndef TRABECULA_BENCHMARK_OPTIMIZATIONMEASUREMENT_H
#define TRABECULA_BENCHMARK_OPTIMIZATIONMEASUREMENT_H

#include "Core/Device.h"
#include "Optimization/TopologyProblem.h"

#include <benchmark/benchmark.h>

#include <vector>

namespace trabecula::benchmarks
{
/// Measures design iterations with the times of their phases. @param devices one for each part
void measureOptimization(benchmark::State& state, const TopologyProblem& problem,
  const std::vector<Device>& devices, int iterations);
}

#endif

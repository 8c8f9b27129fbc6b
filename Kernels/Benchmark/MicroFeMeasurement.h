#ifndef TRABECULA_BENCHMARK_MICROFEMEASUREMENT_H
#define TRABECULA_BENCHMARK_MICROFEMEASUREMENT_H

#include "Core/Device.h"
#include "MicroFe/VoxelMicroFeProblem.h"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

namespace trabecula::benchmarks
{
/// Which parts of an analysis are measured.
enum class MeasuredFields
{
  None, ///< set-up and solution alone
  All
};

/// Measures whole analyses. @param devices one for each part @param limit of memory, 0 for none
void measureAnalyses(benchmark::State& state, const VoxelMicroFeProblem& problem,
  const std::vector<Device>& devices, std::size_t limit,
  MeasuredFields fields = MeasuredFields::All);
}

#endif

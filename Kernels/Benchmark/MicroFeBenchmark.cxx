// This file contains the benchmarks of voxel micro-FE from the image to fields.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/MicroFeMeasurement.h"
#include "Benchmark/Problems/TrabecularProblems.h"
#include "Core/Spaces.h"
#include "Element/VoxelHex8.h"
#include "MicroFe/VoxelMicroFeExamples.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// Returns the problem with the six load cases of an apparent stiffness.
VoxelMicroFeProblem apparentStiffness(int edge, double period)
{
  VoxelMicroFeProblem problem = trabecular(edge, period);
  problem.test = MechanicalTest::ApparentStiffness;
  return problem;
}

template <class Space>
void analysisBenchmark(benchmark::State& state, VoxelMicroFeProblem (*make)(), bool frugal)
{
  const VoxelMicroFeProblem problem = make();
  // If there is not enough memory for all load cases at once, they are solved one by one, or in
  // small groups.
  const std::size_t limit = frugal ? estimateDeviceMemory(problem) : 0;
  measureAnalyses(state, problem, { deviceOf<Space>() }, limit);
}

/// A plain product, element by element, with all 576 entries of one matrix, on one thread. It is a
/// reference for comparing times of other programs measured on other machines.
void plainProductBenchmark(benchmark::State& state)
{
  const VoxelMicroFeProblem problem = hollowSphere();
  const VoxelGrid grid(problem.image);
  const std::vector<std::int32_t> connectivity = grid.mesh().connectivity;
  const voxelhex8::Brick<double> brick =
    voxelhex8::unitBrick<double>(problem.image.spacing.data(), problem.poissonsRatio);
  double K[24][24];
  for (int column = 0; column < 24; ++column)
  {
    double u[24] = {};
    double f[24];
    u[column] = 1.0;
    voxelhex8::product(u, 1.0, brick, f);
    for (int row = 0; row < 24; ++row)
    {
      K[row][column] = f[row];
    }
  }
  const std::vector<double> x(3 * static_cast<std::size_t>(grid.numberOfNodes()), 1.0);
  std::vector<double> y(x.size());
  while (state.KeepRunning())
  {
    std::fill(y.begin(), y.end(), 0.0);
    for (std::size_t e = 0; e < grid.moduli().size(); ++e)
    {
      const std::int32_t* nodes = connectivity.data() + 8 * e;
      double u[24];
      for (int i = 0; i < 24; ++i)
      {
        u[i] = grid.moduli()[e] * x[3 * std::size_t(nodes[i % 8]) + i / 8];
      }
      for (int row = 0; row < 24; ++row)
      {
        double sum = 0.0;
        for (int column = 0; column < 24; ++column)
        {
          sum += K[row][column] * u[column];
        }
        y[3 * std::size_t(nodes[row % 8]) + row / 8] += sum;
      }
    }
    benchmark::DoNotOptimize(y.data());
  }
}
}

template <class Space>
void registerMicroFeBenchmarks()
{
  const auto add = [](const char* name, VoxelMicroFeProblem (*make)(), bool frugal = false)
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("micro_fe", name).c_str(),
      [=](benchmark::State& state) { analysisBenchmark<Space>(state, make, frugal); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  };
  add("sphere", hollowSphere);
  add("trabecular_96", [] { return trabecular(96, 16.0); });
  add("trabecular_128_12", [] { return trabecular(128, 12.0, 0.15); });
  add("apparent_96", [] { return apparentStiffness(96, 16.0); });
  add(
    "apparent_96_least_memory", [] { return apparentStiffness(96, 16.0); }, true);
  if (Space::Id == ExecutionSpace::Host)
  {
    benchmark::RegisterBenchmark("plain_product/Host/sphere", plainProductBenchmark)
      ->Unit(benchmark::kMillisecond);
  }
  else
  {
    add("apparent_256", [] { return apparentStiffness(256, 24.0); });
    add(
      "apparent_256_least_memory", [] { return apparentStiffness(256, 24.0); }, true);
    add("trabecular_256", [] { return trabecular(256, 24.0); });
    add("trabecular_256_12_19", [] { return trabecular(256, 12.0, 0.19); });
    add("trabecular_256_12_30", [] { return trabecular(256, 12.0, 0.3); });
    add("trabecular_350_16_19", [] { return trabecular(350, 16.0, 0.19); });
    add("trabecular_550_24_17", [] { return trabecular(550, 24.0, 0.17); });
    add("trabecular_550_40_17", [] { return trabecular(550, 40.0, 0.17); });
    // The sample is as large as perlin1 of the micro-FE paper.
    add("trabecular_550", [] { return trabecular(550, 40.0, 0.205); });
    // The largest sample requires 93 GB on the host and 106 GB on the device.
    constexpr std::size_t ofLargest = std::size_t(100) << 30;
    if (deviceOf<Space>().availableMemory > ofLargest)
    {
      add("trabecular_1280", [] { return trabecular(1280, 40.0, 0.205); });
    }
  }
}

TRABECULA_INSTANTIATE(void, registerMicroFeBenchmarks, ())
}

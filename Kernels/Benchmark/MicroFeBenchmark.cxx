// This file contains the benchmarks of voxel micro-FE from the image to fields.

#include "Benchmark/Benchmarks.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/Spaces.h"
#include "Element/VoxelHex8.h"
#include "Mesh/Generators/TrabecularSample.h"
#include "MicroFe/VoxelMicroFe.h"
#include "MicroFe/VoxelMicroFeExamples.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// Returns a bone-like sample with struts that are about a third of a period thick.
VoxelMicroFeProblem trabecular(int edge, double period, double volumeFraction = 0.25)
{
  TrabecularSampleSettings settings;
  settings.cells = { edge, edge, edge };
  settings.voxelsPerPeriod = period;
  settings.volumeFraction = volumeFraction;
  settings.connected = true;
  VoxelMicroFeProblem problem;
  problem.image.cells = settings.cells;
  const std::vector<std::uint8_t> solid = makeTrabecularSample(settings).solid;
  problem.image.moduli = zeroVector<double>(solid.size());
  std::copy(solid.begin(), solid.end(), problem.image.moduli.begin());
  problem.test = MechanicalTest::Axial;
  return problem;
}

/// Returns the problem with the six load cases of an apparent stiffness.
VoxelMicroFeProblem apparentStiffness(int edge, double period)
{
  VoxelMicroFeProblem problem = trabecular(edge, period);
  problem.test = MechanicalTest::ApparentStiffness;
  return problem;
}

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

/// Measures whole analyses on devices, each of which computes a part.
void measureAnalyses(benchmark::State& state, const VoxelMicroFeProblem& problem,
  const std::vector<Device>& devices, std::size_t limit)
{
  Observer silent;
  Samples setup;
  Samples solve;
  Samples summary;
  Samples fields;
  Samples withTensors;
  VoxelMicroFeSummary s;
  for ([[maybe_unused]] const auto& iteration : state)
  {
    const Timer timer;
    VoxelMicroFe analysis(problem, devices, silent, limit);
    analysis.solve(silent);
    state.SetIterationTime(timer.seconds());
    s = analysis.summary();
    setup.add(s.setupSeconds);
    solve.add(s.solveSeconds);
    summary.add(s.fieldsSeconds);
    fields.add(secondsOfFields(analysis, false));
    withTensors.add(secondsOfFields(analysis, true));
  }
  if (!s.converged)
  {
    state.SkipWithError("not converged");
  }
  const double dofs = 3.0 * static_cast<double>(s.numberOfNodes);
  state.counters["setup_s"] = setup.median();
  state.counters["solve_s"] = solve.median();
  state.counters["iteration_ms"] = 1e3 * solve.median() / std::max(1, s.solverIterations);
  state.counters["summary_s"] = summary.median();
  state.counters["fields_s"] = fields.median();
  state.counters["fields_with_tensors_s"] = withTensors.median();
  state.counters["iterations"] = s.solverIterations;
  state.counters["dofs"] = dofs;
  // Of a part, for the unknowns of its share.
  state.counters["B/dof"] =
    static_cast<double>(s.peakDeviceMemory) * static_cast<double>(devices.size()) / dofs;
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

/// The sample and its mirror image, one after the other along an axis.
VoxelMicroFeProblem mirrored(VoxelMicroFeProblem problem, std::size_t axis)
{
  const VoxelImage& image = problem.image;
  VoxelImage both = image;
  both.cells[axis] *= 2;
  both.moduli = zeroVector<double>(2 * image.moduli.size());
  std::size_t v = 0;
  for (int k = 0; k < both.cells[2]; ++k)
  {
    for (int j = 0; j < both.cells[1]; ++j)
    {
      for (int i = 0; i < both.cells[0]; ++i, ++v)
      {
        std::array<int, 3> from = { i, j, k };
        from[axis] = std::min(from[axis], both.cells[axis] - 1 - from[axis]);
        both.moduli[v] = image.moduli[static_cast<std::size_t>(from[0]) +
          static_cast<std::size_t>(image.cells[0]) *
            (static_cast<std::size_t>(from[1]) +
              static_cast<std::size_t>(image.cells[1]) * static_cast<std::size_t>(from[2]))];
      }
    }
  }
  problem.image = std::move(both);
  return problem;
}

/// Devices of the parts of an analysis.
struct NamedDevices
{
  std::string name;
  std::vector<Device> devices;
};

/// One, two, four and eight GPUs, as far as present, and two parts of one; one and two parts of the
/// host.
template <class Space>
std::vector<NamedDevices> divisionsOfDevices()
{
  const Device first = deviceOf<Space>();
  std::vector<NamedDevices> result = { { "1", { first } }, { "2_on_one", { first, first } } };
  if (Space::Id == ExecutionSpace::Cuda)
  {
    const std::vector<Device> all = cudaDevices();
    for (std::size_t count = 2; count <= all.size(); count *= 2)
    {
      result.push_back({ std::to_string(count),
        std::vector<Device>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)) });
    }
  }
  return result;
}

/// Of one sample on any number of parts, and of one that grows with them by its mirror images.
template <class Space>
void addPartsBenchmarks(const char* name, VoxelMicroFeProblem (*make)())
{
  for (const bool grows : { false, true })
  {
    for (const NamedDevices& by : divisionsOfDevices<Space>())
    {
      if (grows && by.devices.size() == 1)
      {
        continue; // the same as above
      }
      const std::string which = std::string(name) + (grows ? "/weak/" : "/strong/") + by.name;
      benchmark::RegisterBenchmark(benchmarkName<Space>("parts/micro_fe", which).c_str(),
        [=](benchmark::State& state)
        {
          VoxelMicroFeProblem problem = make();
          std::size_t axis = 2;
          for (std::size_t parts = 1; grows && parts < by.devices.size(); parts *= 2)
          {
            problem = mirrored(std::move(problem), axis);
            axis = (axis + 2) % 3;
          }
          try
          {
            measureAnalyses(state, problem, by.devices, 0);
          }
          catch (const std::exception& error) // it does not fit
          {
            state.SkipWithError(error.what());
          }
        })
        ->UseManualTime()
        ->Iterations(3)
        ->Unit(benchmark::kMillisecond);
    }
  }
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
  addPartsBenchmarks<Space>("trabecular_96", [] { return trabecular(96, 16.0); });
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
    addPartsBenchmarks<Space>("trabecular_256", [] { return trabecular(256, 24.0); });
    addPartsBenchmarks<Space>("trabecular_350_16_19", [] { return trabecular(350, 16.0, 0.19); });
    addPartsBenchmarks<Space>("trabecular_550", [] { return trabecular(550, 40.0, 0.205); });
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

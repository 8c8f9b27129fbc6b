// Micro-FE on parts, and the samples of the micro-FE paper's scaling runs: one sample on more and
// more parts (strong scaling, its Table 3 and Figure 8), samples that grow with them by mirror
// images or by refinement (weak scaling, its Table 2 and Figures 4 to 7).

#include "Benchmark/Benchmarks.h"
#include "Benchmark/MicroFeMeasurement.h"
#include "Benchmark/Parts/Divisions.h"
#include "Benchmark/Problems/TrabecularProblems.h"
#include "Core/Spaces.h"

#include <functional>
#include <string>

namespace trabecula::benchmarks
{
namespace
{
/// A cube of which the samples of a series are made.
struct Base
{
  std::string name;
  int edge;
  double period;
  double volumeFraction;
};

void add(const std::string& name, const std::function<VoxelMicroFeProblem()>& make,
  const Division& by, MeasuredFields fields, int analyses = 3)
{
  benchmark::RegisterBenchmark(name.c_str(),
    [=](benchmark::State& state)
    {
      const VoxelMicroFeProblem problem = make();
      const LimitedThreads limited(by.threads);
      measureAnalyses(state, problem, by.devices, 0, fields);
    })
    ->UseManualTime()
    ->Iterations(analyses)
    ->Unit(benchmark::kMillisecond);
}

/// A sample that remains, and that grows with the number of parts in either way.
template <class Space>
void addPartsBenchmarks(const Base& base)
{
  const std::string name = benchmarkName<Space>("parts/micro_fe", base.name);
  // What two parts of one device are compared with.
  add(
    name + "/weak/1_of_2",
    [=] { return mirrored(trabecular(base.edge, base.period, base.volumeFraction), 2); },
    { "1", { deviceOf<Space>() } }, MeasuredFields::All);
  for (const Division& by : divisions<Space>())
  {
    const auto parts = static_cast<int>(by.devices.size());
    add(
      name + "/strong/" + by.name,
      [=] { return trabecular(base.edge, base.period, base.volumeFraction); }, by,
      MeasuredFields::All);
    if (parts == 1)
    {
      continue; // the same sample
    }
    add(
      name + "/weak/" + by.name,
      [=] { return mirrored(trabecular(base.edge, base.period, base.volumeFraction), parts); }, by,
      MeasuredFields::All);
    add(
      name + "/refined/" + by.name,
      [=] { return refined(base.edge, base.period, base.volumeFraction, parts); }, by,
      MeasuredFields::All);
  }
}

/// A sample with mirror images on two GPUs, where they are.
template <class Space>
void addOnTwo(const std::string& name, int times, int edge)
{
  for (const Division& by : divisions<Space>())
  {
    if (by.name == "2")
    {
      add(
        benchmarkName<Space>("parts/micro_fe", name) + "/" + by.name,
        [=] { return mirrored(trabecular(edge, 40.0, 0.205), times); }, by, MeasuredFields::None,
        1);
    }
  }
}

/// The paper's series of samples as far as one device takes them.
template <class Space>
void addSeries(
  const std::string& name, int most, const std::function<VoxelMicroFeProblem(int times)>& make)
{
  for (int times = 1; times <= most; times *= 2)
  {
    add(
      benchmarkName<Space>("scaling", name + std::to_string(times)), [=] { return make(times); },
      { "1", { deviceOf<Space>() } }, MeasuredFields::None);
  }
}
}

template <class Space>
void registerMicroFeOnPartsBenchmarks()
{
  addPartsBenchmarks<Space>({ "trabecular_96", 96, 16.0, 0.25 });
  if (Space::Id == ExecutionSpace::Host)
  {
    addSeries<Space>("refined_48_x", 8, [](int times) { return refined(48, 8.0, 0.25, times); });
    addSeries<Space>("mirrored_48_x", 8,
      [](int times) {
        return mirrored(trabecular({ 48, 48, 24 }, 8.0), times);
      });
    return;
  }
  addPartsBenchmarks<Space>({ "trabecular_256", 256, 24.0, 0.25 });
  addPartsBenchmarks<Space>({ "trabecular_350_16_19", 350, 16.0, 0.19 });
  addPartsBenchmarks<Space>({ "trabecular_550", 550, 40.0, 0.205 });
  addOnTwo<Space>("trabecular_550_x4", 4, 550); // each has what one of weak/1_of_2 has
  // At times 8 these are as large as perlin1 and bone1 of the paper, whose own next samples, times
  // 2 and 4 of these, take at most 50 GB.
  addSeries<Space>("refined_275_x", 32, [](int times) { return refined(275, 20.0, 0.205, times); });
  addSeries<Space>("mirrored_314_x", 32,
    [](int times) {
      return mirrored(trabecular({ 314, 314, 142 }, 20.0, 0.27), times);
    });
}

TRABECULA_INSTANTIATE(void, registerMicroFeOnPartsBenchmarks, ())
}

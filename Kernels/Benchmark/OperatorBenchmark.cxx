// This file contains the benchmarks of bandwidth, vector operations and the matrix-free product.

#include "Benchmark/Bandwidth/Bandwidth.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/Problems/BenchmarkProblems.h"
#include "Core/Spaces.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/MakeHex8Operator.h"
#include "Operator/StiffnessOperator.h"
#include "Optimization/TopologyExamples.h"

#include <array>
#include <cmath>
#include <string>

namespace trabecula::benchmarks
{
namespace
{
/// Number of products or vector operations per time measurement, so that launch and synchronization
/// times are negligible.
constexpr int Batch = 10;

/// Minimal traffic of a product in bytes, if each node and element is accessed once: x and y 24 B
/// each per node, connectivity and modulus 40 B per element, and coordinates, 24 B per node, or
/// stored matrices, 4608 B per element.
double leastBytes(Strategy strategy, const Mesh& mesh)
{
  const auto nodes = static_cast<double>(mesh.numberOfNodes());
  const auto elements = static_cast<double>(mesh.numberOfElements());
  return 48.0 * nodes + 40.0 * elements +
    (strategy == Strategy::Recompute            ? 24.0 * nodes
        : strategyInfo(strategy).storesMatrices ? 4608.0 * elements
                                                : 0.0);
}

template <class Space>
void triadBenchmark(benchmark::State& state)
{
  double bandwidth = 0.0;
  for (auto _ : state)
  {
    bandwidth = triadBandwidth<Space>();
    state.SetIterationTime(24.0 * 1e9 / bandwidth); // for a billion entries
  }
  state.counters["GB/s"] = bandwidth / 1e9;
}

template <class Space>
void dotBenchmark(benchmark::State& state)
{
  const std::int64_t n = Space::Id == ExecutionSpace::Host ? 1 << 24 : 1 << 26;
  const Context<Space> context(deviceOf<Space>());
  DeviceVector<double, Space> x(context, n);
  DeviceVector<double, Space> y(context, n);
  DeviceVector<double, Space> result(context, 1);
  fill(x, 1.0);
  fill(y, 1.0);
  Samples samples;
  for (auto _ : state)
  {
    const double seconds = secondsOf(context,
                             [&]
                             {
                               for (int i = 0; i < Batch; ++i)
                               {
                                 dotInto(context, n, x.data(), y.data(), result.data());
                               }
                             }) /
      Batch;
    samples.add(seconds);
    state.SetIterationTime(seconds);
  }
  if (result.toHost()[0] != static_cast<double>(n))
  {
    state.SkipWithError("wrong result");
  }
  const double bandwidth = 16.0 * static_cast<double>(n) / samples.median();
  state.counters["GB/s"] = bandwidth / 1e9;
  state.counters["of_triad"] = bandwidth / triadBandwidth<Space>();
}

struct OperatorCase
{
  std::string mesh; ///< name such as "CR5", or the sizes of a box
  std::array<int, 3> box;
  Strategy strategy;
  bool reproducible;

  Mesh make() const
  {
    if (this->mesh == "CR5")
    {
      return makeExample(
        TopologyExample::ConnectingRod, paperSize(TopologyExample::ConnectingRod, 5))
        .structure.mesh;
    }
    const auto says = [this](const char* word)
    { return this->mesh.find(word) != std::string::npos; };
    if (says("graded") || says("skewed") || says("twisted"))
    {
      return boxOfFewShapes(this->box, says("graded"), says("skewed"), says("twisted"));
    }
    return this->strategy == Strategy::Congruent
      ? makeBoxMesh(this->box, { double(this->box[0]), double(this->box[1]), double(this->box[2]) })
      : distortedBox(this->box);
  }
  std::string name() const
  {
    return strategyInfo(this->strategy).name + (this->reproducible ? "_reproducible_" : "_") +
      this->mesh;
  }
};

template <class Space>
void operatorBenchmark(benchmark::State& state, const OperatorCase& which)
{
  const Mesh mesh = which.make();
  const Context<Space> context(deviceOf<Space>());
  const OperatorLayouts<Space> layouts = layoutsOf(context, mesh);
  const std::size_t before = context.allocated();
  const Timer timer;
  const auto K = makeHex8Operator<Space>(layouts, mesh, 0.3, which.strategy, which.reproducible);
  context.synchronize();
  state.counters["setup_s"] = timer.seconds();
  state.counters["B/element"] = static_cast<double>(context.allocated() - before) /
    static_cast<double>(mesh.numberOfElements());
  Vector<Space> moduli(layouts.materialPoints);
  const Vector<Space> x(layouts.unknowns, mesh.points);
  Vector<Space> y(layouts.unknowns);
  fill(moduli, 1.0);
  K->setModuli(moduli);
  K->apply(x, y);
  Samples samples;
  for (auto _ : state)
  {
    const double seconds = secondsOf(context,
                             [&]
                             {
                               for (int i = 0; i < Batch; ++i)
                               {
                                 K->apply(x, y);
                               }
                             }) /
      Batch;
    samples.add(seconds);
    state.SetIterationTime(seconds);
  }
  const double seconds = samples.median();
  state.counters["Gdof/s"] = static_cast<double>(K->size()) / seconds / 1e9;
  state.counters["of_triad"] = leastBytes(which.strategy, mesh) / seconds / triadBandwidth<Space>();
}

/// Measures products for any element type on curved boxes.
template <class Space>
void elementBenchmark(benchmark::State& state, CellType type, int cells)
{
  const Mesh mesh = makeBox(type, { cells, cells, cells },
    [](const std::array<double, 3>& p)
    {
      const double bump = 0.05 * std::sin(3.0 * p[0]) * std::sin(3.0 * p[1]) * std::sin(3.0 * p[2]);
      return std::array<double, 3>{ p[0] + bump, p[1] - 0.7 * bump, p[2] + 0.4 * bump };
    });
  const Context<Space> context(deviceOf<Space>());
  const OperatorLayouts<Space> layouts = layoutsOf(context, mesh);
  ElementOperator<Space> K(layouts, mesh, 0.3);
  Vector<Space> moduli(layouts.materialPoints);
  const Vector<Space> x(layouts.unknowns, mesh.points);
  Vector<Space> y(layouts.unknowns);
  fill(moduli, 1.0);
  K.setModuli(moduli);
  K.apply(x, y);
  Samples samples;
  for (auto _ : state)
  {
    const double seconds = secondsOf(context,
                             [&]
                             {
                               for (int i = 0; i < Batch; ++i)
                               {
                                 K.apply(x, y);
                               }
                             }) /
      Batch;
    samples.add(seconds);
    state.SetIterationTime(seconds);
  }
  // Vectors and coordinates are accessed once per node, connectivity and modulus once per element.
  const double bytes = 72.0 * static_cast<double>(mesh.numberOfNodes()) +
    4.0 * static_cast<double>(mesh.connectivity.size()) +
    8.0 * static_cast<double>(mesh.numberOfElements());
  const double seconds = samples.median();
  state.counters["Gdof/s"] = static_cast<double>(K.size()) / seconds / 1e9;
  state.counters["Melements/s"] = static_cast<double>(mesh.numberOfElements()) / seconds / 1e6;
  state.counters["of_triad"] = bytes / seconds / triadBandwidth<Space>();
}

template <class Space>
void addElementBenchmarks(int linearCells)
{
  for (const CellShape& shape : CellShapes)
  {
    const std::string name =
      (shape.corners == 4 ? "TET" : "HEX") + std::to_string(shape.nodes) + "_";
    const CellType type = shape.type;
    // The number of unknowns is about the same for all types.
    const int cells = type == CellType::QuadraticTetrahedron ? linearCells / 2
      : type == CellType::QuadraticHexahedron                ? linearCells * 5 / 8
                                                             : linearCells;
    benchmark::RegisterBenchmark(
      benchmarkName<Space>("element", name + std::to_string(cells)).c_str(),
      [type, cells](benchmark::State& state) { elementBenchmark<Space>(state, type, cells); })
      ->UseManualTime()
      ->Iterations(5)
      ->Unit(benchmark::kMillisecond);
  }
}

template <class Space>
void addOperatorBenchmark(const OperatorCase& which)
{
  benchmark::RegisterBenchmark(benchmarkName<Space>("operator", which.name()).c_str(),
    [which](benchmark::State& state) { operatorBenchmark<Space>(state, which); })
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
}

/// Adds all strategies of a space on one mesh.
template <class Space>
void addOperatorBenchmarks(const std::string& mesh, const std::array<int, 3>& box)
{
  for (const StrategyInfo& info : strategies())
  {
    const bool here = Space::Id == ExecutionSpace::Cuda || info.onHost;
    if (info.strategy == Strategy::Auto || !here ||
      (info.strategy == Strategy::Congruent && mesh == "CR5"))
    {
      continue;
    }
    addOperatorBenchmark<Space>({ mesh, box, info.strategy, false });
    if (Space::Id == ExecutionSpace::Cuda && info.reproducible && !info.storesMatrices)
    {
      addOperatorBenchmark<Space>({ mesh, box, info.strategy, true });
    }
  }
}
}

template <class Space>
void registerOperatorBenchmarks()
{
  const bool onHost = Space::Id == ExecutionSpace::Host;
  benchmark::RegisterBenchmark(benchmarkName<Space>("triad", "1e9").c_str(), triadBenchmark<Space>)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(
    benchmarkName<Space>("dot", onHost ? "2^24" : "2^26").c_str(), dotBenchmark<Space>)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
  addOperatorBenchmarks<Space>("64x32x32", { 64, 32, 32 });
  addElementBenchmarks<Space>(onHost ? 48 : 160);
  const std::array<int, 3> box =
    onHost ? std::array<int, 3>{ 64, 32, 32 } : std::array<int, 3>{ 160, 80, 80 };
  // Auto chooses among strategies for these meshes.
  for (const char* mesh : { "graded", "skewed", "graded_skewed", "twisted" })
  {
    addOperatorBenchmark<Space>({ mesh, box, Strategy::Recompute, false });
    addOperatorBenchmark<Space>({ mesh, box, Strategy::Congruent, false });
  }
  if (!onHost)
  {
    addOperatorBenchmarks<Space>("160x80x80", { 160, 80, 80 });
    addOperatorBenchmarks<Space>("CR5", {});
  }
}

TRABECULA_INSTANTIATE(void, registerOperatorBenchmarks, ())
}

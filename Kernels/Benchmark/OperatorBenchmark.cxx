// Bandwidth, vector operations and the matrix-free product.

#include "Benchmark/Bandwidth.h"
#include "Benchmark/BenchmarkProblems.h"
#include "Benchmark/Benchmarks.h"
#include "Operator/Hex8Operator.h"

namespace trabecula::benchmarks
{
namespace
{
/// Products or vector operations between two looks at the clock, so that starting them and waiting
/// for them does not count.
constexpr int Batch = 10;

/// Least traffic of the product with element matrices recomputed from coordinates, once every node
/// and element is read once: x, y and coordinates 24 B each a node, connectivity and modulus 40 B
/// an element, in bytes a degree of freedom.
constexpr double OperatorBytes = 37.0;

template <class Space>
void triadBenchmark(benchmark::State& state)
{
  double bandwidth = 0.0;
  for (auto _ : state)
  {
    bandwidth = triadBandwidth<Space>();
    state.SetIterationTime(24.0 * 1e9 / bandwidth); // of a billion entries
  }
  state.counters["GB/s"] = bandwidth / 1e9;
}

template <class Space>
void dotBenchmark(benchmark::State& state)
{
  const std::int64_t n = Space::Id == ExecutionSpace::Host ? 1 << 24 : 1 << 26;
  DeviceVector<double, Space> x(n);
  DeviceVector<double, Space> y(n);
  DeviceVector<double, Space> result(1);
  fill(x, 1.0);
  fill(y, 1.0);
  Dot<Space> dot;
  Samples samples;
  for (auto _ : state)
  {
    const double seconds = secondsOf<Space>(
                             [&]
                             {
                               for (int i = 0; i < Batch; ++i)
                               {
                                 dot(n, x.data(), y.data(), result.data());
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

template <class Space>
void operatorBenchmark(benchmark::State& state, const std::array<int, 3>& elements)
{
  const HexMesh mesh = distortedBox(elements);
  Hex8Operator<Space> K(mesh, 0.3);
  DeviceVector<double, Space> moduli(mesh.numberOfElements());
  DeviceVector<double, Space> x(mesh.points);
  DeviceVector<double, Space> y(mesh.points.size());
  fill(moduli, 1.0);
  K.setModuli(moduli.data());
  K.apply(x.data(), y.data());
  Samples samples;
  for (auto _ : state)
  {
    const double seconds = secondsOf<Space>(
                             [&]
                             {
                               for (int i = 0; i < Batch; ++i)
                               {
                                 K.apply(x.data(), y.data());
                               }
                             }) /
      Batch;
    samples.add(seconds);
    state.SetIterationTime(seconds);
  }
  const double dofs = static_cast<double>(K.size()) / samples.median();
  state.counters["Gdof/s"] = dofs / 1e9;
  state.counters["of_triad"] = dofs * OperatorBytes / triadBandwidth<Space>();
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
  const auto add = [](const char* name, const std::array<int, 3>& elements)
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("operator", name).c_str(),
      [elements](benchmark::State& state) { operatorBenchmark<Space>(state, elements); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  };
  add("64x32x32", { 64, 32, 32 });
  if (!onHost)
  {
    add("160x80x80", { 160, 80, 80 });
    add("256x128x128", { 256, 128, 128 });
  }
}

template void registerOperatorBenchmarks<HostSpace>();
#ifdef TRABECULA_HAVE_CUDA
template void registerOperatorBenchmarks<CudaSpace>();
#endif
}

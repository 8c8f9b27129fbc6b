// This file contains the benchmarks of products with the stiffness of voxels for each storage
// format: bricks, offsets along the Morton curve, and perfect hashing.

#include "Benchmark/Bandwidth/Bandwidth.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/Paper/Voxel/VoxelHashOperator.h"
#include "Benchmark/Paper/Voxel/VoxelOffsetOperator.h"
#include "Core/Spaces.h"
#include "Mesh/Generators/TrabecularSample.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <type_traits>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// Number of products per time measurement.
constexpr int Batch = 10;

struct Sample
{
  std::string name;
  std::array<int, 3> cells;
  double voxelsPerPeriod; ///< 0 for a solid block
  double volumeFraction;

  VoxelGrid make() const
  {
    VoxelImage image;
    image.cells = this->cells;
    std::vector<std::uint8_t> solid(
      std::size_t(this->cells[0]) * std::size_t(this->cells[1]) * std::size_t(this->cells[2]), 1);
    if (this->voxelsPerPeriod > 0.0)
    {
      TrabecularSampleSettings settings;
      settings.cells = this->cells;
      settings.voxelsPerPeriod = this->voxelsPerPeriod;
      settings.volumeFraction = this->volumeFraction;
      settings.connected = true;
      solid = makeTrabecularSample(settings).solid;
    }
    std::mt19937 engine(1);
    image.moduli.resize(solid.size());
    for (std::size_t v = 0; v < solid.size(); ++v)
    {
      image.moduli[v] = solid[v] != 0 ? 0.5 + static_cast<double>(engine()) * 0x1p-32 : 0.0;
    }
    return VoxelGrid(image, VoxelParts::All);
  }
};

/// Returns random numbers in [-1, 1); products with zeros could be faster.
template <class Real>
std::vector<Real> randomVector(std::size_t size)
{
  std::mt19937 engine(2);
  std::vector<Real> values(size);
  for (Real& value : values)
  {
    value = static_cast<Real>(static_cast<double>(engine()) * 0x1p-31 - 1.0);
  }
  return values;
}

/// Returns the median over all batches of the time in seconds of a product.
template <class Space, class Product>
double medianSeconds(benchmark::State& state, const Context<Space>& context, const Product& product)
{
  product();
  Samples samples;
  for (auto _ : state)
  {
    const double seconds = secondsOf(context,
                             [&]
                             {
                               for (int i = 0; i < Batch; ++i)
                               {
                                 product();
                               }
                             }) /
      Batch;
    samples.add(seconds);
    state.SetIterationTime(seconds);
  }
  return samples.median();
}

/// Reports the rate, and the fraction of the bandwidth that the minimal traffic uses: each vector
/// once per read or write, and one modulus per element.
template <class Space, class Real>
void report(benchmark::State& state, const VoxelGrid& grid, double seconds, int passes)
{
  const double dofs = 3.0 * static_cast<double>(grid.numberOfNodes());
  const double bytes = static_cast<double>(sizeof(Real)) *
    (passes * dofs + static_cast<double>(grid.numberOfElements()));
  state.counters["Mdof"] = dofs / 1e6;
  state.counters["Gdof/s"] = dofs / seconds / 1e9;
  state.counters["B/dof"] = bytes / dofs;
  state.counters["of_triad"] = bytes / seconds / triadBandwidth<Space>();
}

template <class Space, class Real>
void bricksBenchmark(benchmark::State& state, const Sample& sample)
{
  const VoxelGrid grid = sample.make();
  const Context<Space> context(deviceOf<Space>());
  VoxelOperator<Space> K(layoutsOf(context, grid), grid, 0.3);
  const Vector<Space, Real> x(
    K.layoutPointer(), randomVector<Real>(static_cast<std::size_t>(K.size())));
  Vector<Space, Real> y(K.layoutPointer());
  report<Space, Real>(
    state, grid, medianSeconds(state, context, [&] { K.multiply(x.data(), y.data()); }), 2);
  state.counters["memory_B/element"] =
    static_cast<double>(VoxelOperator<Space>::memory(grid.bricks().size(), grid.moduli().size())) /
    static_cast<double>(grid.numberOfElements());
  state.counters["filled"] =
    static_cast<double>(grid.numberOfNodes()) / (512.0 * static_cast<double>(grid.bricks().size()));
}

template <class Space>
void smoothingBenchmark(benchmark::State& state, const Sample& sample)
{
  const VoxelGrid grid = sample.make();
  const Context<Space> context(deviceOf<Space>());
  VoxelOperator<Space> K(layoutsOf(context, grid), grid, 0.3);
  const std::vector<float> start = randomVector<float>(static_cast<std::size_t>(K.size()));
  const DeviceVector<float, Space> d(context, start);
  const DeviceVector<float, Space> inverse(context, start);
  DeviceVector<float, Space> r(context, start);
  DeviceVector<float, Space> e(context, start);
  DeviceVector<float, Space> x(context, start);
  const double seconds = medianSeconds(state, context,
    [&] { K.smoothingStep(inverse.data(), 0.1F, 0.1F, d.data(), r.data(), e.data(), x.data()); });
  report<Space, float>(state, grid, seconds, 7);
}

template <class Space, class Real, class Operator>
void curveBenchmark(benchmark::State& state, const Sample& sample, ElementThreads threads)
{
  const VoxelGrid grid = sample.make();
  const Context<Space> context(deviceOf<Space>());
  Operator K(layoutsOf(context, grid), grid, 0.3, threads);
  const Vector<Space, Real> x(
    K.layoutPointer(), randomVector<Real>(static_cast<std::size_t>(K.size())));
  Vector<Space, Real> y(K.layoutPointer());
  const auto multiply = [&]
  {
    if constexpr (std::is_same_v<Real, double>)
    {
      K.apply(x, y);
    }
    else
    {
      K.multiply(x.data(), y.data());
    }
  };
  report<Space, Real>(state, grid, medianSeconds(state, context, multiply), 2);
  state.counters["lookup_B/element"] = K.bytesPerElement();
}
}

template <class Space>
void registerVoxelBenchmarks()
{
  const bool onHost = Space::Id == ExecutionSpace::Host;
  const std::vector<Sample> samples = onHost
    ? std::vector<Sample>{ { "dense_63", { 63, 63, 63 }, 0.0, 1.0 },
        { "trabecular_128", { 128, 128, 128 }, 16.0, 0.25 } }
    : std::vector<Sample>{ { "dense_255", { 255, 255, 255 }, 0.0, 1.0 },
        { "dense_511x511x255", { 511, 511, 255 }, 0.0, 1.0 },
        { "trabecular_128", { 128, 128, 128 }, 16.0, 0.25 },
        { "trabecular_256", { 256, 256, 256 }, 16.0, 0.25 },
        { "trabecular_256_coarse", { 256, 256, 256 }, 32.0, 0.2 },
        { "trabecular_256_40", { 256, 256, 256 }, 40.0, 0.2 },
        { "trabecular_256_40_75", { 256, 256, 256 }, 40.0, 0.75 } };
  const auto add = [](const std::string& what, const Sample& sample,
                     const std::function<void(benchmark::State&, const Sample&)>& run)
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("voxel", what + "_" + sample.name).c_str(),
      [run, sample](benchmark::State& state) { run(state, sample); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  };
  for (const Sample& sample : samples)
  {
    add("bricks_float", sample, bricksBenchmark<Space, float>);
    add("bricks_double", sample, bricksBenchmark<Space, double>);
    add("smoothing_float", sample, smoothingBenchmark<Space>);
    const auto addBoth = [&](const std::string& suffix, ElementThreads threads)
    {
      const auto addCurve = [&](const std::string& what, auto run)
      {
        add(what + suffix, sample,
          [=](benchmark::State& state, const Sample& of) { run(state, of, threads); });
      };
      // Constructing perfect hashes of more nodes takes minutes.
      if (sample.cells[0] <= 128)
      {
        addCurve("hash_float", curveBenchmark<Space, float, VoxelHashOperator<Space>>);
        addCurve("hash_double", curveBenchmark<Space, double, VoxelHashOperator<Space>>);
      }
      if (sample.cells[0] <= 128 || sample.name == "trabecular_256_coarse")
      {
        addCurve("offsets_float", curveBenchmark<Space, float, VoxelOffsetOperator<Space>>);
        addCurve("offsets_double", curveBenchmark<Space, double, VoxelOffsetOperator<Space>>);
      }
    };
    addBoth("", ElementThreads::Together);
    if (!onHost)
    {
      addBoth("_alone", ElementThreads::Alone); // the host's threads compute alone in any case
    }
  }
}

TRABECULA_INSTANTIATE(void, registerVoxelBenchmarks, ())
}

// This file contains the benchmarks from a closed surface to the solid fractions of voxels.

#include "Benchmark/Bandwidth/Bandwidth.h"
#include "Benchmark/Benchmarks.h"
#include "Core/Observer.h"
#include "Geometry/Voxelization/KeptVoxels.h"
#include "Geometry/Voxelization/SurfaceFaults.h"
#include "Geometry/Voxelization/SurfaceGrid.h"
#include "Geometry/Voxelization/SurfaceMarks.h"
#include "Geometry/Voxelization/VoxelFractions.h"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// Returns a wavy ball of 4 n (n - 1) triangles, each with three points of its own, as in an STL
/// file.
TriangleMesh makeBall(int n)
{
  const double pi = std::acos(-1.0);
  const int around = 2 * n;
  const auto point = [&](int latitude, int longitude)
  {
    const double a = pi * latitude / n;
    const double b = 2.0 * pi * (longitude % around) / around;
    const double radius = latitude == 0 || latitude == n
      ? 1.0
      : 1.0 + 0.02 * std::sin(a) * std::sin(a) * std::sin(9.0 * a) * std::cos(12.0 * b);
    const double ring = latitude == 0 || latitude == n ? 0.0 : std::sin(a);
    return Position{ radius * ring * std::cos(b), radius * ring * std::sin(b),
      radius * std::cos(a) };
  };
  TriangleMesh mesh;
  const auto add = [&](const Position& a, const Position& b, const Position& c)
  {
    for (const Position& x : { a, b, c })
    {
      mesh.triangles.push_back(static_cast<std::int32_t>(mesh.numberOfPoints()));
      mesh.points.insert(mesh.points.end(), x.begin(), x.end());
    }
  };
  for (int i = 0; i < n; ++i)
  {
    for (int j = 0; j < around; ++j)
    {
      if (i + 1 < n)
      {
        add(point(i, j), point(i + 1, j), point(i + 1, j + 1));
      }
      if (i > 0)
      {
        add(point(i, j), point(i + 1, j + 1), point(i, j + 1));
      }
    }
  }
  return mesh;
}

void voxelizeBenchmark(benchmark::State& state, int n, int cells)
{
  const TriangleMesh surface = makeBall(n);
  std::vector<std::int64_t> numbers(surface.numberOfTriangles());
  std::iota(numbers.begin(), numbers.end(), 0);
  Observer silent;
  Samples merging;
  Samples checking;
  Samples cutting;
  Samples marking;
  double all = 0.0;
  double voxels = 0.0;
  double error = 0.0;
  for ([[maybe_unused]] auto _ : state)
  {
    MergedSurface merged;
    merging.add(secondsOf([&] { merged = mergeEqualPoints(surface); }));
    checking.add(secondsOf([&] { requireSolidSurface(merged, numbers, silent); }));
    const SurfaceGrid grid = gridByCells(merged.mesh, cells);
    std::vector<double> fractions;
    const double cut =
      secondsOf([&] { fractions = voxelFractions(merged.mesh, grid, silent).value(); });
    cutting.add(cut);
    std::vector<std::uint8_t> isKept(fractions.size());
    for (std::size_t v = 0; v < fractions.size(); ++v)
    {
      isKept[v] = fractions[v] >= 0.01 ? 1 : 0;
    }
    const KeptVoxels kept(grid, std::move(isKept));
    marking.add(secondsOf([&] { trianglesOfVoxels(merged.mesh, kept); }));
    voxels = static_cast<double>(fractions.size());
    error = std::accumulate(fractions.begin(), fractions.end(), 0.0) * grid.voxelVolume() /
        enclosedVolume(merged.mesh) -
      1.0;
    all = merging.median() + checking.median() + cutting.median() + marking.median();
    state.SetIterationTime(all);
  }
  state.counters["triangles"] = static_cast<double>(surface.numberOfTriangles());
  state.counters["voxels"] = voxels;
  state.counters["merge_s"] = merging.median();
  state.counters["check_s"] = checking.median();
  state.counters["fractions_s"] = cutting.median();
  state.counters["marks_s"] = marking.median();
  state.counters["volume_error"] = error;
  // Fractions are written once, and corners are read once.
  const double bytes = 8.0 * voxels + 72.0 * static_cast<double>(surface.numberOfTriangles());
  state.counters["of_triad"] = bytes / cutting.median() / triadBandwidth<HostSpace>();
}
}

template <>
void registerVoxelizeBenchmarks<HostSpace>()
{
  for (const auto& [n, cells] : { std::pair<int, int>{ 80, 100 }, { 250, 300 } })
  {
    const std::string name = benchmarkName<HostSpace>(
      "voxelize", std::to_string(4 * n * (n - 1) / 1000) + "k_" + std::to_string(cells));
    benchmark::RegisterBenchmark(name.c_str(),
      [n = n, cells = cells](benchmark::State& state) { voxelizeBenchmark(state, n, cells); })
      ->UseManualTime()
      ->Iterations(3)
      ->Unit(benchmark::kSecond);
  }
}
}

#include "Benchmark/BenchmarkProblems.h"

#include <cstddef>
#include <random>

namespace trabecula::benchmarks
{
namespace
{
/// A box clamped at x = 0 with forces in -z along the edge x = size, z = 0.
TopologyProblem edgeLoadedCantilever(const std::array<int, 3>& elements,
  const std::array<double, 3>& size, double force, double forceAtEnds)
{
  TopologyProblem problem;
  problem.mesh = makeBoxMesh(elements, size);
  problem.supports.assign(problem.mesh.points.size(), 0);
  problem.loadCases.resize(1);
  std::vector<double>& forces = problem.loadCases[0].forces;
  forces.assign(problem.mesh.points.size(), 0.0);
  const auto [nx, ny, nz] = elements;
  for (int k = 0; k <= nz; ++k)
  {
    for (int j = 0; j <= ny; ++j)
    {
      const std::size_t first = (static_cast<std::size_t>(k) * (ny + 1) + j) * (nx + 1);
      for (std::size_t i = 0; i < 3; ++i)
      {
        problem.supports[3 * first + i] = 1;
      }
      if (k == 0)
      {
        forces[3 * (first + nx) + 2] = j == 0 || j == ny ? forceAtEnds : force;
      }
    }
  }
  return problem;
}
}

HexMesh distortedBox(const std::array<int, 3>& elements)
{
  const auto [nx, ny, nz] = elements;
  HexMesh mesh = makeBoxMesh(
    elements, { static_cast<double>(nx), static_cast<double>(ny), static_cast<double>(nz) });
  std::mt19937_64 engine(1);
  for (double& x : mesh.points)
  {
    x += 0.1 * (2.0 * static_cast<double>(engine() >> 11) * 0x1p-53 - 1.0);
  }
  return mesh;
}

TopologyProblem petscCantilever()
{
  TopologyProblem problem = edgeLoadedCantilever({ 64, 32, 32 }, { 2.0, 1.0, 1.0 }, -1e-3, -0.5e-3);
  problem.settings.interpolation = Interpolation::ModifiedSimp;
  problem.settings.minimumModulusRatio = 1e-9;
  problem.settings.volumeFraction = 0.12;
  problem.settings.filter = FilterKind::Density;
  problem.settings.filterRadius = 0.08;
  problem.settings.densityChangeTolerance = 0.0;
  return problem;
}

TopologyProblem ebeCantilever(const std::array<int, 3>& elements)
{
  const auto [nx, ny, nz] = elements;
  TopologyProblem problem = edgeLoadedCantilever(elements,
    { static_cast<double>(nx), static_cast<double>(ny), static_cast<double>(nz) }, -1.0, -1.0);
  problem.settings.minimumDensity = 0.1;
  problem.settings.volumeFraction = 0.3;
  problem.settings.filterRadius = 3.0;
  problem.settings.densityChangeTolerance = 0.0;
  return problem;
}
}

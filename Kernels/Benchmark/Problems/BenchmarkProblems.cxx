#include "Benchmark/Problems/BenchmarkProblems.h"

#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/TopologyExamples.h"

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace trabecula::benchmarks
{
Mesh distortedBox(const std::array<int, 3>& elements)
{
  const auto [nx, ny, nz] = elements;
  Mesh mesh = makeBoxMesh(
    elements, { static_cast<double>(nx), static_cast<double>(ny), static_cast<double>(nz) });
  std::mt19937_64 engine(1);
  for (double& x : mesh.points)
  {
    x += 0.1 * (2.0 * static_cast<double>(engine() >> 11) * 0x1p-53 - 1.0);
  }
  return mesh;
}

Mesh boxOfFewShapes(const std::array<int, 3>& elements, bool graded, bool skewed, bool twisted)
{
  const auto [nx, ny, nz] = elements;
  Mesh mesh = makeBoxMesh(
    elements, { static_cast<double>(nx), static_cast<double>(ny), static_cast<double>(nz) });
  // Eight lengths alternate, which are binary fractions, so that their sums are exact.
  const auto grade = [graded](double i)
  {
    const auto rest = static_cast<int>(i) % 8;
    return graded ? i + rest * (8 - rest) / 64.0 : i;
  };
  for (std::size_t n = 0; n < mesh.points.size(); n += 3)
  {
    double* p = mesh.points.data() + n;
    const bool odd = static_cast<int>(p[0] + p[1]) % 2 != 0;
    p[0] = grade(p[0]);
    p[1] = grade(p[1]);
    p[0] += skewed ? 0.25 * p[1] : 0.0;
    p[2] += twisted && odd ? 0.25 : 0.0;
  }
  return mesh;
}

TopologyProblem wavyCantilever(int height)
{
  TopologyProblem problem = makeExample(TopologyExample::Cantilever, { height, 0 });
  std::vector<double>& points = problem.structure.mesh.points;
  const double wave = 6.0 / height;
  for (std::size_t i = 0; i < points.size(); i += 3)
  {
    const double shift = 0.3 * std::sin(wave * points[i]) * std::cos(wave * points[i + 1]);
    points[i + 1] += shift;
    points[i + 2] += shift * std::sin(wave * points[i + 2]);
  }
  return problem;
}

TopologyProblem tetrahedralCantilever(int height)
{
  const double h = height;
  TopologyProblem problem;
  StructuralProblem& structure = problem.structure;
  structure.mesh = makeBox(CellType::QuadraticTetrahedron, { 2 * height, height, height },
    [h](const std::array<double, 3>& p)
    {
      return std::array<double, 3>{ 2.0 * h * p[0], h * (p[1] + 0.05 * std::sin(6.0 * p[0])),
        h * (p[2] + 0.05 * std::sin(6.0 * p[0]) * p[1]) };
    });
  const std::size_t unknowns = structure.mesh.points.size();
  structure.supports.assign(unknowns, 0);
  structure.loadCases.resize(1);
  structure.loadCases[0].forces.assign(unknowns, 0.0);
  for (std::size_t i = 0; i < unknowns; i += 3)
  {
    const double x = structure.mesh.points[i];
    for (std::size_t c = 0; c < 3; ++c)
    {
      structure.supports[i + c] = x < 1e-9 * h ? 1 : 0;
    }
    structure.loadCases[0].forces[i + 2] = x > (2.0 - 1e-9) * h ? -1.0 / (h * h) : 0.0;
  }
  problem.design.densities.filterRadius = 1.5;
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}

TopologyProblem petscCantilever()
{
  return finerPetscCantilever(32);
}

TopologyProblem finerPetscCantilever(int height)
{
  const std::size_t nx = 2 * std::size_t(height);
  const int ny = height;
  TopologyProblem problem;
  problem.structure.mesh = makeBoxMesh({ 2 * height, height, height }, { 2.0, 1.0, 1.0 });
  problem.structure.supports.assign(problem.structure.mesh.points.size(), 0);
  problem.structure.loadCases.resize(1);
  std::vector<double>& forces = problem.structure.loadCases[0].forces;
  forces.assign(problem.structure.mesh.points.size(), 0.0);
  for (std::size_t first = 0; first < problem.structure.mesh.numberOfNodes(); first += nx + 1)
  {
    for (std::size_t i = 0; i < 3; ++i)
    {
      problem.structure.supports[3 * first + i] = 1;
    }
  }
  for (int j = 0; j <= ny; ++j)
  {
    const std::size_t last = std::size_t(j) * (nx + 1) + nx;
    forces[3 * last + 2] = j == 0 || j == ny ? -0.5e-3 : -1e-3;
  }
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-9;
  problem.design.settings.volumeFraction = 0.12;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 2.56 / height;
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}
}

#include "Support/SurfaceDesigns.h"

#include "Support/Random.h"

#include "Mesh/Generators/BoxMeshes.h"

#include <algorithm>

namespace trabecula::testing
{
TopologySurfaceProblem randomDesign(std::uint64_t seed, int steps, double passive, CellType type)
{
  Random random(seed);
  TopologySurfaceProblem design;
  std::array<int, 3> cells{};
  const int least = type == CellType::Hexahedron ? 3 : 1;
  for (int& count : cells)
  {
    count = least + static_cast<int>(random.index(4));
  }
  const std::array<double, 3> size = { 1.0 * cells[0], 1.1 * cells[1], 0.9 * cells[2] };
  design.mesh = makeBox(type, cells,
    [&](const std::array<double, 3>& p) {
      return std::array<double, 3>{ size[0] * p[0], size[1] * p[1], size[2] * p[2] };
    });
  // Only inner nodes are moved, so that faces are warped and the boundary remains plane.
  const double most = type == CellType::Hexahedron ? 0.15 : 0.05;
  for (std::size_t i = 0; i < design.mesh.points.size(); ++i)
  {
    double& x = design.mesh.points[i];
    x += x > 1e-9 && x < size[i % 3] - 1e-9 ? random.uniform(-most, most) : 0.0;
  }
  for (std::size_t e = 0; e < design.mesh.numberOfElements(); ++e)
  {
    const auto step = static_cast<double>(random.index(static_cast<std::size_t>(steps) + 1));
    design.density.push_back(steps > 0 ? step / steps : random.uniform(0.0, 1.0));
    const double kind = random.uniform(0.0, 1.0);
    design.region.push_back(kind < passive ? DesignRegion::Solid
        : kind < 2.0 * passive             ? DesignRegion::Void
                                           : DesignRegion::Design);
  }
  return design;
}

TopologySurfaceProblem designOf(
  int cells, const std::function<double(double, double, double)>& density)
{
  TopologySurfaceProblem design;
  design.mesh = makeBoxMesh({ cells, cells, cells }, { 1.0, 1.0, 1.0 });
  for (int i = 0; i < cells * cells * cells; ++i)
  {
    const auto centre = [&](int index) { return (index + 0.5) / cells; };
    design.density.push_back(
      density(centre(i % cells), centre(i / cells % cells), centre(i / (cells * cells))));
  }
  return design;
}

double densityOf(double distance, int cells)
{
  return std::clamp(0.5 - distance * cells, 0.0, 1.0);
}

TopologySurface surfaceOf(const TopologySurfaceProblem& problem)
{
  Observer observer;
  TopologySurface surface;
  makeTopologySurface(problem, observer, surface);
  return surface;
}
}

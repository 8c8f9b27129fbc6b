#include "Support/SurfaceDesigns.h"

#include "Support/Random.h"

#include <algorithm>

namespace trabecula::testing
{
TopologySurfaceProblem randomDesign(std::uint64_t seed, int steps, double passive)
{
  Random random(seed);
  TopologySurfaceProblem design;
  std::array<int, 3> cells{};
  for (int& count : cells)
  {
    count = 3 + static_cast<int>(random.index(4));
  }
  design.mesh = makeBoxMesh(cells, { 1.0 * cells[0], 1.1 * cells[1], 0.9 * cells[2] });
  // Inner nodes are moved, so that faces are warped and the boundary stays plane.
  for (std::size_t i = 0; i < design.mesh.points.size(); ++i)
  {
    const double size = std::array<double, 3>{ 1.0, 1.1, 0.9 }[i % 3] * cells[i % 3];
    double& x = design.mesh.points[i];
    x += x > 1e-9 && x < size - 1e-9 ? random.uniform(-0.15, 0.15) : 0.0;
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

#ifndef TRABECULA_TESTING_KERNELS_SURFACEDESIGNS_H
#define TRABECULA_TESTING_KERNELS_SURFACEDESIGNS_H

#include "Geometry/Level/TopologySurface.h"

#include <cstdint>
#include <functional>

namespace trabecula::testing
{
/**
 * Random densities on a small mesh of distorted elements, with random regions.
 *
 * @param steps if above zero, densities are multiples of 1 / steps
 * @param passive shares of solid and of void elements, each
 */
TopologySurfaceProblem randomDesign(
  std::uint64_t seed, int steps, double passive, CellType type = CellType::Hexahedron);

/// Returns a design with densities of the cells of a cube of edge 1, given by the positions of
/// their centres.
TopologySurfaceProblem designOf(
  int cells, const std::function<double(double, double, double)>& density);

/// Returns the density of a body: 0.5 if the signed distance from its surface is 0, and 1 from half
/// a cell inside.
double densityOf(double distance, int cells);

TopologySurface surfaceOf(const TopologySurfaceProblem& problem);
}

#endif

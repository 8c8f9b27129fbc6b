#ifndef TRABECULA_TESTING_KERNELS_GEOMETRY_TOPOLOGYSURFACETESTINPUT_H
#define TRABECULA_TESTING_KERNELS_GEOMETRY_TOPOLOGYSURFACETESTINPUT_H

#include "Support/SurfaceDesigns.h"

#include <cmath>

namespace trabecula::testing
{
constexpr double Pi = 3.14159265358979323846;

inline double distanceToSphere(double x, double y, double z, double radius)
{
  return std::sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) + (z - 0.5) * (z - 0.5)) - radius;
}

inline TopologySurfaceProblem sphere(int cells, double radius)
{
  return designOf(cells,
    [=](double x, double y, double z)
    { return densityOf(distanceToSphere(x, y, z, radius), cells); });
}

using Kind = TopologySurfaceSettings;
}

#endif

#ifndef TRABECULA_TESTING_KERNELS_AGGREGATIONCASES_H
#define TRABECULA_TESTING_KERNELS_AGGREGATIONCASES_H

#include "Support/Random.h"

#include "Mesh/Generators/BoxMeshes.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula::testing
{
/// A box whose inner points are moved, so that no two elements have one shape.
inline Mesh wavyBox(
  CellType type, const std::array<int, 3>& cells, const std::array<double, 3>& size)
{
  return makeBox(type, cells,
    [&](const std::array<double, 3>& p)
    {
      const double pi = 3.14159265358979323846;
      const double w = 0.05 * std::sin(pi * p[0]) * std::sin(pi * p[1]) * std::sin(2.0 * pi * p[2]);
      return std::array<double, 3>{ size[0] * (p[0] + w), size[1] * (p[1] - 0.7 * w),
        size[2] * (p[2] + 0.4 * w) };
    });
}

/// Holds the components of nodes at the least x.
inline std::vector<std::uint8_t> clampedEnd(const Mesh& mesh)
{
  double low = mesh.points[0];
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    low = std::min(low, mesh.points[i]);
  }
  std::vector<std::uint8_t> held(mesh.points.size(), 0);
  for (std::size_t i = 0; i < held.size(); ++i)
  {
    held[i] = mesh.points[i - i % 3] < low + 1e-9 ? 1 : 0;
  }
  return held;
}
}

#endif

#ifndef TRABECULA_TESTING_KERNELS_FACETRACTIONS_H
#define TRABECULA_TESTING_KERNELS_FACETRACTIONS_H

#include "Mesh/Mesh.h"

#include <array>
#include <functional>
#include <vector>

namespace trabecula::testing
{
/// Force per area at a place on the surface, given the outward unit normal.
using Traction = std::function<std::array<double, 3>(
  const std::array<double, 3>& place, const std::array<double, 3>& normal)>;

/// Nodal forces, 3 per node, that are consistent with a traction on the faces all of whose nodes
/// satisfy a condition, by 5 x 5 Gauss points. Cells may be of any type, and curved.
std::vector<double> consistentForces(const Mesh& mesh,
  const std::function<bool(const std::array<double, 3>&)>& condition, const Traction& traction);

/// The same for a constant traction.
std::vector<double> consistentForces(const Mesh& mesh,
  const std::function<bool(const std::array<double, 3>&)>& condition,
  const std::array<double, 3>& traction);
}

#endif

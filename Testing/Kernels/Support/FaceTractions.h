#ifndef TRABECULA_TESTING_KERNELS_FACETRACTIONS_H
#define TRABECULA_TESTING_KERNELS_FACETRACTIONS_H

#include "Mesh/Mesh.h"

#include <array>
#include <functional>
#include <vector>

namespace trabecula::testing
{
/// Force per area at a place on the surface with an outward unit normal.
using Traction = std::function<std::array<double, 3>(
  const std::array<double, 3>& place, const std::array<double, 3>& normal)>;

/// Nodal forces that are consistent with a traction on the faces all of whose nodes satisfy a
/// condition, by 5 x 5 Gauss points; cells of any type, also curved. 3 per node.
std::vector<double> consistentForces(const Mesh& mesh,
  const std::function<bool(const std::array<double, 3>&)>& condition, const Traction& traction);

/// The same of a constant traction.
std::vector<double> consistentForces(const Mesh& mesh,
  const std::function<bool(const std::array<double, 3>&)>& condition,
  const std::array<double, 3>& traction);
}

#endif

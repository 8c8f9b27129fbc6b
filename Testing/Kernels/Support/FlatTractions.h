#ifndef TRABECULA_TESTING_KERNELS_FLATTRACTIONS_H
#define TRABECULA_TESTING_KERNELS_FLATTRACTIONS_H

#include "Support/Problems.h"

#include <functional>

namespace trabecula::testing
{
/// Consistent nodal forces of a constant traction on the faces all of whose nodes satisfy a
/// condition; cells of any type, whose faces there are triangles or parallelograms with straight
/// edges and mid-edge nodes in the middle.
std::vector<double> tractionOnFlatFaces(
  const Mesh& mesh, const std::function<bool(const Point&)>& condition, const Point& traction);
}

#endif

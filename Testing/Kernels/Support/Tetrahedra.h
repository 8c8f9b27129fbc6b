#ifndef TRABECULA_TESTING_KERNELS_TETRAHEDRA_H
#define TRABECULA_TESTING_KERNELS_TETRAHEDRA_H

#include "Support/Problems.h"

#include <functional>

namespace trabecula::testing
{
/// Six tetrahedra to each hexahedron, one for each order in which its diagonal from node 0 to node
/// 6 can be walked along edges; they conform on box meshes.
Mesh tetrahedra(const Mesh& hexahedra);

/// Over [0, 1]^3, then mapped.
Mesh tetrahedralBox(const std::array<int, 3>& cells, const std::function<Point(const Point&)>& map);

/// Consistent nodal forces of a constant traction on the faces all of whose nodes satisfy a
/// condition; triangles only.
std::vector<double> tractionOnFaces(
  const Mesh& mesh, const std::function<bool(const Point&)>& condition, const Point& traction);
}

#endif

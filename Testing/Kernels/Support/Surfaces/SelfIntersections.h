#ifndef TRABECULA_TESTING_KERNELS_SELFINTERSECTIONS_H
#define TRABECULA_TESTING_KERNELS_SELFINTERSECTIONS_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>

namespace trabecula::testing
{
/// Returns the number of pairs of an edge and a triangle without common points that intersect each
/// other. Coplanar pairs do not count; they are folds.
/// @param tolerance smaller volumes of tetrahedra count as zero, length^3
std::int64_t countSelfIntersections(const TriangleMesh& mesh, double tolerance = 1e-10);
}

#endif

#ifndef TRABECULA_TESTING_KERNELS_SELFINTERSECTIONS_H
#define TRABECULA_TESTING_KERNELS_SELFINTERSECTIONS_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>

namespace trabecula::testing
{
/// Number of pairs of an edge and a triangle without common points that cross each other. Those in
/// one plane do not count: they are folds.
/// @param tolerance volumes of tetrahedra below it are zero, length^3
std::int64_t countSelfIntersections(const TriangleMesh& mesh, double tolerance = 1e-10);
}

#endif

#ifndef TRABECULA_GEOMETRY_TRIANGLES_TRIANGLEDISTANCEREFERENCE_H
#define TRABECULA_GEOMETRY_TRIANGLES_TRIANGLEDISTANCEREFERENCE_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <array>

namespace trabecula::reference
{
/// Distance of a point to a surface: the least one to an edge of a triangle, or to a triangle's
/// plane where the point is above the triangle.
double distance(const std::array<double, 3>& point, const TriangleMesh& surface);
}

#endif

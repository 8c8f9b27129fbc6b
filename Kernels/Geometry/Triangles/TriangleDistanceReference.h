#ifndef TRABECULA_GEOMETRY_TRIANGLES_TRIANGLEDISTANCEREFERENCE_H
#define TRABECULA_GEOMETRY_TRIANGLES_TRIANGLEDISTANCEREFERENCE_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <array>

namespace trabecula::reference
{
/// Distance of a point to a surface: the smallest distance to an edge, or to the plane of a
/// triangle onto which the point projects.
double distance(const std::array<double, 3>& point, const TriangleMesh& surface);
}

#endif

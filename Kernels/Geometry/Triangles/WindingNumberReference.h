#ifndef TRABECULA_GEOMETRY_TRIANGLES_WINDINGNUMBERREFERENCE_H
#define TRABECULA_GEOMETRY_TRIANGLES_WINDINGNUMBERREFERENCE_H

#include "Geometry/Triangles/TriangleMesh.h"

#include <array>

namespace trabecula::reference
{
/// The winding number of a closed, oriented surface about a point: 1 inside and 0 outside. Sum of
/// the solid angles of its triangles (van Oosterom and Strackee, IEEE Trans. Biomed. Eng. 30,
/// 1983), over 4 pi.
double windingNumber(const TriangleMesh& surface, const std::array<double, 3>& point);
}

#endif

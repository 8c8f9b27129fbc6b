#ifndef TRABECULA_GEOMETRY_TRIANGLES_SURFACEWITHIN_H
#define TRABECULA_GEOMETRY_TRIANGLES_SURFACEWITHIN_H

#include "Geometry/Triangles/TriangleMesh.h"

namespace trabecula
{
/**
 * The part of a surface within a distance of a patch, as triangles that share no points. Triangles
 * across its boundary are halved until they are short compared with the distance, and then cut,
 * with the distance as a linear function. For display only: neighbouring triangles may have
 * different points on their common edge.
 *
 * @param patch with at least one triangle
 * @param distance length, above 0; the boundary is exact to about a thousandth of it, or of the
 *   diagonal of the surface's bounds if that is larger
 */
TriangleMesh surfaceWithin(const TriangleMesh& surface, const TriangleMesh& patch, double distance);
}

#endif

#ifndef TRABECULA_TESTING_GEOMETRY_VOXELIZATION_CLOSEDSURFACES_H
#define TRABECULA_TESTING_GEOMETRY_VOXELIZATION_CLOSEDSURFACES_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

namespace trabecula::testing
{
/// Two triangles on each face, outwards.
TriangleMesh makeBox(const Position& low, const Position& high);

/// An octahedron whose triangles were halved some times, on an ellipsoid.
TriangleMesh makeEllipsoid(const Position& centre, const Position& radii, int rounds);

/// Turned about an axis through the origin, by an angle in radians.
TriangleMesh turned(const TriangleMesh& mesh, const Position& axis, double angle);

/// All triangles with the opposite orientation.
TriangleMesh insideOut(const TriangleMesh& mesh);

/// Both surfaces as one, without looking for equal points.
TriangleMesh together(const TriangleMesh& a, const TriangleMesh& b);

/// Three points of its own for each triangle, as in an STL file.
TriangleMesh soup(const TriangleMesh& mesh);
}

#endif

#ifndef TRABECULA_TESTING_GEOMETRY_VOXELIZATION_CLOSEDSURFACES_H
#define TRABECULA_TESTING_GEOMETRY_VOXELIZATION_CLOSEDSURFACES_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/KeptVoxels.h"

namespace trabecula::testing
{
/// A box with two triangles on each face, oriented outwards.
TriangleMesh makeBox(const Position& low, const Position& high);

/// An octahedron with repeatedly divided triangles, projected onto an ellipsoid.
TriangleMesh makeEllipsoid(const Position& centre, const Position& radii, int rounds);

/// A surface rotated about an axis through the origin by an angle, radians.
TriangleMesh turned(const TriangleMesh& mesh, const Position& axis, double angle);

/// A surface with reversed orientation of all triangles.
TriangleMesh insideOut(const TriangleMesh& mesh);

/// Both surfaces as one, without merging coincident points.
TriangleMesh together(const TriangleMesh& a, const TriangleMesh& b);

/// A surface whose triangles share no points, as in an STL file.
TriangleMesh soup(const TriangleMesh& mesh);

/// A tube along z of a number of sides, oriented outwards. Points 4 i are those of the bore at z =
/// 0, 4 i + 1 those at the other end.
TriangleMesh makeTube(
  const Position& centre, double innerRadius, double outerRadius, double length, int sides);

/// The voxels of a grid with at least a solid fraction inside a surface.
KeptVoxels keptVoxels(const TriangleMesh& surface, const SurfaceGrid& grid, double least = 0.01);
}

#endif

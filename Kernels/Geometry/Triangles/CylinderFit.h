#ifndef TRABECULA_GEOMETRY_TRIANGLES_CYLINDERFIT_H
#define TRABECULA_GEOMETRY_TRIANGLES_CYLINDERFIT_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

namespace trabecula
{
/// A circular cylinder through the points of a patch.
struct FittedCylinder
{
  Position centre = {}; ///< on the axis, in the middle of the patch
  Position axis = {};   ///< of length 1, its largest component positive
  double radius = 0.0;
  double deviation = 0.0; ///< root mean square of the points' distances to the cylinder, length
};

/**
 * The cylinder with the least sum of squares of distances to the points of a patch, each weighted
 * by the area around it. Axes to begin with are the principal axes of the normals, as those of a
 * cylinder are perpendicular to its axis (Gauss image); from there Levenberg-Marquardt steps change
 * the direction of the axis, its place and the radius.
 *
 * A bore whose points are on the cylinder, as programs for design write them, has the radius of the
 * bore, although its triangles are chords.
 *
 * @param patch points without a triangle are left out
 * @throws Error saying in which way the patch is not cylindrical: flat, its normals not
 * perpendicular to one axis as on a sphere or a cone, its points not at one distance from an axis,
 * or so few facets that it is a prism
 */
FittedCylinder fitCylinder(const TriangleMesh& patch);
}

#endif

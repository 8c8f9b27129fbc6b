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
 * by the area around it. Initial axes are the principal axes of the normals, as the normals of a
 * cylinder are perpendicular to its axis (Gauss image); Levenberg-Marquardt steps then change the
 * direction and the position of the axis, and the radius.
 *
 * For a bore whose points are on the cylinder, as CAD programs write them, the result is the radius
 * of the bore, although its triangles are chords.
 *
 * @param patch points without a triangle are ignored
 * @throws Error that states in which way the patch is not cylindrical: it is flat, its normals are
 * not perpendicular to one axis, as on a sphere or a cone, its points are not at one distance from
 * an axis, or it has so few facets that it is a prism
 */
FittedCylinder fitCylinder(const TriangleMesh& patch);
}

#endif

#ifndef TRABECULA_GEOMETRY_FACES_FACESHAPE_H
#define TRABECULA_GEOMETRY_FACES_FACESHAPE_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
enum class FaceKind
{
  Plane,
  Cylinder,
  FreeForm ///< everything else, as cones, spheres and tori
};

/// What the triangles of a face form.
struct FaceShape
{
  FaceKind kind = FaceKind::FreeForm;
  double area = 0.0;       ///< of the triangles, length^2
  Position centre = {};    ///< centroid of the triangles
  Position direction = {}; ///< outward normal of a plane, axis of a cylinder, else 0
  double radius = 0.0;     ///< of a cylinder through the points, whose triangles are chords; else 0
  double span = 0.0;       ///< angle around its axis that a cylinder covers, radian; else 0
  bool isInside = false;   ///< of a cylinder: material is outside of it, as around a hole
};

/// Whether a cylinder goes all around its axis. @param span radian
inline bool isAllAround(double span)
{
  constexpr double almost = 6.28; // up to rounding
  return span > almost;
}

/// Largest error of the coordinates of a mesh, taken to be rounded to single precision, as files of
/// triangles store them, length.
double coordinateRounding(const TriangleMesh& mesh);

/// Vector area of a triangle: its normal, outwards, times its area.
Position vectorAreaOf(const TriangleMesh& mesh, std::int32_t triangle);

/**
 * Measures a face and fits a plane and a cylinder to its points. Points must be on the plane or the
 * cylinder but for rounding and for a tenth of the height of the chords: the surface is taken to be
 * an exact one, divided into triangles, and is not a measured one.
 *
 * @param triangles numbers of the face's triangles
 * @param rounding of the coordinates, length
 */
FaceShape shapeOfFace(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& triangles, double rounding);
}

#endif

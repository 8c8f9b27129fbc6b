#ifndef TRABECULA_GEOMETRY_LEVEL_SURFACECONSTRAINTS_H
#define TRABECULA_GEOMETRY_LEVEL_SURFACECONSTRAINTS_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Triangles/PointTriangles.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Admissible displacements of the points of a surface that leave fixed faces of the mesh unchanged:
 * any; in the plane of the faces around the point; along the intersection of two planes; or none. A
 * moved point remains on the faces that contained it. Points on the surface of a part do not move,
 * except where this surface meets free triangles: they move in its tangent plane.
 *
 * Planes are considered equal if their angle is below PlaneTolerance radian, which covers
 * coordinates in single precision.
 */
class SurfaceConstraints
{
public:
  static constexpr double PlaneTolerance = 1e-5;

  enum Kind : std::uint8_t
  {
    Free,
    InPlane, ///< the direction is its normal
    OnLine,  ///< the direction is the line's
    OnWall,  ///< at the end of a wall of a part; the direction is its normal
    Wall,    ///< fixed while points move, but may be collapsed into others of its patch
    Fixed
  };

  /// @param lastFree triangles of a later SurfaceOrigin are fixed
  SurfaceConstraints(const LevelField& field, const LevelSurface& surface,
    const PointTriangles& around, SurfaceOrigin lastFree);

  Kind kind(std::int64_t point) const { return Kind(this->Kinds[point]); }

  /// The projection of a displacement onto the admissible directions.
  std::array<double, 3> allowed(
    std::int64_t point, const std::array<double, 3>& displacement) const;

  /// Whether a point, moved in an admissible direction, is still on its faces.
  bool isOnItsFaces(std::int64_t point, const std::array<double, 3>& position) const;

  /// Whether a triangle is part of a fixed face.
  bool isHeld(std::int64_t triangle) const;

  /// Whether a point is on the surface of a part.
  bool isWall(std::int64_t point) const
  {
    return this->Surface.walls[static_cast<std::size_t>(point)] != WallPlace::None;
  }

  /// Whether a triangle is on the surface of a part. It is defined out of line, as Clang's static
  /// analyzer takes the surface for uninitialized where it is inlined.
  bool isOfWall(std::int64_t triangle) const;

  /// Whether two triangles belong to one smooth part: both free, of one origin and in one plane, or
  /// of one patch of a part.
  bool isSmooth(std::int64_t a, std::int64_t b) const;

  /// Unit normal of a triangle in the initial surface.
  const std::array<double, 3>& normal(std::int64_t triangle) const
  {
    return this->Normals[triangle];
  }

private:
  void constrainWall(std::int64_t point);
  bool isOnFace(std::int64_t side, const std::array<double, 3>& position) const;

  const LevelField& Field;
  const LevelSurface& Surface;
  const PointTriangles& Around;
  SurfaceOrigin LastFree;
  std::vector<std::array<double, 3>> Normals;
  std::vector<std::uint8_t> Kinds;
  std::vector<std::array<double, 3>> Directions;
};
}

#endif

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
 * Where points of a surface may move so that the faces of the mesh that are held stay exactly where
 * they are: anywhere; in the plane of the faces around them, on the line that two planes have in
 * common, or nowhere. A point that moves stays on the faces it was on.
 *
 * Planes are the same if they include less than PlaneTolerance radian, as noise of coordinates in
 * single precision does.
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
    Fixed
  };

  /// @param lastFree triangles of a later SurfaceOrigin are held
  SurfaceConstraints(const LevelField& field, const LevelSurface& surface,
    const PointTriangles& around, SurfaceOrigin lastFree);

  Kind kind(std::int64_t point) const { return Kind(this->Kinds[point]); }

  /// The part of a displacement that is allowed, but for how far.
  std::array<double, 3> allowed(
    std::int64_t point, const std::array<double, 3>& displacement) const;

  /// Whether a point, moved as allowed, is still on the faces that it was on.
  bool isOnItsFaces(std::int64_t point, const std::array<double, 3>& position) const;

  /// Whether a triangle is part of a face that stays where it is.
  bool isHeld(std::int64_t triangle) const;

  /// Whether two triangles belong to one smooth part: both free, or of one origin in one plane.
  bool isSmooth(std::int64_t a, std::int64_t b) const;

  /// Unit normal of a triangle as the surface was.
  const std::array<double, 3>& normal(std::int64_t triangle) const
  {
    return this->Normals[triangle];
  }

private:
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

#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLQUALITY_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLQUALITY_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The shape quality of the triangles of a surface that is partly on a part. Their orientation is
/// compared with the normal of the part, or, where they are not on it, with the normals of the
/// triangles around.
class WallQuality
{
public:
  /// Points at most this far apart, in diagonals of an element, are considered coincident.
  static constexpr double OnePoint = 1e-6;

  /// @param diagonal of an element, length
  WallQuality(const LevelSurface& surface, const PartShape& part, double diagonal);

  /// Must be called for a point that has moved.
  void renewNormal(std::int32_t point) { this->renewNormal(point, this->Nearest); }
  /// Must be called after patches of triangles have changed.
  void renewFreeNormals();
  /// Must be called after points have been removed by keepParts().
  void keepPoints(const std::vector<std::uint8_t>& points);

  /// Quality of a triangle: 1 if equilateral, 0 without area, negative if inverted.
  /// @param patch of the triangle
  double of(const std::array<std::int32_t, 3>& corners, std::int32_t patch) const;
  double of(std::int32_t triangle) const;

private:
  void renewNormal(std::int32_t point, std::int32_t& nearest);
  std::array<double, 3> outwardAt(
    const std::array<std::int32_t, 3>& corners, std::int32_t patch) const;

  const LevelSurface& Surface;
  const PartShape& Part;
  double Diagonal;
  std::vector<std::array<double, 3>> Normals; ///< of the part at points within patches, else zero
  std::vector<std::array<double, 3>> FreeNormals; ///< of the triangles that are not on the part
  std::int32_t Nearest = 0;
};
}

#endif

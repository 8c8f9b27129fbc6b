#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLQUALITY_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLQUALITY_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The shape of triangles of a surface that is on a part here and there, as seen from outside: of
/// the part, or where it is not on the part, of the triangles around.
class WallQuality
{
public:
  /// Points as near to each other as this, in diagonals of an element, are one.
  static constexpr double OnePoint = 1e-6;

  /// @param diagonal of an element, length
  WallQuality(const LevelSurface& surface, const PartShape& part, double diagonal);

  /// To be called for a point that has moved.
  void renewNormal(std::int32_t point) { this->renewNormal(point, this->Nearest); }
  /// To be called where the patches of triangles have changed.
  void renewFreeNormals();
  /// To be called after points have been removed by keepParts().
  void keepPoints(const std::vector<std::uint8_t>& points);

  /// 1 for an equilateral triangle, 0 for one without area, negative for one that is turned over.
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

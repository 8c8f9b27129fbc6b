#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLQUALITY_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLQUALITY_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The shape of triangles on the surface of a part, as seen from outside of the part.
class WallQuality
{
public:
  /// @param diagonal of an element, length
  WallQuality(const LevelSurface& surface, const PartShape& part, double diagonal);

  /// To be called for a point that has moved.
  void renewNormal(std::int32_t point);

  /// 1 for an equilateral triangle along the part, 0 for one without area, negative for one that is
  /// turned over; 1 for all that are not on the part. @param patch of the triangle
  double of(const std::array<std::int32_t, 3>& corners, std::int32_t patch) const;
  double of(std::int32_t triangle) const;

private:
  std::array<double, 3> outwardAt(
    const std::array<std::int32_t, 3>& corners, std::int32_t patch) const;

  const LevelSurface& Surface;
  const PartShape& Part;
  double Diagonal;
  std::vector<std::array<double, 3>> Normals; ///< of the part at points within patches, else zero
  std::int32_t Nearest = 0;
};
}

#endif

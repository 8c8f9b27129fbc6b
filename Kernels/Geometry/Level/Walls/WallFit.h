#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLFIT_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLFIT_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Triangles/SurfaceFit.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Puts the points of a surface that a part made, see LevelSurface::walls, and those of chosen ones
 * that already lie on it, on the nearest points of the part, and gives sharp edges of the part to
 * the surface.
 *
 * @param chosen nonzero for points that the part may have made, too
 * @param diagonal of an element, length
 */
void putOnPart(LevelSurface& surface, const std::vector<std::uint8_t>& chosen,
  const PartShape& part, double diagonal);

/// After points were moved: puts those on the part back onto it, and those outside of it, if it is
/// closed, onto it. @return points that are on the part, those of them that were moved there since
/// they were made, and those that could not be
SurfaceFit settleOnPart(LevelSurface& surface, const PartShape& part, double diagonal);
}

#endif

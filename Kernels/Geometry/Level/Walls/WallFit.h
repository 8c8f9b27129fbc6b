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
 * Moves points of a surface onto the nearest points of a part: those marked in LevelSurface::walls,
 * and those chosen ones that are on it to rounding. Then adds the sharp edges of the part to the
 * surface.
 *
 * @param chosen nonzero for further points that may be on the part
 * @param diagonal of an element, length
 */
void putOnPart(LevelSurface& surface, const std::vector<std::uint8_t>& chosen,
  const PartShape& part, double diagonal);

/// After points have moved: moves points of walls back onto the part, and, if the part is closed,
/// points outside of it onto its surface. @return numbers of points that are on the part, of those
/// of them that have been moved since extraction, and of those that could not be moved there
SurfaceFit settleOnPart(LevelSurface& surface, const PartShape& part, double diagonal);
}

#endif

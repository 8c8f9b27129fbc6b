#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLRELAXATION_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLRELAXATION_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"
#include "Geometry/Level/Walls/WallQuality.h"

namespace trabecula
{
/// Improves triangles on a part that are inverted or degenerate: their points move on their patch,
/// or along their sharp edge, as long as the worst quality of the triangles around each increases.
/// @param diagonal of an element, length
/// @param quality of the surface, which is updated
void relaxWalls(
  LevelSurface& surface, const PartShape& part, double diagonal, WallQuality& quality);
}

#endif

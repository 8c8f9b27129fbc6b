#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLISLANDS_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLISLANDS_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"

namespace trabecula
{
/**
 * Near a corner of a part, single points can be nearest to a patch that the points around them are
 * not on. Few points of a patch in the middle of another one, unless the patch itself is, are moved
 * onto this one: no sharp edge of the part runs around them.
 *
 * @param reach points that are farther away stay, length
 */
void removeWallIslands(LevelSurface& surface, const PartShape& part, double reach);
}

#endif

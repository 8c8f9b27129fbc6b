#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLISLANDS_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLISLANDS_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"

namespace trabecula
{
/**
 * Removes islands: near a corner of a part, single points can be nearest to another patch than the
 * points around them, although no sharp edge of the part encloses them. Few points of one patch
 * that are enclosed by another one are moved onto it, unless their patch is itself enclosed by it.
 *
 * @param reach largest distance that points are moved, length
 */
void removeWallIslands(LevelSurface& surface, const PartShape& part, double reach);
}

#endif

#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLREPAIR_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLREPAIR_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/WallQuality.h"

namespace trabecula
{
/**
 * Removes triangles, on a part and beside it, that are inverted or degenerate: an edge of each is
 * flipped, or collapsed into one of its ends, where the worst triangle becomes better. Points
 * remain on their patch, on their sharp edge or on their corner, and the surface a manifold.
 * Triangles in faces of the mesh are unchanged.
 *
 * @param diagonal of an element, length
 * @param quality of the surface; remains so
 */
void repairWalls(LevelSurface& surface, double diagonal, WallQuality& quality);
}

#endif

#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_WALLREPAIR_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_WALLREPAIR_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/WallQuality.h"

namespace trabecula
{
/**
 * Removes triangles, on a part and next to it, that are inverted or degenerate: an edge of each is
 * flipped, or collapsed into one of its ends, if the worst quality of the triangles involved
 * increases. Points remain on their patch, sharp edge or corner, and the surface remains a
 * manifold. Triangles in faces of the mesh are unchanged.
 *
 * @param diagonal of an element, length
 * @param quality of the surface, which is updated
 */
void repairWalls(LevelSurface& surface, double diagonal, WallQuality& quality);
}

#endif

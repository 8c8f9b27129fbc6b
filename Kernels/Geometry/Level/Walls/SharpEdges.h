#ifndef TRABECULA_GEOMETRY_LEVEL_WALLS_SHARPEDGES_H
#define TRABECULA_GEOMETRY_LEVEL_WALLS_SHARPEDGES_H

#include "Geometry/Level/LevelSurface.h"
#include "Geometry/Level/Walls/PartShape.h"

namespace trabecula
{
/**
 * Adds points on the sharp edges of a part to a surface whose points are on the part's patches:
 * edges of the surface between points of different patches are divided at the nearest point of the
 * sharp edge between both, and triangles of three patches at their corner, as in extended marching
 * cubes (Kobbelt et al., "Feature sensitive surface extraction from volume data", 2001). The
 * topology is preserved.
 *
 * Sets the patches of triangles: a triangle is on the part if its three points are.
 *
 * @param reach largest distance at which sharp edges are searched, length
 */
void divideAtSharpEdges(LevelSurface& surface, const PartShape& part, double reach);
}

#endif

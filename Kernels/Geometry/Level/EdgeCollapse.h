#ifndef TRABECULA_GEOMETRY_LEVEL_EDGECOLLAPSE_H
#define TRABECULA_GEOMETRY_LEVEL_EDGECOLLAPSE_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"

#include <cstdint>

namespace trabecula
{
/**
 * Takes away the short edges that cutting tetrahedra leaves, and slivers with them: a point goes to
 * the other end of an edge that is shorter than a share of the edges around it were at first.
 *
 * The surface stays what it is as a complex: a point goes only where the points next to both ends
 * are the two of the triangles at the edge (Dey et al., "Topology preserving edge contraction",
 * 1999). Faces that are held stay: points in them go to points in them, points on their edges along
 * these edges, and no triangle turns over.
 *
 * @param lastFree triangles of a later SurfaceOrigin are held
 * @return how many points went
 */
std::int64_t collapseShortEdges(
  const LevelField& field, LevelSurface& surface, SurfaceOrigin lastFree, double share);
}

#endif

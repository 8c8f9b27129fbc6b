#ifndef TRABECULA_GEOMETRY_LEVEL_EDGECOLLAPSE_H
#define TRABECULA_GEOMETRY_LEVEL_EDGECOLLAPSE_H

#include "Geometry/Level/LevelField.h"
#include "Geometry/Level/LevelSurface.h"

#include <cstdint>

namespace trabecula
{
/**
 * Collapses the short edges, and with them slivers, that marching tetrahedra generates: an edge is
 * collapsed to one of its ends if it is shorter than a share of the initial mean length of the
 * edges around it.
 *
 * The topology is preserved: an edge is collapsed only if the common neighbours of its ends are the
 * opposite points of its two triangles (link condition; Dey et al., "Topology preserving edge
 * contraction", 1999). Fixed faces are preserved: their points move to points of the face, points
 * on their edges along these edges. No triangle is inverted.
 *
 * @param lastFree triangles of a later SurfaceOrigin are fixed
 * @return number of removed points
 */
std::int64_t collapseShortEdges(
  const LevelField& field, LevelSurface& surface, SurfaceOrigin lastFree, double share);
}

#endif

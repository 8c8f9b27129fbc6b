#ifndef TRABECULA_GEOMETRY_VOXELIZATION_TRIANGLECROSSINGS_H
#define TRABECULA_GEOMETRY_VOXELIZATION_TRIANGLECROSSINGS_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Pairs of triangles of a surface.
struct TrianglePairs
{
  std::int64_t count = 0;   ///< pairs
  std::int32_t first = -1;  ///< the pair of the smallest numbers
  std::int32_t second = -1; ///< larger than first
  Position place = {};      ///< position at which the first pair intersects
};

struct SurfaceCrossings
{
  TrianglePairs crossing;    ///< a side of one passes through the other
  TrianglePairs overlapping; ///< in one plane, of the same orientation
};

/**
 * Finds pairs of triangles that do not occur in surfaces of solids.
 *
 * A pair crosses if a side of one triangle passes through the other. Neighbours that share an edge
 * are not examined. A side that intersects another side passes if it passes both triangles there in
 * the same direction. A side through a corner, or with an end on the other triangle's plane to
 * rounding, touches and does not pass, as parts may touch each other.
 *
 * A pair overlaps if both triangles are in one plane, have the same orientation, and have an area
 * in common; the solid below would count twice. Triangles of opposite orientation belong to parts
 * that touch.
 *
 * Candidates are found by a tree of bounding boxes.
 *
 * @param surface without coincident points, as from mergeEqualPoints()
 * @param involved if not null, set to the triangles of all these pairs, ascending
 */
SurfaceCrossings findCrossings(
  const TriangleMesh& surface, std::vector<std::int32_t>* involved = nullptr);
}

#endif

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
  Position place = {};      ///< where the first pair meets
};

struct SurfaceCrossings
{
  TrianglePairs crossing;    ///< a side of one passes through the other
  TrianglePairs overlapping; ///< in one plane, of the same orientation
};

/**
 * Pairs of triangles that surfaces of solids do not have.
 *
 * Of a pair that crosses a side of one passes through the other. Neighbours that share an edge are
 * not examined. A side through another side passes if both triangles there are passed in the same
 * direction. A side through a corner, or with an end on the other triangle's plane to rounding,
 * touches and does not pass: parts may lie against each other.
 *
 * A pair overlaps if both lie in one plane, look to the same side, and have an area in common: what
 * is below counts twice. Triangles that look to opposite sides are of parts that touch.
 *
 * Candidates come from a tree of bounding boxes.
 *
 * @param surface without equal points, as of mergeEqualPoints()
 * @param involved if not null, gets the triangles of all these pairs, ascending
 */
SurfaceCrossings findCrossings(
  const TriangleMesh& surface, std::vector<std::int32_t>* involved = nullptr);
}

#endif

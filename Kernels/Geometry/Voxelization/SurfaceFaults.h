#ifndef TRABECULA_GEOMETRY_VOXELIZATION_SURFACEFAULTS_H
#define TRABECULA_GEOMETRY_VOXELIZATION_SURFACEFAULTS_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A surface whose points differ from each other, as files of triangles have them several times.
struct MergedSurface
{
  TriangleMesh mesh;
  std::vector<std::int32_t> points;    ///< the merged point for each original one
  std::vector<std::int32_t> triangles; ///< the original triangle for each that is left
};

/// Points of equal coordinates become one. Triangles with two equal corners are left out: they have
/// no area and leave no gap. @throws Error for a coordinate that is not finite
MergedSurface mergeEqualPoints(const TriangleMesh& surface);

/**
 * Requires a surface to be the boundary of a solid: each edge is traversed as often in one
 * direction as in the other, no triangles cross or lie on each other looking to the same side, and
 * pieces are oriented so that each point of
 * space is inside once or not at all: outer surfaces outwards, those of cavities into the cavity.
 * Edges of four or more triangles are accepted, as are parts that touch.
 *
 * @param surface of mergeEqualPoints()
 * @param cells number of the user's cell for each triangle, for messages
 * @return false if the observer asks to stop
 * @throws Error with what is wrong, how often, where, and the remedy
 */
bool requireSolidSurface(
  const MergedSurface& surface, const std::vector<std::int64_t>& cells, Observer& observer);
}

#endif

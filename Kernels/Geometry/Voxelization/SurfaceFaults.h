#ifndef TRABECULA_GEOMETRY_VOXELIZATION_SURFACEFAULTS_H
#define TRABECULA_GEOMETRY_VOXELIZATION_SURFACEFAULTS_H

#include "Core/Observer.h"
#include "Geometry/Voxelization/MergedSurface.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Requires a surface to be the boundary of a solid: each edge is traversed as often in one
 * direction as in the other, no triangles cross or overlap with the same orientation, and pieces
 * are oriented so that each point of space is inside once or not at all, outer surfaces outwards
 * and surfaces of cavities into the cavity. Edges of four or more triangles are accepted, as are
 * parts that touch.
 *
 * @param surface a result of mergeEqualPoints()
 * @param cells number of the user's cell for each triangle, for messages
 * @return false if the observer asks to stop
 * @throws Error that names the fault, its number and place, and the remedy
 */
bool requireSolidSurface(
  const MergedSurface& surface, const std::vector<std::int64_t>& cells, Observer& observer);

/// The same without looking for triangles that cross or overlap.
bool requireClosedSurface(
  const MergedSurface& surface, const std::vector<std::int64_t>& cells, Observer& observer);
}

#endif

#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_CONTOURPOINTS_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_CONTOURPOINTS_H

#include "Geometry/Level/Patch/PatchBoundary.h"
#include "Geometry/Level/Patch/PatchLevel.h"

#include <vector>

namespace trabecula
{
/// Positions of points of a patch, 3 each, from their parameters, 3 each.
std::vector<double> positionsAt(const NurbsPatch& patch, const std::vector<double>& parameters);

/**
 * Moves points of triangles on a contour to the zero level, along the gradient and within the sides
 * of the patch that they are on.
 *
 * A move is reduced to a half, a quarter, an eighth or nothing if a triangle would be inverted or
 * degenerate, and to at most nine tenths of the way to a side of the patch. Moves of triangles that
 * cross others in the end, and of those around them, are undone, so that the surface remains the
 * boundary of a solid.
 *
 * @param extents lengths of the patch along its parameters: slopes are those in parameters times
 * these
 * @param most largest move, in parameters times extents; points farther from the zero level are not
 * moved, as the level set is nearly flat there
 * @param boundary triangles, and parameters of points times extents; parameters are divided by
 * extents, and points are set
 * @return false if triangles still cross, as they did before the moves
 */
bool moveToContour(const NurbsPatch& patch, const std::vector<double>& levelSet,
  const Parameters& extents, double most, PatchBoundary& boundary);
}

#endif

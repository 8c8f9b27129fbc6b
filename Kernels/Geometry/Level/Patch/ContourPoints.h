#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_CONTOURPOINTS_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_CONTOURPOINTS_H

#include "Geometry/Level/Patch/PatchBoundary.h"
#include "Geometry/Level/Patch/PatchLevel.h"

#include <vector>

namespace trabecula
{
/// Places on a patch of parameters, 3 each.
std::vector<double> positionsAt(const NurbsPatch& patch, const std::vector<double>& parameters);

/**
 * Moves points of triangles on a contour to the zero level, along the slope and within the sides of
 * the patch that they are on.
 *
 * A point goes half the way, or a quarter, an eighth or none of it, where a triangle would turn
 * over otherwise or shrink to nothing, and nine tenths of the way to a side of the patch at most.
 * Where triangles cross in the end, they and those around them stay where they were: the surface
 * stays the boundary of a solid.
 *
 * @param extents lengths of the patch along its parameters: slopes are those in parameters times
 * these
 * @param most largest way, in parameters times extents; points farther from the zero level stay, as
 * the level set is nearly flat there
 * @param boundary triangles; parameters of points times extents, which become parameters; points,
 * which are set
 * @return false if triangles still cross: they did before
 */
bool moveToContour(const NurbsPatch& patch, const std::vector<double>& levelSet,
  const Parameters& extents, double most, PatchBoundary& boundary);
}

#endif

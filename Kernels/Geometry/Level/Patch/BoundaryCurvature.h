#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_BOUNDARYCURVATURE_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_BOUNDARYCURVATURE_H

#include "Geometry/Level/Patch/PatchBoundary.h"

namespace trabecula
{
/**
 * The integral of |curvature| over the contour of a plane body, radians: the sum of the turning
 * angles of its polylines, which is 2 pi for one convex curve and larger for ragged boundaries.
 * Corners between the contour and sides of the patch do not count.
 *
 * @param boundary of a patch in two dimensions
 * @param spacing length: curves are replaced by chords that are at least as long, so that the
 * positions of their points have no influence
 */
double totalCurvature(const PatchBoundary& boundary, double spacing);
}

#endif

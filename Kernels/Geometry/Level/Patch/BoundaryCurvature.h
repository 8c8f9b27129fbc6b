#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_BOUNDARYCURVATURE_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_BOUNDARYCURVATURE_H

#include "Geometry/Level/Patch/PatchBoundary.h"

namespace trabecula
{
/**
 * The integral of |curvature| over the contour of a plane body, radians: the sum of the angles by
 * which its polylines turn, that of one convex curve being 2 pi. The more ragged a boundary, the
 * larger it is. Corners between the contour and sides of the patch do not count.
 *
 * @param boundary of a patch in two dimensions
 * @param spacing length: curves are taken by chords that are at least as long, so that the places
 * of their points have no influence
 */
double totalCurvature(const PatchBoundary& boundary, double spacing);
}

#endif

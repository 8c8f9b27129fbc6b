#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_BEZIERFRACTIONS_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_BEZIERFRACTIONS_H

#include "Mesh/Nurbs/BezierCells.h"

#include <vector>

namespace trabecula
{
/**
 * The fraction of each hexahedron of subdivide() in which a level set in Bezier form is positive,
 * from 0 to 1.
 *
 * Each hexahedron is halved in each direction of the patch, the halves are divided into simplices
 * (six tetrahedra, or two triangles in two dimensions) whose vertices are points on the patch with
 * the exact level set, and in each simplex the level set is taken as linear. The error of the solid
 * volume is of second order in the size of elements. Cells whose coefficients have one sign are not
 * sampled, as the level set is bounded by its coefficients.
 *
 * @param levelSet Bezier coefficients, one for each point, finite
 */
std::vector<double> levelSetFractions(
  const BezierCells& cells, const std::vector<double>& levelSet);
}

#endif

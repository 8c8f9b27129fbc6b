#ifndef TRABECULA_GEOMETRY_LEVEL_PATCH_BEZIERFRACTIONS_H
#define TRABECULA_GEOMETRY_LEVEL_PATCH_BEZIERFRACTIONS_H

#include "Mesh/Nurbs/BezierCells.h"

#include <vector>

namespace trabecula
{
/**
 * The part of each hexahedron of subdivide() where a level set in Bezier form is positive, from 0
 * to 1.
 *
 * Each hexahedron is halved in each direction of the patch, the halves are divided into simplices
 * (six tetrahedra, or two triangles in two dimensions) between points on the patch with the exact
 * level set there, and in each simplex the level set is linear. The error of the solid volume is of
 * second order in the size of elements. Cells whose coefficients have one sign are not sampled: the
 * level set lies between its coefficients.
 *
 * @param levelSet Bezier coefficients, one for each point, finite
 */
std::vector<double> levelSetFractions(
  const BezierCells& cells, const std::vector<double>& levelSet);
}

#endif

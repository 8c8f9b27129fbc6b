#ifndef TRABECULA_MESH_NURBS_NURBSVALIDATION_H
#define TRABECULA_MESH_NURBS_NURBSVALIDATION_H

#include "Mesh/Nurbs/NurbsPatch.h"

namespace trabecula
{
/**
 * Validates a patch.
 *
 * @throws Error for the first fault, naming the direction, knot, control point or element: degrees
 * or counts that do not match, knots that are not finite, decreasing, unclamped or repeated inside,
 * coordinates or weights that are not finite, weights that are not positive, a plane patch off the
 * plane z = 0, or a determinant of the Jacobian that is not positive at a Gauss point
 */
void validate(const NurbsPatch& patch);
}

#endif

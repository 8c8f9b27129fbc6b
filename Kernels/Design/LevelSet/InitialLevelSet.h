#ifndef TRABECULA_DESIGN_LEVELSET_INITIALLEVELSET_H
#define TRABECULA_DESIGN_LEVELSET_INITIALLEVELSET_H

#include "Core/Context.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <vector>

namespace trabecula
{
/**
 * Coefficients of a level set with holes (Xia et al. 2017, eq. 13 and 14): the distance to the
 * nearest centre less the radius at the Greville point of each control point. The collocation
 * matrix is a Kronecker product, so that lines of control points are solved for, one direction
 * after another.
 *
 * @param centres 3 each, length; at least one @return one per control point, length
 */
template <class Space>
std::vector<double> levelSetOfHoles(const Context<Space>& context, const NurbsPatch& patch,
  const std::vector<double>& centres, double radius);

/// Coefficients of a level set that has these values at the Greville points.
/// @param values one per control point, length
template <class Space>
std::vector<double> levelSetOfValues(
  const Context<Space>& context, const NurbsPatch& patch, const std::vector<double>& values);
}

#endif

#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_PATCHGRADIENTS_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_PATCHGRADIENTS_H

#include "Core/Context.h"
#include "Operator/Isogeometric/Points/PointTables.h"

namespace trabecula
{
/**
 * Geometry and gradients at the material points of a patch, in memory of the space: at the centres
 * of elements or at their Gauss points, numbered as IsogeometricOperator says.
 *
 * @param perGaussPoint whether material points are the Gauss points instead of the elements
 */
///@{
/// @param measures length to the power of the dimension @param positions three components, length
template <class Space>
void measurePatch(const Context<Space>& context, const PatchView& patch, bool perGaussPoint,
  double* measures, double* positions);

/// @param u as many components of each control point as dimensions
/// @param gradients du_i/dx_j at 3 i + j of nine components; zero in a third dimension
template <class Space>
void gradientsOfPatch(const Context<Space>& context, const PatchView& patch, bool perGaussPoint,
  const double* u, double* gradients);

/// f += the transpose of gradientsOfPatch() times s, by colours of elements that share no control
/// point.
template <class Space>
void addPatchGradientsTransposed(const Context<Space>& context, const PatchView& patch,
  bool perGaussPoint, const double* s, double* f);
///@}
}

#endif

#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_MAKEISOGEOMETRICOPERATOR_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_MAKEISOGEOMETRICOPERATOR_H

#include "Operator/Isogeometric/IsogeometricOperator.h"

#include <memory>

namespace trabecula
{
/// The product that Auto stands for: congruent element matrices on plane boxes with moduli of
/// elements and few distinct element matrices, else sum factorization. Others are returned
/// unchanged.
IsogeometricProduct chooseProduct(
  const NurbsPatch& patch, bool perGaussPoint, IsogeometricProduct product);

/**
 * Builds the operator of a patch.
 *
 * @param layouts of the patch, see layoutsOf()
 * @param perGaussPoint moduli of Gauss points instead of elements
 * @throws Error if the product does not suit the patch, or, before any allocation, if the memory
 * available is not sufficient
 */
template <class Space>
std::unique_ptr<IsogeometricOperator<Space>> makeIsogeometricOperator(
  const OperatorLayouts<Space>& layouts, const NurbsPatch& patch, double poissonsRatio,
  bool perGaussPoint, IsogeometricProduct product = IsogeometricProduct::Auto);
}

#endif

#include "Operator/Isogeometric/MakeIsogeometricOperator.h"

#include "Core/Requirements.h"
#include "Operator/Isogeometric/CongruentElements.h"

#include <cstddef>

namespace trabecula
{
#ifndef __CUDACC__
IsogeometricProduct chooseProduct(
  const NurbsPatch& patch, bool perGaussPoint, IsogeometricProduct product)
{
  if (product != IsogeometricProduct::Auto)
  {
    return product;
  }
  // Uniform knot vectors of degree 4 result in 49 classes. In three dimensions rows are too long to
  // be processed by single threads.
  constexpr std::size_t mostClasses = 49;
  return patch.dimension == 2 && !perGaussPoint && findAffineMap(patch) &&
      congruentClasses(patch) <= mostClasses
    ? IsogeometricProduct::Congruent
    : IsogeometricProduct::Points;
}
#endif

template <class Space>
std::unique_ptr<IsogeometricOperator<Space>> makeIsogeometricOperator(
  const OperatorLayouts<Space>& layouts, const NurbsPatch& patch, double poissonsRatio,
  bool perGaussPoint, IsogeometricProduct product)
{
  const IsogeometricProduct chosen = chooseProduct(patch, perGaussPoint, product);
  const std::size_t needed =
    IsogeometricOperator<Space>::memory(patch, perGaussPoint, chosen, true);
  const Device device = layouts.context().presentDevice();
  if (needed > device.availableMemory)
  {
    constexpr double megabyte = 1e6;
    fail("The stiffness of the patch takes ", static_cast<double>(needed) / megabyte, " MB, but ",
      device.name, " has ", static_cast<double>(device.availableMemory) / megabyte,
      " MB available. Use fewer elements or a lower degree.");
  }
  return std::make_unique<IsogeometricOperator<Space>>(
    layouts, patch, poissonsRatio, perGaussPoint, chosen);
}

template std::unique_ptr<IsogeometricOperator<CompiledSpace>> makeIsogeometricOperator(
  const OperatorLayouts<CompiledSpace>& layouts, const NurbsPatch& patch, double poissonsRatio,
  bool perGaussPoint, IsogeometricProduct product);
}

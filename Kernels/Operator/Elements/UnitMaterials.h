#ifndef TRABECULA_OPERATOR_ELEMENTS_UNITMATERIALS_H
#define TRABECULA_OPERATOR_ELEMENTS_UNITMATERIALS_H

#include "Element/Hex8.h"

#include <cstdint>

namespace trabecula::detail
{
/// Lame's constants of each element for a Young's modulus of one, as kernels see them.
struct UnitMaterials
{
  Elasticity common;
  const double* ratios; ///< Poisson's ratio of each element; null where it is the same in all

  TRABECULA_FUNCTION Elasticity of(std::int64_t element) const
  {
    return this->ratios ? unitElasticity(this->ratios[element]) : this->common;
  }
};
}

#endif

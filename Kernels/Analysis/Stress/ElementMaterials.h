#ifndef TRABECULA_ANALYSIS_STRESS_ELEMENTMATERIALS_H
#define TRABECULA_ANALYSIS_STRESS_ELEMENTMATERIALS_H

#include "Analysis/StructuralProblem.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/// The material of elements, with optional values for each.
struct ElementMaterials
{
  ElasticMaterial common;
  std::vector<double> youngsModuli = {};   ///< 1 per element, force per area; empty means common
  std::vector<double> poissonsRatios = {}; ///< 1 per element; empty means the common one

  ElasticMaterial of(std::size_t element) const
  {
    return { this->youngsModuli.empty() ? this->common.youngsModulus : this->youngsModuli[element],
      this->poissonsRatios.empty() ? this->common.poissonsRatio : this->poissonsRatios[element] };
  }
};
}

#endif

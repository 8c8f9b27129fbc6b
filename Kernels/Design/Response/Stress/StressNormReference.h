#ifndef TRABECULA_DESIGN_RESPONSE_STRESSNORMREFERENCE_H
#define TRABECULA_DESIGN_RESPONSE_STRESSNORMREFERENCE_H

#include "Analysis/StructuralProblem.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula::reference
{
/// A structure whose elements have densities.
struct DensityStructure
{
  StructuralProblem structure;
  std::vector<double> density;          ///< one per element
  std::vector<double> moduli;           ///< of the densities, force per area
  std::vector<double> modulusSlopes;    ///< their derivatives by densities
  std::vector<std::uint8_t> isMeasured; ///< 0 for elements that are not in the mean
};

struct StressNormResult
{
  double norm = 0.0;    ///< PM
  double largest = 0.0; ///< max a
  /// Derivatives of PM with respect to densities, one per element.
  std::vector<double> derivative;
};

/// The P-mean of rho^1/2 m over elements and some load cases, see StressNorm, with strain matrices
/// at the centres of the elements and a dense matrix.
StressNormResult stressNorm(
  const DensityStructure& input, const std::vector<std::size_t>& loads, double exponent);
}

#endif

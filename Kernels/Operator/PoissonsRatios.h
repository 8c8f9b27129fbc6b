#ifndef TRABECULA_OPERATOR_POISSONSRATIOS_H
#define TRABECULA_OPERATOR_POISSONSRATIOS_H

#include "Operator/Hex8/Strategy.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace trabecula
{
/// Poisson's ratio of all elements, or of each.
struct PoissonsRatios
{
  double common = 0.3;      ///< in (-1, 0.5)
  std::vector<double> each; ///< 1 per element instead of the common one, or empty

  PoissonsRatios(double ofAll) : common(ofAll) {}
  PoissonsRatios(double ofAll, std::vector<double> ofEach) : common(ofAll), each(std::move(ofEach))
  {
  }

  bool varies() const { return !this->each.empty(); }
  double of(std::size_t element) const
  {
    return this->varies() ? this->each[element] : this->common;
  }
};

/// @throws Error if elements have different ratios and the strategy allows only one
void checkStrategyOfRatios(Strategy strategy, bool ratiosVary);
}

#endif

#ifndef TRABECULA_ANALYSIS_STATIC_THERMALSTRAIN_H
#define TRABECULA_ANALYSIS_STATIC_THERMALSTRAIN_H

#include "Mesh/Mesh.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/**
 * Strain of a heated material, alpha (T - T0) in each direction. The coefficient alpha is the
 * secant one from T0 and does not depend on the temperature.
 */
struct ThermalStrain
{
  std::vector<double> temperature; ///< T, 1 per node; empty means that there is none
  double reference = 0.0;          ///< T0, the temperature without thermal strain
  double expansion = 0.0;          ///< alpha, per temperature
  std::vector<double> expansions;  ///< alpha of each element; empty means the common one

  bool isPresent() const { return !this->temperature.empty(); }
  double expansionOf(std::size_t element) const
  {
    return this->expansions.empty() ? this->expansion : this->expansions[element];
  }
};
}

#endif

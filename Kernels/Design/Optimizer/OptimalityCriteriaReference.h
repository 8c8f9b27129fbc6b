#ifndef TRABECULA_DESIGN_OPTIMIZER_OPTIMALITYCRITERIAREFERENCE_H
#define TRABECULA_DESIGN_OPTIMIZER_OPTIMALITYCRITERIAREFERENCE_H

#include "Mesh/DesignRegion.h"

#include <vector>

namespace trabecula::reference
{
/// One update by optimality criteria (EbE paper, eq. 6 and 7). All vectors: one per element.
struct OptimalityCriteriaInput
{
  std::vector<double> density;               ///< design variable, rho of eq. 6
  std::vector<double> complianceSensitivity; ///< dC/drho
  std::vector<double> volumeSensitivity;     ///< dV/drho, > 0; V is linear in rho
  std::vector<DesignRegion> designRegion;    ///< empty means all Design; others keep their density
  double volumeChange = 0.0; ///< allowed change of sum dV/drho rho over the Design elements, volume
  double minimumDensity = 1e-3;
  double moveLimit = 0.2;
  double damping = 0.5;
  double leastRatio = 0.0; ///< of -dC/drho over lambda dV/drho
};

/**
 * The updated design: lambda by bisection to the last bit; lambda = 0, the upper bound of each
 * element, where the volume constraint is inactive; the lower bounds where it cannot be satisfied.
 */
std::vector<double> updateByOptimalityCriteria(const OptimalityCriteriaInput& input);
}

#endif

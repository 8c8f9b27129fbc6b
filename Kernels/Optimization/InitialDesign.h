#ifndef TRABECULA_OPTIMIZATION_INITIALDESIGN_H
#define TRABECULA_OPTIMIZATION_INITIALDESIGN_H

#include "Design/MaterialInterpolation.h"
#include "Optimization/DesignedStructure.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The initial design of a run.
struct InitialDesign
{
  std::vector<std::uint8_t> isDesign; ///< one per variable, 0 where the density is fixed
  std::vector<double> density;        ///< design variables
};

/// Lower bound of the design variables.
double lowestDensity(const OptimizationSettings& settings);

/// The filter and the stages of the settings.
ChainSettings chainSettings(const OptimizationSettings& settings);

/// E(rho) of the settings.
MaterialInterpolation interpolationOf(const DesignedConditions& problem);

/// @param volumes one per design variable, length cubed
InitialDesign makeStartDesign(const DesignProblem& problem, const std::vector<double>& volumes);
}

#endif

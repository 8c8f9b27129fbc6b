#ifndef TRABECULA_OPTIMIZATION_INITIALDESIGN_H
#define TRABECULA_OPTIMIZATION_INITIALDESIGN_H

#include "Design/MaterialInterpolation.h"
#include "Optimization/TopologyProblem.h"

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

/// E(rho) of the settings.
MaterialInterpolation interpolationOf(const TopologyProblem& problem);

/// @param volumes one per design variable, length cubed
InitialDesign makeStartDesign(const TopologyProblem& problem, const std::vector<double>& volumes);
}

#endif

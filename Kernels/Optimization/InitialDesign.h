#ifndef TRABECULA_OPTIMIZATION_INITIALDESIGN_H
#define TRABECULA_OPTIMIZATION_INITIALDESIGN_H

#include "Optimization/TopologyProblem.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The initial design of a run.
struct InitialDesign
{
  std::vector<std::uint8_t> isDesign; ///< one per element, 0 where the density is fixed
  std::vector<double> density;        ///< design variables, one per element
};

/// Lower bound of the design variables.
double lowestDensity(const OptimizationSettings& settings);

/// @param volumes one per element, length cubed
InitialDesign makeStartDesign(const TopologyProblem& problem, const std::vector<double>& volumes);
}

#endif

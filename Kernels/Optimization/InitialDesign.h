#ifndef TRABECULA_OPTIMIZATION_INITIALDESIGN_H
#define TRABECULA_OPTIMIZATION_INITIALDESIGN_H

#include "Design/MaterialInterpolation.h"
#include "Design/Stage/StageSettings.h"
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
double lowestDensity(const DensitySettings& settings);

/// The filter and the stages of the settings.
ChainSettings chainSettings(const DensitySettings& settings);

/// The modulus of a density. @param solid modulus or conductivity of the solid
MaterialInterpolation interpolationOf(const DensityDesign& design, double solid);

/// @param volumes one per design variable, length cubed
InitialDesign makeStartDesign(const DensityDesign& design, const std::vector<double>& volumes);
}

#endif

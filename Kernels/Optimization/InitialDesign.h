#ifndef TRABECULA_OPTIMIZATION_INITIALDESIGN_H
#define TRABECULA_OPTIMIZATION_INITIALDESIGN_H

#include "Core/Communication/Communicator.h"
#include "Design/MaterialInterpolation.h"
#include "Design/Stage/StageSettings.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
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

/// The initial design of a part, whose uniform density is that of all parts.
/// @param volumes one per design variable of the part, length cubed
/// @param owned number of those that the part owns, which come first
InitialDesign makeStartDesign(const DensityDesign& design, const std::vector<double>& volumes,
  std::size_t owned, const Communicator& parts);
/// The same for a single part.
inline InitialDesign makeStartDesign(
  const DensityDesign& design, const std::vector<double>& volumes)
{
  return makeStartDesign(design, volumes, volumes.size(), Communicator());
}
}

#endif

#include "Optimization/InitialDesign.h"

#include <algorithm>
#include <cstddef>

namespace trabecula
{
double lowestDensity(const OptimizationSettings& settings)
{
  return settings.interpolation == Interpolation::Simp ? settings.minimumDensity : 0.0;
}

ChainSettings chainSettings(const OptimizationSettings& settings)
{
  return { settings.filter, settings.filterRadius, settings.volumeWeightedFilter,
    lowestDensity(settings), settings.stages };
}

MaterialInterpolation interpolationOf(const DesignedConditions& problem)
{
  const OptimizationSettings& settings = problem.design.settings;
  return { problem.conditions.material.youngsModulus,
    settings.interpolation == Interpolation::Simp
      ? 0.0
      : settings.minimumModulusRatio * problem.conditions.material.youngsModulus,
    settings.penalization };
}

InitialDesign makeStartDesign(const DesignProblem& problem, const std::vector<double>& volumes)
{
  const std::size_t n = volumes.size();
  const double lowest = lowestDensity(problem.settings);
  InitialDesign start;
  start.isDesign.assign(n, 1);
  start.density.assign(n, 0.0);
  double total = 0.0;
  double passiveVolume = 0.0; // solid, counted with densities
  double designVolume = 0.0;
  for (std::size_t e = 0; e < n; ++e)
  {
    total += volumes[e];
    const DesignRegion region =
      problem.designRegion.empty() ? DesignRegion::Design : problem.designRegion[e];
    const bool isDesign = region == DesignRegion::Design;
    start.isDesign[e] = isDesign;
    start.density[e] = region == DesignRegion::Solid ? 1.0 : lowest;
    (isDesign ? designVolume : passiveVolume) += volumes[e] * (isDesign ? 1.0 : start.density[e]);
  }
  const double uniform = std::clamp(
    (problem.settings.volumeFraction * total - passiveVolume) / designVolume, lowest, 1.0);
  for (std::size_t e = 0; e < n; ++e)
  {
    if (start.isDesign[e])
    {
      start.density[e] =
        problem.initialDensity.empty() ? uniform : std::max(lowest, problem.initialDensity[e]);
    }
  }
  return start;
}
}

#include "Optimization/InitialDesign.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace trabecula
{
double lowestDensity(const DensitySettings& settings)
{
  return settings.interpolation == Interpolation::Simp ? settings.minimumDensity : 0.0;
}

ChainSettings chainSettings(const DensitySettings& settings)
{
  return { settings.filter, filterRadiusOf(settings), settings.volumeWeightedFilter,
    lowestDensity(settings), settings.stages, settings.penalization };
}

MaterialInterpolation interpolationOf(const DensityDesign& design, double solid)
{
  const bool isSimp = design.densities.interpolation == Interpolation::Simp;
  return { solid, isSimp ? 0.0 : design.settings.minimumModulusRatio * solid,
    design.densities.penalization, design.densities.interpolation == Interpolation::Ramp };
}

InitialDesign makeStartDesign(const DensityDesign& design, const std::vector<double>& volumes,
  std::size_t owned, const Communicator& parts)
{
  const std::size_t n = volumes.size();
  const double lowest = lowestDensity(design.densities);
  InitialDesign start;
  start.isDesign.assign(n, 1);
  start.density.assign(n, 0.0);
  double sums[3] = {};
  double& total = sums[0];
  double& passiveVolume = sums[1]; // of fixed entities, weighted by density
  double& designVolume = sums[2];
  for (std::size_t e = 0; e < n; ++e)
  {
    const DesignRegion region =
      design.designRegion.empty() ? DesignRegion::Design : design.designRegion[e];
    const bool isDesign = region == DesignRegion::Design;
    start.isDesign[e] = isDesign;
    start.density[e] = region == DesignRegion::Solid ? 1.0 : lowest;
    if (e < owned)
    {
      total += volumes[e];
      (isDesign ? designVolume : passiveVolume) += volumes[e] * (isDesign ? 1.0 : start.density[e]);
    }
  }
  parts.sum(sums, std::size(sums));
  const double uniform = std::clamp(
    (design.settings.volumeFraction * total - passiveVolume) / designVolume, lowest, 1.0);
  for (std::size_t e = 0; e < n; ++e)
  {
    if (start.isDesign[e])
    {
      start.density[e] =
        design.initialDensity.empty() ? uniform : std::max(lowest, design.initialDensity[e]);
    }
  }
  return start;
}
}

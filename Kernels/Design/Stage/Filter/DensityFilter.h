#ifndef TRABECULA_DESIGN_STAGE_FILTER_DENSITYFILTER_H
#define TRABECULA_DESIGN_STAGE_FILTER_DENSITYFILTER_H

#include "Design/Filter/NeighbourFilter.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/// Weighted means over neighbours within a radius (Bruns and Tortorelli 2001; Bourdin 2001).
template <class Space>
class DensityFilter : public Stage<Space>
{
public:
  /// @param images see NeighbourFilter
  DensityFilter(const ChainSettings& settings, const DesignSites<Space>& sites,
    const std::vector<Isometry>& images = {})
    : Neighbours(sites.positions.layout().withComponents(1), sites.positions,
        settings.volumeWeightedFilter ? &sites.volumes : nullptr, settings.filterRadius, sites.grid,
        images)
  {
  }

  const char* name() const override { return "density filter"; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override
  {
    this->Neighbours.filterDensity(x, y);
  }
  void backward(
    const Vector<Space>& /*x*/, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override
  {
    this->Neighbours.filterDensityTransposed(ofOutput, ofInput);
  }

private:
  NeighbourFilter<Space> Neighbours;
};

/// See StageKinds.
struct DensityFilterKind
{
  template <class Space>
  using Type = DensityFilter<Space>;

  static constexpr bool IsLinear = true;
  static constexpr bool NeedsWhole = false;
  static constexpr std::size_t Workspace = 0;
  static bool isOn(const ChainSettings& settings)
  {
    return settings.filter == FilterKind::Density &&
      settings.stages.symmetry.mode == SymmetryMode::Off;
  }
  static bool keepsSigns(const ChainSettings& /*settings*/) { return true; }
  static std::size_t siteBytes(const ChainSettings& /*settings*/) { return 0; }
  /// The settings of filters are members of the chain's.
  static std::vector<StageSetting> settings() { return {}; }
  static std::vector<StageColumn> columns(const ChainSettings& /*settings*/) { return {}; }
};
}

#endif

#ifndef TRABECULA_DESIGN_STAGE_SWEEP_EXTRUSION_H
#define TRABECULA_DESIGN_STAGE_SWEEP_EXTRUSION_H

#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"
#include "Design/Stage/Sweep/LayerGrid.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Gives all design sites of a column along an axis the mean of their densities by volume, so that
/// the part has the same section everywhere.
template <class Space>
class Extrusion : public Stage<Space>
{
public:
  Extrusion(const ChainSettings& settings, const DesignSites<Space>& sites)
    : Grid(sites,
        unitVector(
          static_cast<AxisDirection>(2 * settings.stages.extrusion.axis - 1), {}, "Extrusion"),
        "Extrusion"),
      Volumes(sites.volumes.data()), IsDesign(sites.isDesign.data()), Fixed(sites.variables.data())
  {
  }

  const char* name() const override { return "extrusion"; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override;
  void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override;

private:
  LayerGrid<Space> Grid;
  const double* Volumes;
  const std::uint8_t* IsDesign;
  const double* Fixed;
};

/// See StageKinds.
struct ExtrusionKind
{
  template <class Space>
  using Type = Extrusion<Space>;

  static constexpr bool IsLinear = true;
  static constexpr bool NeedsWhole = true;
  static constexpr std::size_t Workspace = 0;
  static bool isOn(const ChainSettings& settings) { return settings.stages.extrusion.axis > 0; }
  static bool keepsSigns(const ChainSettings& /*settings*/) { return true; }
  static std::size_t siteBytes(const ChainSettings& /*settings*/) { return 0; }
  static std::vector<StageSetting> settings();
  static std::vector<StageColumn> columns(const ChainSettings& /*settings*/) { return {}; }
};
}

#endif

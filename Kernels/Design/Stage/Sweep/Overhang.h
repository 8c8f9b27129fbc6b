#ifndef TRABECULA_DESIGN_STAGE_SWEEP_OVERHANG_H
#define TRABECULA_DESIGN_STAGE_SWEEP_OVERHANG_H

#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"
#include "Design/Stage/Sweep/LayerGrid.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace trabecula
{
namespace detail
{
struct PrintedLayers;
}

/**
 * A part that is printed without supports, layer by layer (Langelaar, Addit. Manuf. 12, 2016;
 * Struct. Multidisc. Optim. 55, 2017). A site is at most as dense as the densest of five below it,
 * that in its own column and the four beside it, by smooth functions:
 * Xi = (sum s^P)^(1/Q), y = (x + Xi - sqrt((x - Xi)^2 + eps) + sqrt(eps)) / 2, with P = 40,
 * Q = P + ln 5 / ln 1/2 and eps = 1e-4, relative to [lowestDensity, 1]. So surfaces of cubes
 * overhang by at most 45 degrees along the axes. The first layer and attached sites need no
 * support. Densities can exceed 1 by 0.005.
 *
 * Fixed densities stay, and support what is above them.
 */
template <class Space>
class Overhang : public Stage<Space>
{
public:
  Overhang(const ChainSettings& settings, const DesignSites<Space>& sites)
    : Grid(sites,
        unitVector(
          settings.stages.overhang.direction, settings.stages.overhang.vector, "Build Direction"),
        "Build Direction"),
      Attached(sites.positions.context(), sites.lattice->attached), Lowest(settings.lowestDensity),
      IsDesign(sites.isDesign.data()), Fixed(sites.variables.data()),
      Tops(sites.volumes.layoutPointer()), NextTops(sites.volumes.layoutPointer())
  {
  }

  const char* name() const override { return "overhang"; }
  bool isLinear() const override { return false; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override;
  void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override;
  void accept() override { this->Tops.swap(this->NextTops); }
  void updateColumns(const Vector<Space>& x) override;

  /// Number of sites, fixed ones included, that need support and are denser than 1/2 above sites
  /// none of which has 0.49.
  std::vector<double> columnValues() const override { return { this->Unsupported }; }

private:
  detail::PrintedLayers part() const;

  LayerGrid<Space> Grid;
  DeviceVector<std::uint8_t, Space> Attached; ///< see SiteLattice
  double Lowest;
  const std::uint8_t* IsDesign;
  const double* Fixed;
  /// Xi of each site of the accepted and of the next design, negative where no support is needed,
  /// so that derivatives need not print the part again.
  Vector<Space> Tops;
  Vector<Space> NextTops;
  double Unsupported = 0.0; ///< of the design for which columns were updated
};

/// See StageKinds.
struct OverhangKind
{
  template <class Space>
  using Type = Overhang<Space>;

  static constexpr bool IsLinear = false;
  static constexpr bool NeedsWhole = true;
  static constexpr std::size_t Workspace = 1;
  static bool isOn(const ChainSettings& settings)
  {
    return settings.stages.overhang.direction != AxisDirection::Off;
  }
  static bool keepsSigns(const ChainSettings& /*settings*/) { return true; }
  static std::size_t siteBytes(const ChainSettings& /*settings*/) { return 2 * sizeof(double); }
  static std::vector<StageSetting> settings();
  static std::vector<StageColumn> columns(const ChainSettings& /*settings*/)
  {
    return { { "Unsupported", std::numeric_limits<double>::quiet_NaN(),
      "cells are solid above cells that do not support them, as Design Region or Solid Layers "
      "demand: "
      "they need supports to be printed, or another Build Direction" } };
  }
};
}

#endif

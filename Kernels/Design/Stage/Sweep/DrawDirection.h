#ifndef TRABECULA_DESIGN_STAGE_SWEEP_DRAWDIRECTION_H
#define TRABECULA_DESIGN_STAGE_SWEEP_DRAWDIRECTION_H

#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"
#include "Design/Stage/Sweep/LayerGrid.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * A part that leaves its mould: densities do not grow away from the parting plane. With
 * x' = delta + (1 - 2 delta) x and t = (1 - x') / x', a site of layer k has the density
 * 1 / (1 + T_k), T_k = (sum_{j <= k} t_j^8)^(1/8) over its column from the parting plane outwards,
 * all relative to [lowestDensity, 1]. Densities stay between 0 and 1 and are a little below the
 * least of those towards the plane.
 *
 * Void that is fixed blocks what is outside of it, as in a mould; fixed densities themselves stay.
 */
template <class Space>
class DrawDirection : public Stage<Space>
{
public:
  /// @throws Error if fixed solid is outside of fixed void
  DrawDirection(const ChainSettings& settings, const DesignSites<Space>& sites);

  const char* name() const override { return "draw direction"; }
  bool isLinear() const override { return false; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override;
  void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override;

private:
  LayerGrid<Space> Grid;
  double Lowest;
  std::int64_t Plane; ///< number of layers below the parting plane
  const std::uint8_t* IsDesign;
  const double* Fixed;
};

/// See StageKinds.
struct DrawDirectionKind
{
  template <class Space>
  using Type = DrawDirection<Space>;

  static constexpr bool IsLinear = false;
  static constexpr bool NeedsWhole = true;
  static constexpr std::size_t Workspace = 1;
  static bool isOn(const ChainSettings& settings)
  {
    return settings.stages.draw.direction != AxisDirection::Off;
  }
  static bool keepsSigns(const ChainSettings& /*settings*/) { return true; }
  static std::size_t siteBytes(const ChainSettings& /*settings*/) { return 0; }
  static std::vector<StageSetting> settings();
  static std::vector<StageColumn> columns(const ChainSettings& /*settings*/) { return {}; }
};
}

#endif

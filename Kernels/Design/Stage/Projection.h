#ifndef TRABECULA_DESIGN_STAGE_PROJECTION_H
#define TRABECULA_DESIGN_STAGE_PROJECTION_H

#include "Design/Stage/Continuation.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The smooth Heaviside function of Wang, Lazarov and Sigmund (Struct. Multidisc. Optim. 43, 2011),
 * which drives densities to the ends of their range:
 * y = (tanh(beta eta) + tanh(beta (x - eta))) / (tanh(beta eta) + tanh(beta (1 - eta))),
 * with a sharpness beta that is doubled during a run, for x and y relative to [lowestDensity, 1].
 *
 * The threshold eta is 1/2, another given one, or that for which sum v y = sum v x over the sites
 * that are designed (Xu, Cai and Cheng, Struct. Multidisc. Optim. 41, 2010). It then depends on all
 * densities, and its derivative is part of backward().
 */
template <class Space>
class Projection : public Stage<Space>
{
public:
  Projection(const ChainSettings& settings, const DesignSites<Space>& sites)
    : Settings(settings.stages.projection), Lowest(settings.lowestDensity),
      Volumes(sites.volumes.data()), IsDesign(sites.isDesign.data())
  {
  }

  const char* name() const override { return "projection"; }
  bool isLinear() const override { return false; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override;
  void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override;
  void startDesign(int iteration, double change) override;
  void keepDesign() override { this->Next = this->Accepted; }
  void accept() override { this->Accepted = this->Next; }
  bool mayConverge(int iteration) const override
  {
    return this->Accepted.sharpness.isFinal(this->Settings.rule(), iteration);
  }
  std::vector<double> columnValues() const override { return { this->sharpness() }; }
  NamedValues state() const override;
  void restore(const NamedValues& state) override;

  /// Sharpness and threshold of the accepted design.
  double sharpness() const { return this->Accepted.sharpness.value; }
  double threshold() const { return this->Accepted.threshold; }

private:
  struct Parameters
  {
    ContinuedValue sharpness;
    double threshold = 0.5;
  };

  bool keepsVolume() const { return this->Settings.mode == ProjectionMode::VolumePreserving; }
  /// The threshold for which the volume of densities does not change.
  double findThreshold(const Vector<Space>& x, double sharpness) const;

  ProjectionSettings Settings;
  double Lowest;
  const double* Volumes;
  const std::uint8_t* IsDesign;
  Parameters Accepted;
  Parameters Next;
};

/// See StageKinds.
struct ProjectionKind
{
  template <class Space>
  using Type = Projection<Space>;

  static constexpr bool IsLinear = false;
  static constexpr bool NeedsWhole = false;
  static constexpr std::size_t Workspace = 0;
  static bool isOn(const ChainSettings& settings)
  {
    return settings.stages.projection.mode != ProjectionMode::Off;
  }
  static bool keepsSigns(const ChainSettings& settings)
  {
    return settings.stages.projection.mode != ProjectionMode::VolumePreserving;
  }
  static std::size_t siteBytes(const ChainSettings& /*settings*/) { return 0; }
  static std::vector<StageSetting> settings();
  static std::vector<StageColumn> columns(const ChainSettings& settings)
  {
    return { { "ProjectionSharpness", settings.stages.projection.largestSharpness } };
  }
};
}

#endif

#ifndef TRABECULA_DESIGN_STAGE_FILTER_NODALHELMHOLTZ_H
#define TRABECULA_DESIGN_STAGE_FILTER_NODALHELMHOLTZ_H

#include "Core/Vectors/DeviceVector.h"
#include "Design/Stage/Filter/HelmholtzIteration.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The filter of Lazarov and Sigmund (Int. J. Numer. Meth. Eng. 86, 2011) for densities of nodes:
 * with linear elements on cells whose points are the nodes, and a lumped mass matrix,
 *
 *     y = (l^2 K + M)^-1 M x,   l = R / (2 sqrt 3),
 *
 * without flow through the boundary. See HelmholtzFilter for densities of elements.
 *
 * It keeps constants and sum of m_i x_i, with the masses m_i of M. On cubes densities keep their
 * range; on other cells they are cut off at its ends, and do not depend on variables there.
 */
template <class Space>
class NodalHelmholtz : public Stage<Space>
{
public:
  /// @throws Error if the sites are not the points of cells, or one of them is in no cell
  NodalHelmholtz(const ChainSettings& settings, const DesignSites<Space>& sites);

  const char* name() const override { return "Helmholtz filter"; }
  bool isLinear() const override { return !this->MayLeaveRange; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override;
  void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override;
  void accept() override { this->IsCut.swap(this->NextIsCut); }

private:
  /// y = (l^2 K + M)^-1 b. @param y initial guess
  void solve(const Vector<Space>& b, Vector<Space>& y);

  double Lowest;
  double Radius;
  bool MayLeaveRange = false;
  LayoutPointer<Space> Nodes;         ///< one component
  DeviceVector<double, Space> Masses; ///< of M
  std::unique_ptr<HelmholtzIteration<Space>> Iteration;
  /// 1 where the density was cut off; empty if that does not happen.
  DeviceVector<std::uint8_t, Space> IsCut;
  DeviceVector<std::uint8_t, Space> NextIsCut;
};

/// See StageKinds.
struct NodalHelmholtzKind
{
  template <class Space>
  using Type = NodalHelmholtz<Space>;

  static constexpr bool IsLinear = true; ///< but for densities that are cut off, see Stage
  static constexpr bool NeedsWhole = false;
  static constexpr std::size_t Workspace = 0; ///< see helmholtzFilterMemory()
  static bool isOn(const ChainSettings& settings)
  {
    return settings.filter == FilterKind::Helmholtz && settings.isOfNodes;
  }
  static bool keepsSigns(const ChainSettings& /*settings*/) { return true; }
  static std::size_t siteBytes(const ChainSettings& /*settings*/) { return 0; }
  /// The settings of filters are members of the chain's.
  static std::vector<StageSetting> settings() { return {}; }
  static std::vector<StageColumn> columns(const ChainSettings& /*settings*/) { return {}; }
};
}

#endif

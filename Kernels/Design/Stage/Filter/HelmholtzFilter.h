#ifndef TRABECULA_DESIGN_STAGE_FILTER_HELMHOLTZFILTER_H
#define TRABECULA_DESIGN_STAGE_FILTER_HELMHOLTZFILTER_H

#include "Core/Vectors/DeviceVector.h"
#include "Design/Filter/CornerShares.h"
#include "Design/Stage/Filter/BoxHelmholtz.h"
#include "Design/Stage/Filter/HelmholtzIteration.h"
#include "Design/Stage/Stage.h"
#include "Design/Stage/StageSettings.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace trabecula
{
namespace detail
{
struct CornerTables;
}

/**
 * The filter of Lazarov and Sigmund (Int. J. Numer. Meth. Eng. 86, 2011): densities are means over
 * the elements of the solution y of -l^2 laplace(y) + y = x with l = R / (2 sqrt 3), without flow
 * through the boundary. With linear elements on the corners of the mesh and a lumped mass matrix,
 *
 *     (l^2 K + M) y = T x,   T_ae the integral of N_a over e,   filtered_e = sum_a T_ae y_a / V_e.
 *
 * It keeps constants and the volume, and filters half a model as the whole. Voxels that fill a box
 * have an exact solution (BoxHelmholtz). On other meshes and on parts there are iterations
 * (HelmholtzIteration), whose number is bounded for any radius: by multigrid where the diagonal
 * would take many. On cubes and tetrahedra that are not obtuse densities keep their range; on other
 * meshes they are cut off at its ends, and do not depend on variables there.
 */
template <class Space>
class HelmholtzFilter : public Stage<Space>
{
public:
  /// @throws Error if the sites are no elements of a mesh
  HelmholtzFilter(const ChainSettings& settings, const DesignSites<Space>& sites);

  const char* name() const override { return "Helmholtz filter"; }
  bool isLinear() const override { return !this->MayLeaveRange; }
  void forward(const Vector<Space>& x, Vector<Space>& y) override;
  void backward(
    const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) override;
  void accept() override { this->IsCut.swap(this->NextIsCut); }

private:
  detail::CornerTables tables() const;
  void prepareIteration(
    const DesignSites<Space>& sites, const Mesh& linear, const CornerShares& shares);
  /// y = (l^2 K + M)^-1 b. @param y initial guess of an iteration: the mean of the field around
  /// each node
  void solve(const Vector<Space>& b, Vector<Space>& y);

  double Lowest;
  double Radius;
  bool MayLeaveRange = false;
  LayoutPointer<Space> Nodes; ///< one component
  std::optional<BoxHelmholtz<Space>> Exact;
  std::unique_ptr<HelmholtzIteration<Space>> Iteration; ///< null with the exact solution
  // See CornerShares and NodeElements.
  int Corners = 0;
  DeviceVector<std::int32_t, Space> CornerNodes; ///< -1 where there is no corner
  DeviceVector<double, Space> Volumes;
  DeviceVector<double, Space> Shares;
  DeviceVector<std::int64_t, Space> Starts;
  DeviceVector<std::int32_t, Space> Elements;
  DeviceVector<std::uint8_t, Space> Places;
  /// 1 where the density was cut off; empty if that does not happen.
  DeviceVector<std::uint8_t, Space> IsCut;
  DeviceVector<std::uint8_t, Space> NextIsCut;
};

/// What the memory of a HelmholtzFilter depends on besides the mesh.
struct HelmholtzSites
{
  /// Cells along the axes of the box around the bricks of a voxel grid of all sites; 0 for others.
  std::array<std::size_t, 3> box = {};
  bool isPart = false; ///< whether there are several parts

  /// Whether so many elements fill the box, and have the exact solution.
  bool fillBox(std::size_t elements) const
  {
    return elements > 0 && this->box[0] * this->box[1] * this->box[2] == elements &&
      this->box[0] <= MostCosines && this->box[1] <= MostCosines && this->box[2] <= MostCosines;
  }
};

/// Upper bound of the bytes of such a filter, the workspace included.
/// @param mesh whose elements are the sites @param radius R
std::size_t helmholtzFilterMemory(const Mesh& mesh, double radius, const HelmholtzSites& sites);

/// See StageKinds.
struct HelmholtzFilterKind
{
  template <class Space>
  using Type = HelmholtzFilter<Space>;

  static constexpr bool IsLinear = true; ///< but for densities that are cut off, see Stage
  static constexpr bool NeedsWhole = false;
  static constexpr std::size_t Workspace = 0; ///< see helmholtzFilterMemory()
  static bool isOn(const ChainSettings& settings)
  {
    return settings.filter == FilterKind::Helmholtz && !settings.isOfNodes;
  }
  static bool keepsSigns(const ChainSettings& /*settings*/) { return true; }
  static std::size_t siteBytes(const ChainSettings& /*settings*/) { return 0; }
  /// The settings of filters are members of the chain's.
  static std::vector<StageSetting> settings() { return {}; }
  static std::vector<StageColumn> columns(const ChainSettings& /*settings*/) { return {}; }
};
}

#endif

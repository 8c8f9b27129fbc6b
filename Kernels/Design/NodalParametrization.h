#ifndef TRABECULA_DESIGN_NODALPARAMETRIZATION_H
#define TRABECULA_DESIGN_NODALPARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/MaterialInterpolation.h"
#include "Design/NodalDensity.h"
#include "Design/Stage/DensityToModulus.h"
#include "Design/StagedParametrization.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Settings of a NodalParametrization.
struct NodalParametrizationSettings
{
  MaterialInterpolation material = {};
  /// Densities of nodes. Weighted by volumes, the sensitivity filter takes derivatives per volume
  /// of a node. The lowest density is also that of points.
  ChainSettings chain = {};
};

/**
 * A density per node as design variable, which stages may change, and rho_q = sum of Phi_i rho_i at
 * the integration points (Lu, Gong, Zhang, Xie and Yin 2021, eq. 16), which makes densities smooth
 * without a filter.
 *
 * Shape functions of moving least squares can be slightly negative: the modulus at a point is that
 * of a minimum density at least, and has no derivative where that binds.
 *
 * The sensitivity filter is Sigmund's with v_i, the integral of the shape function: dc_i becomes
 * sum_j H_ij rho_j dc_j / v_j over (rho_i / v_i) sum_j H_ij.
 */
template <class Space>
class NodalParametrization : public StagedParametrization<Space>
{
public:
  /**
   * @param discretization must remain valid
   * @param isDesign one value per node, 0 where the density is fixed
   * @param start one value per node: initial value of trialVariables()
   * @param cells whose points are the nodes, for the Helmholtz filter; null if they are others.
   * Need not remain valid
   */
  NodalParametrization(const Context<Space>& context,
    const MeshfreeDiscretization<Space>& discretization,
    const NodalParametrizationSettings& settings, const std::vector<std::uint8_t>& isDesign,
    const std::vector<double>& start, const Mesh* cells = nullptr);

  void evaluateTrial() override;
  void accept() override;
  /// The densities without the minimum, so that volumes are linear in the variables.
  const Vector<Space>& nextDensity() const override { return this->NextDensity; }
  void trialModuli(Vector<Space>& moduli) const override;
  const Vector<Space>& density() const override { return this->Density; }
  void moduli(Vector<Space>& moduli) const override;
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override;
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override;
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override;
  void restore(const std::vector<double>& variables, const std::vector<double>& filteredDensity,
    const NamedValues& stageState) override;

  /// Bytes of an instance, without its filter; of a RobustParametrization of densities of nodes if
  /// settings are robust.
  static std::size_t memory(std::size_t nodes, std::size_t points, const ChainSettings& settings);

private:
  NodalParametrization(NodalDensity<Space> nodal, const NodalParametrizationSettings& settings,
    const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start, const Mesh* cells);
  /// Pulls derivatives with respect to densities of nodes back, in place.
  void pullBackNodal(Vector<Space>& gradient);

  NodalDensity<Space> Nodal;
  DensityToModulus Law;
  Vector<Space> Density; ///< at integration points
  Vector<Space> NextDensity;
  bool IsWeighted; ///< see NodalParametrizationSettings
  std::optional<NeighbourFilter<Space>> SensitivityFilter;
};
}

#endif

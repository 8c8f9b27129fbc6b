#ifndef TRABECULA_DESIGN_NODALPARAMETRIZATION_H
#define TRABECULA_DESIGN_NODALPARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/FilterKind.h"
#include "Design/MaterialInterpolation.h"
#include "Design/Parametrization.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Settings of a NodalParametrization.
struct NodalParametrizationSettings
{
  MaterialInterpolation material = {};
  double minimumDensity = 1e-3; ///< of points
  FilterKind filter = FilterKind::None;
  double filterRadius = 0.0; ///< length
  /// Takes derivatives per volume of a node, and weights the means of the density filter by it.
  bool volumeWeightedFilter = true;
};

/**
 * A density per node as design variable, and rho_q = sum of Phi_i rho_i at the integration points
 * (Lu, Gong, Zhang, Xie and Yin 2021, eq. 16), which makes densities smooth without a filter.
 *
 * Shape functions of moving least squares can be slightly negative: the modulus at a point is that
 * of a minimum density at least, and has no derivative where that binds.
 *
 * The sensitivity filter is Sigmund's with v_i, the integral of the shape function: dc_i becomes
 * sum_j H_ij rho_j dc_j / v_j over (rho_i / v_i) sum_j H_ij.
 */
template <class Space>
class NodalParametrization : public Parametrization<Space>
{
public:
  /**
   * @param discretization must remain valid
   * @param isDesign one value per node, 0 where the density is fixed
   * @param start one value per node: initial value of trialVariables()
   */
  NodalParametrization(const Context<Space>& context,
    const MeshfreeDiscretization<Space>& discretization,
    const NodalParametrizationSettings& settings, const std::vector<std::uint8_t>& isDesign,
    const std::vector<double>& start);

  const Vector<Space>& variables() const override { return this->Variables; }
  const Vector<Space, std::uint8_t>& freeVariables() const override { return this->IsDesign; }
  Vector<Space>& trialVariables() override { return this->NextVariables; }
  void evaluateTrial() override;
  void accept() override;
  /// Without the minimum, so that volumes are linear in the variables.
  const Vector<Space>& nextDensity() const override { return this->NextDensity; }
  void trialModuli(Vector<Space>& moduli) const override;
  const Vector<Space>& density() const override { return this->Density; }
  void moduli(Vector<Space>& moduli) const override;
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override;
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override;
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override;
  /// Of nodes.
  std::vector<double> filteredDensity() const override { return this->Filtered.toHost(); }
  void restore(
    const std::vector<double>& variables, const std::vector<double>& filteredDensity) override;

  /// Bytes of an instance, without its filter.
  static std::size_t memory(std::size_t nodes, std::size_t points, FilterKind filter);

private:
  bool filtersDensity() const { return this->Settings.filter == FilterKind::Density; }
  /// The transpose of the density filter, in place.
  void filterTransposed(Vector<Space>& gradient) const;

  const MeshfreeDiscretization<Space>* Discretization;
  NodalParametrizationSettings Settings;
  Vector<Space, std::uint8_t> IsDesign;
  Vector<Space> Variables;
  Vector<Space> NextVariables;
  Vector<Space> Filtered; ///< of nodes, by the density filter; else empty
  Vector<Space> NextFiltered;
  Vector<Space> Density; ///< at integration points
  Vector<Space> NextDensity;
  std::optional<NeighbourFilter<Space>> Neighbours;
};
}

#endif

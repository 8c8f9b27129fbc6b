#ifndef TRABECULA_DESIGN_NODALPARAMETRIZATION_H
#define TRABECULA_DESIGN_NODALPARAMETRIZATION_H

#include "Core/Context.h"
#include "Design/MaterialInterpolation.h"
#include "Design/Parametrization.h"
#include "Operator/Meshfree/ShapeLists.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * A density per node as design variable, and rho_q = sum of Phi_i rho_i at the integration points
 * (Lu, Gong, Zhang, Xie and Yin 2021, eq. 16), which makes densities smooth without a filter.
 *
 * Shape functions of moving least squares can be slightly negative: densities are kept at or above
 * a minimum, and have no derivative where that binds.
 */
template <class Space>
class NodalParametrization : public Parametrization<Space>
{
public:
  /**
   * @param shapes at the integration points; must remain valid
   * @param isDesign one per node, 0 where the density is fixed
   * @param start one per node: initial value of trialVariables()
   */
  NodalParametrization(Context<Space>& context, const ShapeLists<Space>& shapes,
    const MaterialInterpolation& material, double minimumDensity,
    const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start);

  std::int64_t numberOfVariables() const override
  {
    return static_cast<std::int64_t>(this->Variables.size());
  }
  std::int64_t numberOfMaterialPoints() const override
  {
    return static_cast<std::int64_t>(this->Density.size());
  }
  const double* variables() const override { return this->Variables.data(); }
  const std::uint8_t* freeVariables() const override { return this->IsDesign.data(); }
  double* trialVariables() override { return this->NextVariables.data(); }
  void evaluateTrial() override;
  void accept() override;
  const double* nextDensity() const override { return this->NextDensity.data(); }
  void trialModuli(double* moduli) const override;
  const double* density() const override { return this->Density.data(); }
  void moduli(double* moduli) const override;
  void pullBackModuli(double factor, const double* values, double* gradient) override;
  void pullBackDensity(const double* values, double* gradient) override;

private:
  using Vector = DeviceVector<double, Space>;

  Context<Space>* Computing;
  const ShapeLists<Space>* Shapes;
  MaterialInterpolation Material;
  double MinimumDensity;
  DeviceVector<std::uint8_t, Space> IsDesign;
  Vector Variables;
  Vector NextVariables;
  Vector Density; ///< at integration points
  Vector NextDensity;
};
}

#endif

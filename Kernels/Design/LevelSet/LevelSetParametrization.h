#ifndef TRABECULA_DESIGN_LEVELSET_LEVELSETPARAMETRIZATION_H
#define TRABECULA_DESIGN_LEVELSET_LEVELSETPARAMETRIZATION_H

#include "Core/Context.h"
#include "Design/LevelSet/LevelSetMaterial.h"
#include "Design/Parametrization.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// Range of the coefficients of a level set, which are lower + (upper - lower) x for the variables
/// x in [LeastVariable, 1] (Xia et al. 2017, section 5.2).
struct LevelSetBounds
{
  static constexpr double LeastVariable = 1e-4;

  double lower = -1.0; ///< length
  double upper = 1.0;

  /// Twice the smallest and the largest of the initial coefficients.
  static LevelSetBounds of(const std::vector<double>& start);

  double coefficient(double variable) const
  {
    return this->lower + (this->upper - this->lower) * variable;
  }
  double variable(double coefficient) const
  {
    return (coefficient - this->lower) / (this->upper - this->lower);
  }
};

/**
 * Coefficients of a level set as design variables, normalized to [0, 1] (Wang and Benson 2015; Xia
 * et al. 2017, eq. 9 and 12). Densities are the solid parts of material points, which are not
 * linear in the variables.
 */
template <class Space>
class LevelSetParametrization : public Parametrization<Space>
{
public:
  /**
   * @param solidModulus E0
   * @param bounds may change between iterates, with the variables
   * @param isDesign one per coefficient, 0 where it is fixed
   * @param start coefficients
   */
  LevelSetParametrization(Context<Space>& context,
    std::unique_ptr<LevelSetMaterial<Space>> material, double solidModulus,
    std::shared_ptr<const LevelSetBounds> bounds, const std::vector<std::uint8_t>& isDesign,
    const std::vector<double>& start);

  std::int64_t numberOfVariables() const override
  {
    return static_cast<std::int64_t>(this->Variables.size());
  }
  std::int64_t numberOfMaterialPoints() const override { return this->Material->numberOfPoints(); }
  const double* variables() const override { return this->Variables.data(); }
  const std::uint8_t* freeVariables() const override { return this->IsDesign.data(); }
  double* trialVariables() override { return this->NextVariables.data(); }
  bool isDensityLinear() const override { return false; }
  void evaluateTrial() override;
  void accept() override;
  const double* nextDensity() const override { return this->NextDensity.data(); }
  void trialModuli(double* moduli) const override;
  const double* density() const override { return this->Density.data(); }
  void moduli(double* moduli) const override;
  void pullBackModuli(double factor, const double* values, double* gradient) override;
  void pullBackDensity(const double* values, double* gradient) override;
  void derivativesToDensity(double factor, const double* values, double* result) const override;
  void restore(
    const std::vector<double>& variables, const std::vector<double>& filteredDensity) override;

  /// Coefficients of the accepted variables, in memory of the space.
  void coefficients(double* result) const;

private:
  using Vector = DeviceVector<double, Space>;

  /// gradient = (upper - lower) gradient on free variables, 0 elsewhere.
  void toVariables(double* gradient) const;

  Context<Space>* Computing;
  std::unique_ptr<LevelSetMaterial<Space>> Material;
  double SolidModulus;
  std::shared_ptr<const LevelSetBounds> Bounds;
  DeviceVector<std::uint8_t, Space> IsDesign;
  Vector Variables;
  Vector NextVariables;
  Vector Density;
  Vector NextDensity;
};
}

#endif

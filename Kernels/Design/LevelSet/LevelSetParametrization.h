#ifndef TRABECULA_DESIGN_LEVELSET_LEVELSETPARAMETRIZATION_H
#define TRABECULA_DESIGN_LEVELSET_LEVELSETPARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
#include "Design/LevelSet/CoefficientMap.h"
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
 * Returns the variables of coefficients. Those that are fixed in rows of a map are at the ends of
 * the range, so that rows do not limit solid by solid that is fixed, nor change what is fixed.
 *
 * @param isDesign one value per coefficient, 0 where it is fixed
 * @param isMapped whether there is a CoefficientMap with rows
 */
std::vector<double> variablesOfCoefficients(const LevelSetBounds& bounds,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& coefficients,
  bool isMapped);

/**
 * Coefficients of a level set as design variables, normalized to [0, 1] (Wang and Benson 2015; Xia
 * et al. 2017, eq. 9 and 12). Densities are the solid parts of material points, which are not
 * linear in the variables. Manufacturing constraints link variables, see CoefficientMap.
 */
template <class Space>
class LevelSetParametrization : public Parametrization<Space>
{
public:
  /**
   * @param solidModulus E0
   * @param bounds may change between iterates, with the variables
   * @param isDesign one value per coefficient, 0 where it is fixed
   * @param start coefficients
   * @param map of linked variables; null if each is one of its own
   */
  LevelSetParametrization(const Context<Space>& context,
    std::unique_ptr<LevelSetMaterial<Space>> material, double solidModulus,
    std::shared_ptr<const LevelSetBounds> bounds, const std::vector<std::uint8_t>& isDesign,
    const std::vector<double>& start, std::unique_ptr<const CoefficientMap<Space>> map = nullptr);

  const Vector<Space>& variables() const override { return this->Variables; }
  const Vector<Space, std::uint8_t>& freeVariables() const override { return this->IsDesign; }
  Vector<Space>& trialVariables() override { return this->NextVariables; }
  bool isDensityLinear() const override { return false; }
  void evaluateTrial() override;
  void accept() override;
  const Vector<Space>& nextDensity() const override { return this->NextDensity; }
  void trialModuli(Vector<Space>& moduli) const override;
  const Vector<Space>& density() const override { return this->Density; }
  void moduli(Vector<Space>& moduli) const override;
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override;
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override;
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override;
  /// The variables of the coefficients that designs have, if they are mapped to others.
  std::vector<double> filteredDensity() const override
  {
    return this->isMapped() ? this->Mapped.toHost() : std::vector<double>();
  }
  void restore(const std::vector<double>& variables, const std::vector<double>& filteredDensity,
    const NamedValues& stageState) override;

  /// Coefficients of the accepted variables, with their layout.
  void coefficients(Vector<Space>& result) const
  {
    this->toCoefficients(this->isMapped() ? this->Mapped : this->Variables, result);
  }
  /// Gives sensitivities with respect to coefficients that are one variable their mean, in place.
  void linkGradient(Vector<Space>& gradient) const;

private:
  bool isMapped() const { return this->Map && this->Map->isMapped(); }
  void toCoefficients(const Vector<Space>& variables, Vector<Space>& result) const;
  /// Derivatives with respect to free variables from those with respect to coefficients, in place;
  /// 0 elsewhere.
  void toVariables(Vector<Space>& gradient) const;

  std::unique_ptr<LevelSetMaterial<Space>> Material;
  double SolidModulus;
  std::shared_ptr<const LevelSetBounds> Bounds;
  Vector<Space, std::uint8_t> IsDesign;
  Vector<Space> Variables;
  Vector<Space> NextVariables;
  Vector<Space> Density;
  Vector<Space> NextDensity;
  std::unique_ptr<const CoefficientMap<Space>> Map;
  Vector<Space> Mapped; ///< of the accepted variables; empty if they are not mapped
  Vector<Space> NextMapped;
};
}

#endif

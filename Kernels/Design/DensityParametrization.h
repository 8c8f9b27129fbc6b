#ifndef TRABECULA_DESIGN_DENSITYPARAMETRIZATION_H
#define TRABECULA_DESIGN_DENSITYPARAMETRIZATION_H

#include "Core/Context.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/FilterKind.h"
#include "Design/MaterialInterpolation.h"
#include "Design/Parametrization.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Settings of a DensityParametrization.
struct DensityParametrizationSettings
{
  FilterKind filter = FilterKind::Sensitivity;
  double filterRadius = 0.0;        ///< length
  bool volumeWeightedFilter = true; ///< see NeighbourFilter
  MaterialInterpolation material = {};
  double voidModulus = 0.0; ///< of what is not solid in partly solid elements, force per area
};

/**
 * A density per element as design variable (Bendsoe 1989), with a sensitivity or a density filter
 * and interpolation of the modulus. Elements outside of the design region keep their density; it is
 * not filtered.
 *
 * An element of which only a fraction f is solid has the modulus Ev + f (E(rho) - Ev): that of the
 * finite cell method (Parvizian, Duester and Rank, Comput. Mech. 41, 2007) with equal moduli at all
 * integration points, Ev being its fictitious material.
 */
template <class Space>
class DensityParametrization : public Parametrization<Space>
{
public:
  /**
   * @param volumes one per element; the pointer must remain valid
   * @param centroids 3 per element, length
   * @param isDesign one per element, 0 where the density is fixed
   * @param start one per element: initial value of trialVariables()
   * @param solidFractions f, one per element; empty for whole elements
   * @param grid see NeighbourFilter
   */
  DensityParametrization(Context<Space>& context, const DensityParametrizationSettings& settings,
    const double* volumes, const double* centroids, const std::vector<std::uint8_t>& isDesign,
    const std::vector<double>& start, const std::vector<double>& solidFractions = {},
    const VoxelGrid* grid = nullptr);

  std::int64_t numberOfVariables() const override { return this->Elements; }
  std::int64_t numberOfMaterialPoints() const override { return this->Elements; }
  const double* variables() const override { return this->Variables.data(); }
  const std::uint8_t* freeVariables() const override { return this->IsDesign.data(); }
  double* trialVariables() override { return this->NextVariables.data(); }
  void evaluateTrial() override;
  void accept() override;
  const double* nextDensity() const override
  {
    return this->filtersDensity() ? this->NextDensity.data() : this->NextVariables.data();
  }
  void trialModuli(double* moduli) const override;
  const double* density() const override
  {
    return this->filtersDensity() ? this->Density.data() : this->Variables.data();
  }
  void moduli(double* moduli) const override;
  /// With the sensitivity filter, eq. 4 of the EbE paper applied to the derivatives with respect to
  /// densities.
  void pullBackModuli(double factor, const double* values, double* gradient) override;
  /// The sensitivity filter is not applied to these derivatives.
  void pullBackDensity(const double* values, double* gradient) override;

  bool filtersDensity() const { return this->Settings.filter == FilterKind::Density; }
  void derivativesToDensity(double factor, const double* values, double* result) const override;

  std::vector<double> filteredDensity() const override { return this->Density.toHost(); }
  void restore(
    const std::vector<double>& variables, const std::vector<double>& filteredDensity) override;

  /// Bytes of an instance, without its filter.
  static std::size_t memory(std::size_t elements, FilterKind filter);

private:
  using Vector = DeviceVector<double, Space>;

  Context<Space>* Computing;
  std::int64_t Elements;
  DensityParametrizationSettings Settings;
  const double* fractions() const
  {
    return this->Fractions.size() > 0 ? this->Fractions.data() : nullptr;
  }

  std::optional<NeighbourFilter<Space>> Neighbours;
  DeviceVector<std::uint8_t, Space> IsDesign;
  Vector Fractions; ///< empty for whole elements
  Vector Variables;
  Vector NextVariables;
  Vector Density; ///< of the density filter; else the variables are the density
  Vector NextDensity;
};
}

#endif

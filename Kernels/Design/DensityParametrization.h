#ifndef TRABECULA_DESIGN_DENSITYPARAMETRIZATION_H
#define TRABECULA_DESIGN_DENSITYPARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
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
   * @param volumes of elements, whose layout is that of the material points; must remain valid
   * @param centroids of the same elements, three components, length. On several parts a filter
   * needs more ghosts than the operator: all elements within its radius
   * @param isDesign one value per element, 0 where the density is fixed
   * @param start one value per element: initial value of trialVariables()
   * @param solidFractions f, one value per element; empty for whole elements
   * @param grid see NeighbourFilter
   */
  DensityParametrization(const DensityParametrizationSettings& settings,
    const Vector<Space>& volumes, const Vector<Space>& centroids,
    const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start,
    const std::vector<double>& solidFractions = {}, const VoxelGrid* grid = nullptr);

  const Vector<Space>& variables() const override { return this->Variables; }
  const Vector<Space, std::uint8_t>& freeVariables() const override { return this->IsDesign; }
  Vector<Space>& trialVariables() override { return this->NextVariables; }
  void evaluateTrial() override;
  void accept() override;
  const Vector<Space>& nextDensity() const override { return this->NextDensity; }
  void trialModuli(Vector<Space>& moduli) const override;
  const Vector<Space>& density() const override { return this->Density; }
  void moduli(Vector<Space>& moduli) const override;
  /// With the sensitivity filter, eq. 4 of the EbE paper applied to the derivatives with respect to
  /// densities.
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override;
  /// The sensitivity filter is not applied to these derivatives.
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override;
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override;

  bool filtersDensity() const { return this->Settings.filter == FilterKind::Density; }
  std::vector<double> filteredDensity() const override
  {
    return this->filtersDensity() ? this->Density.toHost() : std::vector<double>();
  }
  void restore(
    const std::vector<double>& variables, const std::vector<double>& filteredDensity) override;

  /// Bytes of an instance, without its filter.
  static std::size_t memory(std::size_t elements, FilterKind filter);

private:
  /// Of material points; the variables have the same entries.
  const LayoutPointer<Space>& points() const { return this->Density.layoutPointer(); }
  const double* fractions() const { return this->Fractions.data(); }

  DensityParametrizationSettings Settings;
  std::optional<NeighbourFilter<Space>> Neighbours;
  Vector<Space, std::uint8_t> IsDesign;
  Vector<Space> Fractions; ///< empty for whole elements
  Vector<Space> Variables;
  Vector<Space> NextVariables;
  Vector<Space> Density; ///< of the density filter; else a view of the variables
  Vector<Space> NextDensity;
};
}

#endif

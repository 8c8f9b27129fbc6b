#ifndef TRABECULA_DESIGN_DENSITYPARAMETRIZATION_H
#define TRABECULA_DESIGN_DENSITYPARAMETRIZATION_H

#include "Core/Vectors/Vector.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/MaterialInterpolation.h"
#include "Design/Stage/DensityToModulus.h"
#include "Design/StagedParametrization.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Settings of a DensityParametrization.
struct DensityParametrizationSettings
{
  ChainSettings chain = {};
  MaterialInterpolation material = {};
  double voidModulus = 0.0; ///< of what is not solid in partly solid elements, force per area
};

/**
 * A density per element as design variable (Bendsoe 1989), with a sensitivity filter or a chain of
 * stages, and interpolation of the modulus. Elements outside of the design region keep their
 * density.
 *
 * An element of which only a fraction f is solid has the modulus Ev + f (E(rho) - Ev): that of the
 * finite cell method (Parvizian, Duester and Rank, Comput. Mech. 41, 2007) with equal moduli at all
 * integration points, Ev being its fictitious material.
 */
template <class Space>
class DensityParametrization : public StagedParametrization<Space>
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
   * @param mesh, nodes see DesignSites
   */
  DensityParametrization(const DensityParametrizationSettings& settings,
    const Vector<Space>& volumes, const Vector<Space>& centroids,
    const std::vector<std::uint8_t>& isDesign, const std::vector<double>& start,
    const std::vector<double>& solidFractions = {}, const VoxelGrid* grid = nullptr,
    const Mesh* mesh = nullptr, const LayoutPointer<Space>& nodes = nullptr);

  const Vector<Space>& nextDensity() const override { return this->Chain.nextDensity(); }
  void trialModuli(Vector<Space>& moduli) const override;
  const Vector<Space>& density() const override { return this->Chain.density(); }
  void moduli(Vector<Space>& moduli) const override;
  /// Eq. 4 of the EbE paper is applied to the derivatives with respect to densities if there is a
  /// sensitivity filter.
  void pullBackModuli(double factor, const Vector<Space>& values, Vector<Space>& gradient) override;
  /// The sensitivity filter is not applied to these derivatives.
  void pullBackDensity(const Vector<Space>& values, Vector<Space>& gradient) override;
  void derivativesToDensity(
    double factor, const Vector<Space>& values, Vector<Space>& result) const override;

  /// Bytes of an instance, without its filter.
  static std::size_t memory(std::size_t elements, const ChainSettings& settings);

private:
  /// Layout of the material points; the variables have the same entries.
  const LayoutPointer<Space>& points() const { return this->Chain.density().layoutPointer(); }

  std::optional<NeighbourFilter<Space>> SensitivityFilter; ///< used if it is not one of the stages
  Vector<Space> Fractions;                                 ///< empty for whole elements
  DensityToModulus Law;
};
}

#endif

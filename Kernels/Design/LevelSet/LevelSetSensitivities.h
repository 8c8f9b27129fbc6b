#ifndef TRABECULA_DESIGN_LEVELSET_LEVELSETSENSITIVITIES_H
#define TRABECULA_DESIGN_LEVELSET_LEVELSETSENSITIVITIES_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Nurbs/NurbsGrid.h"

#include <cstdint>

namespace trabecula
{
/**
 * Sensitivities of the compliance and the volume to coefficients of a level set that are no
 * derivatives of the discrete problem. The driver of an update, -dJ / dV, is the energy density of
 * the design, E eps^T D eps with D for a modulus of one.
 */
template <class Space>
class LevelSetSensitivities
{
public:
  /// @param deltaWidth gamma; 0 for sensitivities of points
  LevelSetSensitivities(const Context<Space>& context, const NurbsPatch& patch,
    double poissonsRatio, double deltaWidth);

  /// Sets the derivatives of the compliance to zero, and those of the volume.
  /// @param coefficients of the level set; they and derivatives have one component of each
  /// control point
  void start(
    const Vector<Space>& coefficients, Vector<Space>& ofCompliance, Vector<Space>& ofVolume);
  /**
   * Adds the sensitivities of the compliance of a displacement.
   *
   * Of points (Xia et al. 2017, Table 3): dJ_i = -E eps^T D eps at the Greville point, with the
   * modulus of the element that contains it, and dV_i = 1. Integrals (eq. 19 and 20): dJ_i =
   * -integral of E eps^T D eps delta(Phi) R_i, dV_i = integral of delta(Phi) R_i, delta = gamma /
   * (pi (Phi^2
   * + gamma^2)).
   *
   * @param moduli of elements
   * @param u displacement, as many components of each control point as the patch has dimensions
   */
  void add(const Vector<Space>& coefficients, const Vector<Space>& moduli, const Vector<Space>& u,
    double weight, Vector<Space>& ofCompliance);

private:
  bool usesPoints() const { return this->DeltaWidth == 0.0; }
  template <int Dimension>
  void addOf(const double* coefficients, const double* moduli, const double* u, double weight,
    double* ofCompliance);
  /// @throws Error unless a vector has so many components of so many entities
  void require(
    const Vector<Space>& vector, std::int64_t count, int components, const char* what) const;

  const Context<Space>* Computing;
  int Dimension;
  double PoissonsRatio;
  double DeltaWidth;
  std::int64_t Elements;
  NurbsGrid<Space> Grid;                ///< of Greville or Gauss points
  DeviceVector<double, Space> Measures; ///< of Gauss points
};
}

#endif

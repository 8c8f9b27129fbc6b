#ifndef TRABECULA_DESIGN_LEVELSET_LEVELSETSENSITIVITIES_H
#define TRABECULA_DESIGN_LEVELSET_LEVELSETSENSITIVITIES_H

#include "Mesh/Nurbs/NurbsGrid.h"

#include <cstdint>

namespace trabecula
{
/**
 * Sensitivities of the compliance and the volume to coefficients of a level set that are no
 * derivatives of the discrete problem. Their driver -dJ / dV is of the energy density of the
 * design, E eps^T D eps for D of a modulus of one.
 */
template <class Space>
class LevelSetSensitivities
{
public:
  /// @param deltaWidth gamma; 0 for sensitivities of points
  LevelSetSensitivities(
    Context<Space>& context, const NurbsPatch& patch, double poissonsRatio, double deltaWidth);

  /// Sets the derivatives of the compliance to zero, and those of the volume.
  /// @param coefficients of the level set
  void start(const double* coefficients, double* ofCompliance, double* ofVolume);
  /**
   * Adds those of a displacement to those of the compliance.
   *
   * Of points (Xia et al. 2017, Table 3): dJ_i = -E eps^T D eps at the Greville point, with the
   * modulus of the element that holds it, and dV_i = 1. Integrals (eq. 19 and 20): dJ_i = -integral
   * of E eps^T D eps delta(Phi) R_i, dV_i = integral of delta(Phi) R_i, delta = gamma / (pi (Phi^2
   * + gamma^2)).
   *
   * @param moduli of elements @param u dimension per control point
   */
  void add(const double* coefficients, const double* moduli, const double* u, double weight,
    double* ofCompliance);

private:
  bool usesPoints() const { return this->DeltaWidth == 0.0; }
  template <int Dimension>
  void addOf(const double* coefficients, const double* moduli, const double* u, double weight,
    double* ofCompliance);

  Context<Space>* Computing;
  int Dimension;
  double PoissonsRatio;
  double DeltaWidth;
  NurbsGrid<Space> Grid;                ///< of Greville or Gauss points
  DeviceVector<double, Space> Measures; ///< of Gauss points
};
}

#endif

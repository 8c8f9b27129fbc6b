#ifndef TRABECULA_DESIGN_LEVELSET_LEVELSETMATERIAL_H
#define TRABECULA_DESIGN_LEVELSET_LEVELSETMATERIAL_H

#include <cstdint>

namespace trabecula
{
/**
 * The solid part of each material point for a level set Phi = sum of R_i phi_i that is positive in
 * material, and ratios of moduli to that of the solid. All arrays are in memory of the space.
 */
template <class Space>
class LevelSetMaterial
{
public:
  virtual ~LevelSetMaterial() = default;

  virtual std::int64_t numberOfPoints() const = 0;
  /// Solid parts, in [0, 1], which volumes are measured with. @param coefficients phi
  virtual void density(const double* coefficients, double* density) = 0;
  /// E / E0, at least the weak ratio.
  virtual void ratios(const double* density, double* ratios) = 0;

  /// Derivatives with respect to densities from factor times those with respect to ratios.
  virtual void pullBackRatios(
    const double* density, double factor, const double* values, double* result) = 0;
  /// Derivatives with respect to coefficients from those with respect to densities.
  virtual void pullBackDensity(
    const double* coefficients, const double* values, double* gradient) = 0;
};
}

#endif

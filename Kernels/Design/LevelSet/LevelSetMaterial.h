#ifndef TRABECULA_DESIGN_LEVELSET_LEVELSETMATERIAL_H
#define TRABECULA_DESIGN_LEVELSET_LEVELSETMATERIAL_H

#include "Core/Vectors/Vector.h"

#include <cstdint>

namespace trabecula
{
/**
 * The solid part of each material point for a level set Phi = sum of R_i phi_i that is positive in
 * material, and ratios of moduli to that of the solid. Coefficients phi belong to control points,
 * which are the design variables.
 */
template <class Space>
class LevelSetMaterial
{
public:
  virtual ~LevelSetMaterial() = default;

  /// Layouts with one component: of coefficients, and of densities and ratios.
  ///@{
  const LayoutPointer<Space>& variables() const { return this->Variables; }
  const LayoutPointer<Space>& points() const { return this->Points; }
  ///@}

  /// The solid parts, in [0, 1], from which volumes are computed.
  void density(const Vector<Space>& coefficients, Vector<Space>& density)
  {
    coefficients.require(*this->Variables, "A vector of coefficients");
    density.require(*this->Points, "A vector of densities");
    this->computeDensity(coefficients.data(), density.data());
  }
  /// E / E0, at least the weak ratio.
  void ratios(const Vector<Space>& density, Vector<Space>& ratios)
  {
    density.require(*this->Points, "A vector of densities");
    ratios.require(*this->Points, "A vector of ratios");
    this->computeRatios(density.data(), ratios.data());
  }

  /// Derivatives with respect to densities from factor times those with respect to ratios.
  void pullBackRatios(
    const Vector<Space>& density, double factor, const Vector<Space>& values, Vector<Space>& result)
  {
    density.require(*this->Points, "A vector of densities");
    values.require(*this->Points, "A vector of derivatives with respect to ratios");
    result.require(*this->Points, "A vector of derivatives with respect to densities");
    this->transposeRatios(density.data(), factor, values.data(), result.data());
  }
  /// Derivatives with respect to coefficients from those with respect to densities.
  void pullBackDensity(
    const Vector<Space>& coefficients, const Vector<Space>& values, Vector<Space>& gradient)
  {
    coefficients.require(*this->Variables, "A vector of coefficients");
    values.require(*this->Points, "A vector of derivatives with respect to densities");
    gradient.require(*this->Variables, "A vector of derivatives");
    this->transposeDensity(coefficients.data(), values.data(), gradient.data());
  }

protected:
  LevelSetMaterial(
    const Context<Space>& context, std::int64_t controlPoints, std::int64_t materialPoints)
    : Variables(makeLayout(context, Entity::Variable, controlPoints, 1)),
      Points(makeLayout(context, Entity::MaterialPoint, materialPoints, 1))
  {
  }

  std::int64_t numberOfPoints() const { return this->Points->count(); }
  const Context<Space>& context() const { return this->Points->context(); }

  // The arguments of these functions are in the memory of the space, with the layouts of the public
  // functions.

  virtual void computeDensity(const double* coefficients, double* density) = 0;
  virtual void computeRatios(const double* density, double* ratios) = 0;
  virtual void transposeRatios(
    const double* density, double factor, const double* values, double* result) = 0;
  virtual void transposeDensity(
    const double* coefficients, const double* values, double* gradient) = 0;

private:
  LayoutPointer<Space> Variables;
  LayoutPointer<Space> Points;
};
}

#endif

#ifndef TRABECULA_DESIGN_LEVELSET_SMOOTHDENSITY_H
#define TRABECULA_DESIGN_LEVELSET_SMOOTHDENSITY_H

#include "Design/LevelSet/LevelSetMaterial.h"
#include "Mesh/Nurbs/NurbsGrid.h"

namespace trabecula
{
/**
 * H(Phi) at Gauss points with a Heaviside function that is smooth over 2 Delta (Wang, Wang and Guo
 * 2003): H = 1/2 + 3/4 (t - t^3 / 3), t = Phi / Delta limited to [-1, 1]. Then E / E0 = r + (1 - r)
 * H with the weak ratio r.
 */
template <class Space>
class SmoothDensity : public LevelSetMaterial<Space>
{
public:
  /// @param width Delta, length, > 0 @param weakRatio r
  SmoothDensity(
    const Context<Space>& context, const NurbsPatch& patch, double width, double weakRatio);

protected:
  void computeDensity(const double* coefficients, double* density) override;
  void computeRatios(const double* density, double* ratios) override;
  void transposeRatios(
    const double* density, double factor, const double* values, double* result) override;
  void transposeDensity(
    const double* coefficients, const double* values, double* gradient) override;

private:
  SmoothDensity(
    const Context<Space>& context, NurbsGrid<Space> gauss, double width, double weakRatio);

  NurbsGrid<Space> Gauss;
  double Width;
  double WeakRatio;
};
}

#endif

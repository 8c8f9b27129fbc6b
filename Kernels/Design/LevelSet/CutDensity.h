#ifndef TRABECULA_DESIGN_LEVELSET_CUTDENSITY_H
#define TRABECULA_DESIGN_LEVELSET_CUTDENSITY_H

#include "Design/LevelSet/LevelSetMaterial.h"
#include "Mesh/Nurbs/NurbsGrid.h"

#include <cstdint>

namespace trabecula
{
/**
 * The solid part of each element of a plane patch from the level set at its vertices, see cut::
 * element(). Moduli are proportional to its mean over neighbours, weighted by max(0, radius -
 * distance) in elements of the index grid and divided by the sum of the weights there (Luo et al.
 * 2008), and at least to the weak ratio (Xia et al. 2017, Table 2).
 */
template <class Space>
class CutDensity : public LevelSetMaterial<Space>
{
public:
  /// @param radius in elements; up to 1 there is no mean
  CutDensity(
    const Context<Space>& context, const NurbsPatch& patch, double radius, double weakRatio);

protected:
  void computeDensity(const double* coefficients, double* density) override;
  void computeRatios(const double* density, double* ratios) override;
  void transposeRatios(
    const double* density, double factor, const double* values, double* result) override;
  void transposeDensity(
    const double* coefficients, const double* values, double* gradient) override;

private:
  /// result = sum of weights times values, by the sums of weights of the element or, transposed, of
  /// the neighbours.
  void smooth(const double* values, bool transposed, double* result);

  std::int64_t Elements[2];
  NurbsGrid<Space> Vertices;
  std::int64_t Reach = 0; ///< of the window of weights, in elements
  double WeakRatio;
  DeviceVector<double, Space> Window;
  DeviceVector<double, Space> InverseSums; ///< of weights of each element; empty without smoothing
};
}

#endif

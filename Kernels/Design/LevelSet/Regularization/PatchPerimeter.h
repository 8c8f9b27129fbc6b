#ifndef TRABECULA_DESIGN_LEVELSET_REGULARIZATION_PATCHPERIMETER_H
#define TRABECULA_DESIGN_LEVELSET_REGULARIZATION_PATCHPERIMETER_H

#include "Core/Context.h"
#include "Mesh/Nurbs/NurbsGrid.h"

#include <array>
#include <vector>

namespace trabecula
{
/**
 * The length, or in three dimensions the area, of the zero contour of a level set inside of a
 * patch: P = integral of H'(Phi) |grad Phi| with the smooth Heaviside function of SmoothDensity and
 * a width of its own (Allaire, Jouve and Toader 2004, section 5.4). Its derivative is the mean
 * curvature.
 *
 * It is evaluated on the host, by two Gauss points in each direction of the elements that the
 * transition passes through.
 */
class PatchPerimeter
{
public:
  /// @param width of the transition to either side of the contour, length, > 0
  PatchPerimeter(const NurbsPatch& patch, double width);

  /**
   * @param levelSet coefficients, one per control point
   * @param gradient with respect to these; null if it is not needed
   */
  double evaluate(const std::vector<double>& levelSet, std::vector<double>* gradient) const;

private:
  template <int Dimension>
  double evaluateIn(const std::vector<double>& levelSet, std::vector<double>* gradient) const;
  template <int Dimension>
  double evaluateElement(
    const std::array<int, 3>& element, const double* levelSet, double* gradient) const;

  int Dimension;
  double Width;
  std::array<SplineTable, 3> Tables;
  Context<HostSpace> Computing;
  NurbsGrid<HostSpace> Grid;
};
}

#endif

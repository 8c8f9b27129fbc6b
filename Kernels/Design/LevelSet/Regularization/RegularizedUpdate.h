#ifndef TRABECULA_DESIGN_LEVELSET_REGULARIZATION_REGULARIZEDUPDATE_H
#define TRABECULA_DESIGN_LEVELSET_REGULARIZATION_REGULARIZEDUPDATE_H

#include "Core/Vectors/Vector.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Design/LevelSet/Regularization/ContourMotion.h"
#include "Design/Optimizer/VariableUpdate.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * A regularized update of a level set, for SmoothDensity with exact derivatives: one step of a
 * ContourMotion, with the volume of the next design itself, not a linearization, at its bound.
 *
 * All but the densities is computed on the host, in time linear in the number of control points.
 */
template <class Space>
class RegularizedUpdate : public VariableUpdate<Space>
{
public:
  /**
   * @param parametrization its trial variables are the last argument of update(); must remain valid
   * @param bounds of its coefficients
   * @param measures of the material points; must remain valid
   * @param conditions where the structure is loaded and supported
   */
  RegularizedUpdate(const NurbsPatch& patch, Parametrization<Space>& parametrization,
    std::shared_ptr<const LevelSetBounds> bounds, const Vector<Space>& measures,
    const ContourConditions& conditions, const ContourMotionSettings& settings);
  ~RegularizedUpdate() override;
  RegularizedUpdate(const RegularizedUpdate&) = delete;
  RegularizedUpdate& operator=(const RegularizedUpdate&) = delete;

  /// @param constraints one, on the volume, of which only the gradient is used
  double update(const Vector<Space>& x, const Vector<Space, std::uint8_t>& isDesign,
    const Vector<Space>& dc, const std::vector<LinearizedConstraint<Space>>& constraints,
    Vector<Space>& next) override;

private:
  struct Parts;

  /// Volume of the design with these coefficients over the total, which becomes the next one.
  double volumeOf(const std::vector<double>& coefficients, Vector<Space>& next);

  Parametrization<Space>* Design;
  std::shared_ptr<const LevelSetBounds> Bounds;
  const Vector<Space>* Measures;
  std::unique_ptr<Parts> Work;
};
}

#endif

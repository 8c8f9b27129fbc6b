#ifndef TRABECULA_DESIGN_RESPONSE_VOLUME_H
#define TRABECULA_DESIGN_RESPONSE_VOLUME_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Solid volume over total volume, of the whole mesh or of a region.
template <class Space>
class Volume : public Response<Space>
{
public:
  /**
   * @param measures of the material points, length cubed; must remain valid
   * @param inRegion one value per material point, 0 outside of the region; empty means all
   * @param parametrization where densities are linear in the variables, derivatives are computed
   * once
   */
  Volume(const Vector<Space>& measures, const std::vector<std::uint8_t>& inRegion,
    Parametrization<Space>& parametrization);
  Volume(const ResponseSettings& settings, const ResponseInput<Space>& input);

  double evaluate(const SolvedDesign<Space>& design) override;
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override;
  void gradient(Parametrization<Space>& design, Vector<Space>& result) override;
  /// Gradient of the volume, not of its fraction; positive for all variables of a whole mesh. Null
  /// where densities are not linear in the variables.
  const Vector<Space>* constantGradient() const override
  {
    return this->IsLinear ? &this->Gradient : nullptr;
  }
  /// The constraint is in volumes, not in fractions, if there is a constant gradient.
  LinearizedConstraint<Space> linearize(
    Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient) override;

  /// Volume of the mesh or the region, length cubed.
  double total() const { return this->Total; }
  /// Solid volume for given densities, length cubed.
  double solid(const Vector<Space>& density) const { return dot(this->measures(), density); }

private:
  const Vector<Space>& measures() const
  {
    return this->InRegion.empty() ? *this->Measures : this->InRegion;
  }

  const Vector<Space>* Measures;
  double Total = 0.0;
  bool IsLinear;
  Vector<Space> InRegion; ///< measures there, 0 elsewhere; empty for all
  /// The gradient of the volume, if it is constant; a view of the measures if it is equal to them.
  Vector<Space> Gradient;
};

ResponseDescription volumeDescription();
}

#endif

#ifndef TRABECULA_DESIGN_RESPONSE_VOLUME_H
#define TRABECULA_DESIGN_RESPONSE_VOLUME_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// Solid volume over total volume, of the whole mesh or of a region; or the mass of the solid
/// volume, if the material has a density (mass per volume).
template <class Space>
class Volume : public Response<Space>
{
public:
  /**
   * @param measures of the material points, length cubed; must remain valid
   * @param inRegion one value per material point, 0 outside of the region; empty means all
   * @param parametrization where densities are linear in the variables, derivatives are computed
   * once
   * @param massDensity mass per volume, for a mass; 0 for a fraction
   * @param region its number, for names in states
   */
  Volume(const Vector<Space>& measures, const std::vector<std::uint8_t>& inRegion,
    Parametrization<Space>& parametrization, double massDensity = 0.0,
    const std::optional<int>& region = {});
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
  /// The constraint is in volumes, not in fractions, if there is a constant gradient. Where a
  /// design bounds another density than it shows, the volume of that one is bounded.
  LinearizedConstraint<Space> linearize(
    Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient) override;

  NamedScalars stateScalars() override
  {
    return this->RatioName.empty() ? NamedScalars()
                                   : NamedScalars{ { this->RatioName, &this->BoundRatio } };
  }

  /// Volume of the mesh or the region, length cubed.
  double total() const { return this->Total; }
  /// Solid volume for given densities, length cubed.
  double solid(const Vector<Space>& density) const { return dot(this->measures(), density); }

private:
  const Vector<Space>& measures() const
  {
    return this->InRegion.empty() ? *this->Measures : this->InRegion;
  }

  bool isMass() const { return this->MassDensity > 0.0; }
  /// The value over the solid volume.
  double factor() const { return this->isMass() ? this->MassDensity : 1.0 / this->Total; }

  const Vector<Space>* Measures;
  double MassDensity;
  double Total = 0.0;
  bool IsLinear;
  /// Volume of the bounded density over that of the shown one; see Parametrization.
  double BoundRatio = 1.0;
  std::string RatioName;  ///< in states; empty if both are the same
  Vector<Space> InRegion; ///< measures there, 0 elsewhere; empty for all
  /// The gradient of the volume, if it is constant; a view of the measures if it is equal to them.
  Vector<Space> Gradient;
};

ResponseDescription volumeDescription();
ResponseDescription massDescription();
}

#endif

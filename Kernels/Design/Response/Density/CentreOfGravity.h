#ifndef TRABECULA_DESIGN_RESPONSE_CENTREOFGRAVITY_H
#define TRABECULA_DESIGN_RESPONSE_CENTREOFGRAVITY_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

namespace trabecula
{
/**
 * A coordinate of the centre of gravity of the solid volume, sum of v rho x / sum of v rho over the
 * material points of the mesh or of a region. Length. Its derivative by a density is
 * v (x - value) / sum of v rho.
 */
template <class Space>
class CentreOfGravity : public Response<Space>
{
public:
  CentreOfGravity(const ResponseSettings& settings, const ResponseInput<Space>& input);

  double evaluate(const SolvedDesign<Space>& design) override;
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override;

private:
  struct Moments
  {
    double volume = 0.0; ///< of solid
    double moment = 0.0; ///< of this volume
  };
  Moments momentsOf(const Vector<Space>& density) const;

  Vector<Space> Measures;    ///< of the material points, 0 outside of the region
  Vector<Space> Coordinates; ///< of the material points
};

ResponseDescription centreOfGravityDescription();
}

#endif

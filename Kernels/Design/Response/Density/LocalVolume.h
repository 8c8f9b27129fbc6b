#ifndef TRABECULA_DESIGN_RESPONSE_LOCALVOLUME_H
#define TRABECULA_DESIGN_RESPONSE_LOCALVOLUME_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/PowerMean.h"
#include "Design/Response/Response.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * The largest share of solid volume in the neighbourhood of a material point, which bounds the size
 * of members from above (Guest, Struct. Multidiscip. Optim. 37, 2009; Wu, Aage, Westermann and
 * Sigmund, IEEE Trans. Vis. Comput. Graph. 24, 2018).
 *
 * With a the mean of densities by volume over the points within a radius,
 *
 *     PM = (sum v a^P / sum v)^(1/P),   PM <= max a.
 *
 * The value is max a; gradients and linearizations are those of c PM, see ScaledMean, or of PM.
 * Only what lies in the mesh is in a neighbourhood: this is right at planes of symmetry and strict
 * at free faces. The mean is over the mesh except parts that remain solid or void, or over all
 * elements of a region; neighbourhoods are not confined to it.
 */
template <class Space>
class LocalVolume : public Response<Space>
{
public:
  LocalVolume(const ResponseSettings& settings, const ResponseInput<Space>& input);

  double evaluate(const SolvedDesign<Space>& design) override;
  /// Returns c PM and PM.
  std::vector<double> furtherColumns() const override
  {
    return { this->Mean.scale * this->Mean.norm, this->Mean.norm };
  }
  void accept() override { this->Mean.accept(); }
  void derivativesToDensity(
    const Parametrization<Space>& design, Vector<Space>& result) const override;
  /// Linearizes c PM <= bound.
  LinearizedConstraint<Space> linearize(
    Parametrization<Space>& design, double value, double bound, Vector<Space>& gradient) override
  {
    (void)value;
    return Response<Space>::linearize(
      design, this->Mean.lastScale * this->Mean.norm, bound, gradient);
  }
  /// The derivatives of PM by densities.
  NamedVectors<Space> stateVectors() override
  {
    return { { "localVolumeDerivatives" + this->Suffix, &this->Derivatives } };
  }
  /// Returns c and PM.
  NamedScalars stateScalars() override
  {
    return { { "localVolumeScale" + this->Suffix, &this->Mean.lastScale },
      { "localVolumeNorm" + this->Suffix, &this->Mean.norm } };
  }

private:
  std::string Suffix; ///< of the names in states
  double Exponent;
  bool IsScaled;
  NeighbourFilter<Space> Neighbours;
  Vector<Space> Weights; ///< v / sum v of each point; 0 outside
  Vector<Space> Derivatives;
  ScaledMean Mean;
};

ResponseDescription localVolumeDescription();
}

#endif

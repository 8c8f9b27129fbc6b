#ifndef TRABECULA_DESIGN_RESPONSE_VOLUME_H
#define TRABECULA_DESIGN_RESPONSE_VOLUME_H

#include "Core/Vectors/Vector.h"
#include "Design/Response/Response.h"

#include <cstdint>
#include <string>
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
  Volume(std::string name, const Vector<Space>& measures, const std::vector<std::uint8_t>& inRegion,
    Parametrization<Space>& parametrization);

  std::string name() const override { return this->Name; }
  double evaluate(const SolvedDesign<Space>& design) override;
  void gradient(Parametrization<Space>& parametrization, Vector<Space>& result) override;
  /// Gradient of the volume, not of its fraction; positive for all variables of a whole mesh. Null
  /// where densities are not linear in the variables.
  const Vector<Space>* constantGradient() const override
  {
    return this->IsLinear ? &this->Gradient : nullptr;
  }

  /// Of the mesh or the region, length cubed.
  double total() const { return this->Total; }
  /// Solid volume for given densities, length cubed.
  double solid(const Vector<Space>& density) const { return dot(this->measures(), density); }
  /// 4 sum v rho (1 - rho) / sum v, from 0 for solid and void to 1 for densities of 1/2: the
  /// measure of non-discreteness of Sigmund (Struct. Multidisc. Optim. 33, 2007, eq. 40).
  double greyness(const Vector<Space>& density) const;

private:
  const Vector<Space>& measures() const
  {
    return this->InRegion.empty() ? *this->Measures : this->InRegion;
  }

  std::string Name;
  const Vector<Space>* Measures;
  double Total = 0.0;
  bool IsLinear;
  Vector<Space> InRegion; ///< measures there, 0 elsewhere; empty for all
  /// If it is constant; a view of the measures if it is equal to them.
  Vector<Space> Gradient;
};
}

#endif

#ifndef TRABECULA_DESIGN_RESPONSE_VOLUME_H
#define TRABECULA_DESIGN_RESPONSE_VOLUME_H

#include "Core/Context.h"
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
   * @param measures one per material point, length cubed; the pointer must remain valid
   * @param inRegion one per material point, 0 outside of the region; empty means all
   * @param parametrization where densities are linear in the variables, derivatives are computed
   * once
   */
  Volume(Context<Space>& context, std::string name, const double* measures,
    const std::vector<std::uint8_t>& inRegion, Parametrization<Space>& parametrization);

  std::string name() const override { return this->Name; }
  double evaluate(const SolvedDesign<Space>& design) override;
  void gradient(Parametrization<Space>& parametrization, double* result) override;
  /// Gradient of the volume, not of its fraction; positive for all variables of a whole mesh. Null
  /// where densities are not linear in the variables.
  const double* constantGradient() const override;

  /// Of the mesh or the region, length cubed.
  double total() const { return this->Total; }
  /// Solid volume for given densities, length cubed.
  double solid(const double* density);
  /// 4 sum v rho (1 - rho) / sum v, from 0 for solid and void to 1 for densities of 1/2: the
  /// measure of non-discreteness of Sigmund (Struct. Multidisc. Optim. 33, 2007, eq. 40).
  double greyness(const double* density);

private:
  const double* measures() const
  {
    return this->InRegion.size() > 0 ? this->InRegion.data() : this->Measures;
  }

  Context<Space>* Computing;
  std::string Name;
  std::int64_t Points;
  const double* Measures;
  double Total = 0.0;
  bool IsLinear;
  DeviceVector<double, Space> InRegion; ///< measures there, 0 elsewhere; empty for all
  DeviceVector<double, Space> Gradient; ///< empty if equal to the measures
};
}

#endif

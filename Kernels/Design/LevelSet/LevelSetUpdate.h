#ifndef TRABECULA_DESIGN_LEVELSET_LEVELSETUPDATE_H
#define TRABECULA_DESIGN_LEVELSET_LEVELSETUPDATE_H

#include "Core/Vectors/Vector.h"
#include "Design/Optimizer/VariableUpdate.h"
#include "Design/Parametrization.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Settings of LevelSetUpdate.
struct LevelSetUpdateSettings
{
  double volumeFraction = 0.5; ///< bound on the solid part of the total volume
  double moveLimit = 0.05;     ///< m, on the change of a variable
  double damping = 0.3;        ///< zeta
  double leastVariable = 1e-4;
};

/**
 * The update of Xia et al. 2017 (eq. 21 and 22, Table 4): y = x (D / Lambda)^zeta with D = -dJ /
 * dV, limited to x - m and x + m and to [leastVariable, 1], with the multiplier Lambda for which
 * the solid volume of the next design itself, not a linearization, meets the bound. Volumes are
 * computed on the device, without synchronization with the host.
 */
template <class Space>
class LevelSetUpdate : public VariableUpdate<Space>
{
public:
  /// Derivatives of the volume below this fraction of the largest one are treated as zero, and so
  /// is D.
  static constexpr double LeastVolumeDerivative = 1e-9;

  /// @param parametrization its trial variables are the last argument of update(); must remain
  /// valid
  /// @param measures of the material points; must remain valid
  LevelSetUpdate(Parametrization<Space>& parametrization, const Vector<Space>& measures,
    const LevelSetUpdateSettings& settings);

  /// @param constraints one, on the volume, of which only the gradient is used
  double update(const Vector<Space>& x, const Vector<Space, std::uint8_t>& isDesign,
    const Vector<Space>& dc, const std::vector<LinearizedConstraint<Space>>& constraints,
    Vector<Space>& next) override;

  /// State of the search for ln(Lambda); public for kernels only.
  struct Search
  {
    double low;  ///< where the volume is above its bound
    double high; ///< where it is not
    double excessLow;
    double excessHigh;
    double trial;
    double scale; ///< Lambda^-zeta of the trial
    double bound; ///< on the volume
    double largestDerivative;
    double change;
    double steps;
    double done;
  };

private:
  Parametrization<Space>* Design;
  const Vector<Space>* Measures;
  LevelSetUpdateSettings Settings;
  DeviceVector<Search, Space> State;
};
}

#endif

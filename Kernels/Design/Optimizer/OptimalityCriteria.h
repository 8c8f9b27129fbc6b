#ifndef TRABECULA_DESIGN_OPTIMIZER_OPTIMALITYCRITERIA_H
#define TRABECULA_DESIGN_OPTIMIZER_OPTIMALITYCRITERIA_H

#include "Core/Vectors/Vector.h"

#include <cstdint>

namespace trabecula
{
/// State of the search for a Lagrange multiplier; plain data for kernels.
struct MultiplierSearch
{
  static constexpr int Tried = 3; ///< at the same time, so that the bracket is divided in four

  double low;
  double high;
  double lowVolume; ///< at these ends; not above the bound where it is not known
  double highVolume;
  double lambdas[Tried]; ///< those tried next, ascending
  double scales[Tried];  ///< their powers, see eq. 7
  double highScale;
  double volume;
  double change;
  int done;
};

/**
 * Optimality criteria with move limit (EbE paper, eq. 6 and 7). The Lagrange multiplier is found
 * on the device: each pass over the elements divides a bracket of its logarithm in four and, once
 * it is narrow, on both sides of the point where a line through the volumes at its ends meets the
 * bound. On several parts all have the same bracket, and end the search at the same time.
 */
template <class Space>
class OptimalityCriteria
{
public:
  /**
   * @param leastRatio lower bound of -dc / (lambda dv). 0 for compliance, where it is negative only
   * by rounding; for mechanisms a small positive number (Bendsoe and Sigmund 2003, section 5.1.5:
   * 1e-10).
   */
  OptimalityCriteria(const Context<Space>& context, double minimumDensity, double moveLimit,
    double damping, double leastRatio = 0.0);

  struct Result
  {
    double densityChange; ///< largest |next - x|
    double volume;        ///< sum_e dv_e next_e over design elements
  };

  /**
   * One update of the design variables. All vectors have the layout of x.
   *
   * @param x design variables @param isDesign 0 where next_e = x_e
   * @param dc derivative of the objective; where it is positive leastRatio applies
   * @param dv derivative of the volume, > 0
   * @param volume bound on sum_e dv_e next_e over design elements, satisfied as far as the move
   * limit permits
   */
  Result update(const Vector<Space>& x, const Vector<Space, std::uint8_t>& isDesign,
    const Vector<Space>& dc, const Vector<Space>& dv, double volume, Vector<Space>& next);

private:
  double MinimumDensity;
  double MoveLimit;
  double Damping;
  double LeastRatio;
  DeviceVector<MultiplierSearch, Space> State;
};
}

#endif

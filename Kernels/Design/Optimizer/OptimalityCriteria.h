#ifndef TRABECULA_DESIGN_OPTIMIZER_OPTIMALITYCRITERIA_H
#define TRABECULA_DESIGN_OPTIMIZER_OPTIMALITYCRITERIA_H

#include "Core/DeviceVector.h"

#include <cstdint>
#include <memory>

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
 * on the device: a bracket of its logarithm is divided in four by each pass over the elements, and
 * once it is narrow, beside where a line through the volumes at its ends meets the bound.
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
  OptimalityCriteria(
    double minimumDensity, double moveLimit, double damping, double leastRatio = 0.0);
  ~OptimalityCriteria();

  struct Result
  {
    double densityChange; ///< largest |next - x|
    double volume;        ///< sum_e dv_e next_e over design elements
  };

  /**
   * One update of the design variables. All arrays have one entry per element, in memory of the
   * space.
   *
   * @param x design variables @param isDesign 0 where next_e = x_e
   * @param dc derivative of the objective; where it is positive leastRatio applies
   * @param dv derivative of the volume, > 0
   * @param volume bound on sum_e dv_e next_e over design elements, satisfied as far as the move
   * limit permits
   */
  Result update(std::int64_t elements, const double* x, const std::uint8_t* isDesign,
    const double* dc, const double* dv, double volume, double* next);

private:
  double MinimumDensity;
  double MoveLimit;
  double Damping;
  double LeastRatio;
  struct Workspace;
  std::unique_ptr<Workspace> Work;
};
}

#endif

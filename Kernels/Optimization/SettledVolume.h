#ifndef TRABECULA_OPTIMIZATION_SETTLEDVOLUME_H
#define TRABECULA_OPTIMIZATION_SETTLEDVOLUME_H

#include <cmath>

namespace trabecula
{
/// A volume fraction that the latest iterates must have for a run to have converged: schemes that
/// approach it in steps may change the objective little on the way.
struct SettledVolume
{
  static constexpr double Tolerance = 1e-6;
  static constexpr int Iterates = 10; ///< that must have it, the last one among them

  double fraction = 0.0;

  bool isAt(double volumeFraction) const
  {
    return std::abs(volumeFraction - this->fraction) <= Tolerance;
  }
};
}

#endif

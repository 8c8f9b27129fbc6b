#ifndef TRABECULA_DESIGN_STAGE_ROBUSTSETTINGS_H
#define TRABECULA_DESIGN_STAGE_ROBUSTSETTINGS_H

namespace trabecula
{
/**
 * Settings of a RobustParametrization. With a minimum size d, the shift is 1/4 and the filter's
 * radius d / 0.88: then plates, bars and holes that all three densities have are not thinner than
 * d.
 */
struct RobustSettings
{
  static constexpr double ShiftOfSize = 0.25;
  /// Thickness of the thinnest plate over the radius of the density filter, with this shift.
  static constexpr double SizeOverRadius = 0.88;

  bool isOn = false;
  double minimumSize = 0.0; ///< d, length; 0 leaves the radius and the shift as they are given
  double shift = 0.25;      ///< of the thresholds 1/2 + shift, 1/2 and 1/2 - shift
  int interval = 20;        ///< number of designs after which bounds on volumes are renewed

  bool hasSize() const { return this->isOn && this->minimumSize > 0.0; }
  double shiftUsed() const { return this->hasSize() ? ShiftOfSize : this->shift; }
  /// @param given the filter's radius without a minimum size
  double radiusUsed(double given) const
  {
    return this->hasSize() ? this->minimumSize / SizeOverRadius : given;
  }
};
}

#endif

#ifndef TRABECULA_DESIGN_STAGE_ROBUSTSETTINGS_H
#define TRABECULA_DESIGN_STAGE_ROBUSTSETTINGS_H

#include "Design/FilterKind.h"

namespace trabecula
{
/**
 * Settings of a RobustParametrization. With a minimum size d, the shift is 1/4 and the filter's
 * radius d / 0.88, or d / 0.76 of the Helmholtz filter: then plates, bars and holes that all three
 * densities have are not thinner than d.
 */
struct RobustSettings
{
  static constexpr double ShiftOfSize = 0.25;
  /// Thickness of the thinnest plate over the radius of the filter, with this shift.
  static constexpr double SizeOverRadius = 0.88;
  static constexpr double SizeOverHelmholtzRadius = 0.76;
  /// Relative excess of the volume of the design to be made over its bound above which the bounds
  /// are renewed within an interval, after these many designs each.
  static constexpr double MostExcess = 0.0025;
  static constexpr int EarlyInterval = 5;

  bool isOn = false;
  double minimumSize = 0.0; ///< d, length; 0 leaves the radius and the shift as they are given
  double shift = 0.25;      ///< of the thresholds 1/2 + shift, 1/2 and 1/2 - shift
  int interval = 20;        ///< number of designs after which bounds on volumes are renewed
  /// Whether all three densities are analysed, and the worst value of each response counts; else
  /// the eroded one alone, which is the worst for compliances under fixed loads.
  bool analysesAll = false;

  /// Number of densities that are analysed.
  int analyses() const { return this->isOn && this->analysesAll ? 3 : 1; }

  bool hasSize() const { return this->isOn && this->minimumSize > 0.0; }
  double shiftUsed() const { return this->hasSize() ? ShiftOfSize : this->shift; }
  /// @param given the filter's radius without a minimum size
  double radiusUsed(double given, FilterKind filter) const
  {
    const double share = filter == FilterKind::Helmholtz ? SizeOverHelmholtzRadius : SizeOverRadius;
    return this->hasSize() ? this->minimumSize / share : given;
  }
};
}

#endif

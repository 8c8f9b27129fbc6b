#ifndef TRABECULA_DESIGN_STAGE_PROJECTIONSETTINGS_H
#define TRABECULA_DESIGN_STAGE_PROJECTIONSETTINGS_H

#include "Design/Stage/Continuation.h"

namespace trabecula
{
enum class ProjectionMode
{
  Off,
  Half,            ///< threshold 1/2
  VolumePreserving ///< threshold for which the projection does not change the volume
};

/// Settings of a Projection.
struct ProjectionSettings
{
  ProjectionMode mode = ProjectionMode::Off;
  /// The sharpness beta is 1 at first and is doubled until it has this value.
  double largestSharpness = 32.0;
  /// The sharpness is doubled after this number of designs, ...
  int doublingInterval = 40;
  /// ... or when the largest change of a variable is below this.
  double doublingChange = 0.01;
  /// Of ProjectionMode::Half, relative to the range of densities; see RobustSettings.
  double threshold = 0.5;

  ContinuationRule rule() const
  {
    constexpr double factor = 2.0;
    return { this->largestSharpness, this->doublingInterval, this->doublingChange, factor };
  }
};
}

#endif

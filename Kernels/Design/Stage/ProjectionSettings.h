#ifndef TRABECULA_DESIGN_STAGE_PROJECTIONSETTINGS_H
#define TRABECULA_DESIGN_STAGE_PROJECTIONSETTINGS_H

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
};
}

#endif

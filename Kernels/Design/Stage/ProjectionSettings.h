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
  /// beta is 1 at first, and doubled until it is this.
  double largestSharpness = 32.0;
  /// It is doubled after so many designs, ...
  int doublingInterval = 40;
  /// ... or when no variable has changed by as much as this.
  double doublingChange = 0.01;
};
}

#endif

#ifndef TRABECULA_DESIGN_STAGE_SHARPNESSSCHEDULE_H
#define TRABECULA_DESIGN_STAGE_SHARPNESSSCHEDULE_H

#include "Design/Stage/ProjectionSettings.h"

#include <algorithm>

namespace trabecula
{
/// The sharpness of a projection at a design, and the design that had it first.
struct SharpnessSchedule
{
  double sharpness = 1.0;
  int since = 0;

  /// That of the next design.
  /// @param change largest change of a variable to it; counts if it was made with this sharpness
  SharpnessSchedule next(const ProjectionSettings& settings, int iteration, double change) const
  {
    const bool isDue = iteration - this->since >= settings.doublingInterval ||
      (iteration > this->since && change < settings.doublingChange);
    if (this->sharpness >= settings.largestSharpness || !isDue)
    {
      return *this;
    }
    return { std::min(2.0 * this->sharpness, settings.largestSharpness), iteration };
  }

  /// Whether the change to a design with this sharpness was made with the largest one.
  bool isFinal(const ProjectionSettings& settings, int iteration) const
  {
    return this->sharpness >= settings.largestSharpness && iteration > this->since;
  }
};
}

#endif

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

  /// The schedule of the next design.
  /// @param change largest change of a variable to the next design; of the first design with a
  /// sharpness it has no effect
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

  /// Whether the last change of the design was made with the largest sharpness.
  bool isFinal(const ProjectionSettings& settings, int iteration) const
  {
    return this->sharpness >= settings.largestSharpness && iteration > this->since;
  }
};
}

#endif

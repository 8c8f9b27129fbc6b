#ifndef TRABECULA_DESIGN_STAGE_PENALIZATIONSETTINGS_H
#define TRABECULA_DESIGN_STAGE_PENALIZATIONSETTINGS_H

#include "Design/Stage/Continuation.h"

namespace trabecula
{
/// Settings of a PenalizationContinuation.
struct PenalizationSettings
{
  bool isOn = false;
  double first = 1.0;
  double step = 0.5; ///< by which it is increased ...
  int interval = 20; ///< ... after this number of designs, ...
  /// ... or when the largest change of a variable is below this.
  double change = 0.01;

  ContinuationRule rule(double last) const
  {
    return { last, this->interval, this->change, 1.0, this->step };
  }
};
}

#endif

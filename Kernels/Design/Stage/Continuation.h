#ifndef TRABECULA_DESIGN_STAGE_CONTINUATION_H
#define TRABECULA_DESIGN_STAGE_CONTINUATION_H

#include <algorithm>

namespace trabecula
{
/// How a parameter of designs is increased during a run, until it has its last value.
struct ContinuationRule
{
  double last;
  int interval;  ///< number of designs after which it is increased, ...
  double change; ///< ... or earlier, when the largest change of a variable is below this
  double factor = 1.0;
  double step = 0.0; ///< an increase is to factor times the value plus step

  double after(double value) const
  {
    return std::min(this->factor * value + this->step, this->last);
  }
};

/// A parameter at a design, and the design that had this value first.
struct ContinuedValue
{
  double value = 1.0;
  int since = 0;

  /// The value of the next design.
  /// @param change largest change of a variable to the next design; of the first design with a
  /// value it has no effect
  ContinuedValue next(const ContinuationRule& rule, int iteration, double change) const
  {
    const bool isDue =
      iteration - this->since >= rule.interval || (iteration > this->since && change < rule.change);
    return this->value >= rule.last || !isDue
      ? *this
      : ContinuedValue{ rule.after(this->value), iteration };
  }

  /// Whether the last change of the design was made with the last value.
  bool isFinal(const ContinuationRule& rule, int iteration) const
  {
    return this->value >= rule.last && iteration > this->since;
  }
};
}

#endif

#ifndef TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESTERM_H
#define TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESTERM_H

// This header is for the library's own sources.

#include "Core/Space.h"
#include "Design/Optimizer/LargerOf.h"

#include <cmath>

namespace trabecula::detail
{
/// The interval of a variable: its bounds, limited to the move limit, a fraction of their
/// distance, around its present value.
struct MoveBox
{
  double low;
  double high;

  TRABECULA_FUNCTION MoveBox(double x, double lower, double upper, double moveLimit)
    : low(largerOf(lower, x - moveLimit * (upper - lower))),
      high(smallerOf(upper, x + moveLimit * (upper - lower)))
  {
  }
};

/// The term of one variable in the subproblem (Svanberg 2007, section 3): for each function f with
/// derivative f' at the present value x, p / (U - z) + q / (z - L) with p = (U - x)^2 plus(f') and
/// q = (x - L)^2 minus(f').
struct MovingAsymptotesTerm
{
  double x;              ///< present value
  double L;              ///< lower asymptote
  double U;              ///< upper asymptote
  double curvature;      ///< of MovingAsymptotesSettings
  double leastCurvature; ///< of MovingAsymptotesSettings, over upper_j - lower_j

  TRABECULA_FUNCTION double plus(double df) const
  {
    return largerOf(0.0, df) + this->curvature * fabs(df) + this->leastCurvature;
  }
  TRABECULA_FUNCTION double minus(double df) const { return this->plus(-df); }

  /// The minimizer of (U - x)^2 a / (U - z) + (x - L)^2 b / (z - L).
  TRABECULA_FUNCTION double minimizer(double a, double b) const
  {
    const double towardsL = (this->U - this->x) * sqrt(a);
    const double towardsU = (this->x - this->L) * sqrt(b);
    return (this->L * towardsL + this->U * towardsU) / (towardsL + towardsU);
  }
  /// The second derivative of that function at z.
  TRABECULA_FUNCTION double secondDerivative(double a, double b, double z) const
  {
    const double r = (this->U - this->x) / (this->U - z);
    const double s = (this->x - this->L) / (z - this->L);
    return 2.0 * (a * r * r / (this->U - z) + b * s * s / (z - this->L));
  }
  /// The derivative of the term of a function at z.
  TRABECULA_FUNCTION double derivative(double df, double z) const
  {
    const double r = (this->U - this->x) / (this->U - z);
    const double s = (this->x - this->L) / (z - this->L);
    return this->plus(df) * r * r - this->minus(df) * s * s;
  }
  /// Its value at z minus that at x, without cancellation.
  TRABECULA_FUNCTION double difference(double df, double z) const
  {
    const double r = (this->U - this->x) / (this->U - z);
    const double s = (this->x - this->L) / (z - this->L);
    return (z - this->x) * (this->plus(df) * r - this->minus(df) * s);
  }
};
}

#endif

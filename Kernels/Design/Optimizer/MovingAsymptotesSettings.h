#ifndef TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESSETTINGS_H
#define TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESSETTINGS_H

namespace trabecula
{
/// Constants of the method of moving asymptotes. Defaults are those of Svanberg 2007, section 4.
struct MovingAsymptotesSettings
{
  /// Unit of distances of asymptotes.
  enum class Measure
  {
    Bounds,    ///< upper_j - lower_j (Svanberg 2007, eq. 3.13 to 3.16)
    MoveLimits ///< the part of it within the move limit (Aage and Lazarov 2013)
  };
  Measure measure = Measure::Bounds;
  double initialDistance = 0.5; ///< of both asymptotes in the first two updates
  double decrease = 0.7;        ///< factor on the distance where a variable oscillates
  double increase = 1.2;        ///< factor where it does not
  double smallestDistance = 0.01;
  double largestDistance = 10.0;
  double moveLimit = 0.5; ///< on |next_j - x_j|, fraction of upper_j - lower_j
  /// Smallest distance of a variable from an asymptote, fraction of the asymptote's distance (eq.
  /// 3.6 and 3.7).
  double asymptoteGap = 0.1;
  double curvature = 1e-3;       ///< share of |df| that makes each term strictly convex (eq. 3.3)
  double leastCurvature = 1e-5;  ///< the same where df is zero, over upper_j - lower_j
  double linearPenalty = 1e3;    ///< c, on violations of constraints
  double quadraticPenalty = 1.0; ///< d, > 0
  double tolerance = 1e-10;      ///< on |lambda_i (f_i - y_i)| of the subproblem
};
}

#endif

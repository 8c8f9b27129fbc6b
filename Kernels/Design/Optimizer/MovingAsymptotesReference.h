#ifndef TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESREFERENCE_H
#define TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESREFERENCE_H

#include "Design/Optimizer/MovingAsymptotesSettings.h"

#include <vector>

namespace trabecula::reference
{
/// State of the method of moving asymptotes between updates.
struct MovingAsymptotesHistory
{
  int updates = 0;
  std::vector<double> last;
  std::vector<double> beforeLast;
  std::vector<double> lowerAsymptotes;
  std::vector<double> upperAsymptotes;
};

/// See MovingAsymptotes::update(). Variables: n; constraints: m; derivatives: m times n.
struct MovingAsymptotesInput
{
  std::vector<double> x;
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<double> df0;
  std::vector<double> f;
  std::vector<double> df;
};

struct MovingAsymptotesOutput
{
  std::vector<double> x;
  std::vector<double> multipliers;
};

/**
 * One update: the subproblem of Svanberg 2007, section 3, without its variable z, solved by the
 * primal-dual Newton method of section 5 in all its variables: x, y, lambda, and the multipliers
 * and slacks of all bounds.
 */
MovingAsymptotesOutput updateByMovingAsymptotes(const MovingAsymptotesInput& input,
  const MovingAsymptotesSettings& settings, MovingAsymptotesHistory& history);
}

#endif

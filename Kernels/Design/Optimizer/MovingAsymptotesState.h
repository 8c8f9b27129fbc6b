#ifndef TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESSTATE_H
#define TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESSTATE_H

#include <vector>

namespace trabecula
{
/// What the method of moving asymptotes remembers from one update to the next. All vectors have one
/// value per variable; all are empty where another optimizer is used.
struct MovingAsymptotesState
{
  int updates = 0;       ///< accepted ones
  bool prepared = false; ///< asymptotes have been moved for the present variables already
  std::vector<double> last;
  std::vector<double> beforeLast;
  std::vector<double> lowerAsymptotes;
  std::vector<double> upperAsymptotes;
};
}

#endif

#ifndef TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESSTATE_H
#define TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTESSTATE_H

#include <vector>

namespace trabecula
{
/// State of the method of moving asymptotes between updates. All vectors have one value per
/// variable; all are empty for other optimizers.
struct MovingAsymptotesState
{
  int updates = 0;       ///< accepted ones
  bool prepared = false; ///< asymptotes are those of the present variables
  std::vector<double> last;
  std::vector<double> beforeLast;
  std::vector<double> lowerAsymptotes;
  std::vector<double> upperAsymptotes;
};
}

#endif

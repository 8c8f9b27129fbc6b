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

/// Calls a function with the name and the values of each vector, as checkpoints name them.
template <class Visit>
void forEachNamedField(MovingAsymptotesState& state, Visit visit)
{
  visit("last", state.last);
  visit("beforeLast", state.beforeLast);
  visit("lowerAsymptotes", state.lowerAsymptotes);
  visit("upperAsymptotes", state.upperAsymptotes);
}
}

#endif

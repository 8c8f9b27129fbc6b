#include "Operator/PoissonsRatios.h"

#include "Core/Error.h"

#include <string>

namespace trabecula
{
void checkStrategyOfRatios(Strategy strategy, bool ratiosVary)
{
  if (ratiosVary && strategy != Strategy::Auto && strategy != Strategy::Assembled)
  {
    throw Error(std::string("The strategy ") + strategyInfo(strategy).name +
      " takes one Poisson's ratio, but cells have different ones. Choose auto or assembled.");
  }
}
}

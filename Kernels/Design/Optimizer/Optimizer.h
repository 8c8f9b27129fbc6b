#ifndef TRABECULA_DESIGN_OPTIMIZER_OPTIMIZER_H
#define TRABECULA_DESIGN_OPTIMIZER_OPTIMIZER_H

namespace trabecula
{
/// Method of the design update.
enum class Optimizer
{
  OptimalityCriteria, ///< EbE paper, eq. 6 and 7
  MovingAsymptotes    ///< Svanberg 1987 and 2007
};
}

#endif

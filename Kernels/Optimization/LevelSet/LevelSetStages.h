#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETSTAGES_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETSTAGES_H

#include "Design/LevelSet/CoefficientLinks.h"
#include "Optimization/LevelSet/LevelSetProblem.h"

#include <vector>

namespace trabecula
{
/// What manufacturing constraints make of the coefficients of a problem.
struct LinkedDesign
{
  CoefficientLinks links;
  /// The design region of the coefficients with what links make solid or void besides it; may be
  /// empty.
  std::vector<DesignRegion> region;
};

/// @throws Error as linksOf() and linkRegions()
LinkedDesign linkedDesignOf(const LevelSetProblem& problem);

/// The settings of the stages of a level set, which has no filter.
ChainSettings chainOf(const LevelSetProblem& problem);

/// Checks the settings of stages, whatever the patch is: that level sets have them, and that they
/// go with each other and with the optimizer. @throws Error for the first fault
void checkLevelSetStages(const LevelSetProblem& problem);

/**
 * Makes the holes of an initial level set such that a part with them leaves a mould, and is in one
 * piece, in place: of each row of a draw direction, to either side of the parting plane, the
 * outermost hole is opened outwards, and others are filled. A hole at the plane itself is filled.
 */
void openHoles(const CoefficientLinks& links, std::vector<double>& coefficients);
}

#endif

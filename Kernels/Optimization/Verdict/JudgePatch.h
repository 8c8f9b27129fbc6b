#ifndef TRABECULA_OPTIMIZATION_VERDICT_JUDGEPATCH_H
#define TRABECULA_OPTIMIZATION_VERDICT_JUDGEPATCH_H

#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/Verdict/JudgeDesign.h"

#include <vector>

namespace trabecula
{
/// Conditions of a problem on a patch, whose nodes are control points.
DesignConditions patchConditions(const LevelSetProblem& problem);

/**
 * As judgeElements(), for the material inside of the contour of a level set, on the lattice of
 * Geometry/Level/Patch/PatchPieces.h with 4 steps along each side of an element, or 2 in three
 * dimensions. Loads are carried by material that is at least a third of a step thick.
 *
 * The greyness is left to judgeHistory().
 *
 * @param levelSet coefficients, one per control point, positive in material
 */
DesignVerdict judgePatch(
  const DesignConditions& conditions, const NurbsPatch& patch, const std::vector<double>& levelSet);
}

#endif

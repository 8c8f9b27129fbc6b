#ifndef TRABECULA_OPTIMIZATION_VERDICT_JUDGEPATCH_H
#define TRABECULA_OPTIMIZATION_VERDICT_JUDGEPATCH_H

#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/Verdict/JudgeDesign.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Conditions of a problem on a patch, whose nodes are control points.
DesignConditions patchConditions(const LevelSetProblem& problem);

/// Pieces of the marked cells of a box of cells, x fastest, connected through faces.
MaterialPieces findMaterialPieces(
  const std::array<int, 3>& cells, const std::vector<std::uint8_t>& isMaterial);

/**
 * As judgeElements(), for the material inside of the contour of a level set: where it is positive
 * at the centres of the cells that elements are divided into, 3 along each side, or 2 in three
 * dimensions. A control point loads and holds what is at most an element away from its Greville
 * point, which is less than its basis function extends to.
 *
 * The greyness is left to judgeHistory().
 *
 * @param levelSet coefficients, one per control point, positive in material
 */
DesignVerdict judgePatch(
  const DesignConditions& conditions, const NurbsPatch& patch, const std::vector<double>& levelSet);
}

#endif

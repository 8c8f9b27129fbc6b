#ifndef TRABECULA_OPTIMIZATION_LEVELSET_SOLIDELEMENTS_H
#define TRABECULA_OPTIMIZATION_LEVELSET_SOLIDELEMENTS_H

#include "Optimization/LevelSet/LevelSetProblem.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Part of a patch in elements that marked control points make solid by more than half of the
/// functions at their middles: those between layers of marked ones. Control points alone would make
/// it twice as much. It is an estimate: coefficients of others can make them void as long as their
/// bounds are larger than the coefficients of marked ones.
double solidPartOf(const NurbsPatch& patch, const std::vector<std::uint8_t>& marked);

/// Returns the same for the solid control points of a design region; 0 for an empty one.
double solidPartOf(const NurbsPatch& patch, const std::vector<DesignRegion>& region);

/// Returns the regions of elements: solid or void if the level set is positive or negative at their
/// middle with both the lowest and the highest coefficients that designs can have.
std::vector<DesignRegion> regionsOfElements(
  const NurbsPatch& patch, const std::vector<double>& lowest, const std::vector<double>& highest);

/// Returns the numbers of regions of elements from those of control points: that of the control
/// points whose functions have the largest sum at the middle of the element.
std::vector<std::int32_t> volumeRegionsOf(
  const NurbsPatch& patch, const std::vector<std::int32_t>& ofControlPoints);

/// Whether the volume fraction of a problem leaves room for what a design region keeps solid, or
/// the objective is the volume.
bool fitsVolume(const LevelSetProblem& problem, const std::vector<DesignRegion>& region);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_LEVELSET_SOLIDELEMENTS_H
#define TRABECULA_OPTIMIZATION_LEVELSET_SOLIDELEMENTS_H

#include "Optimization/LevelSet/LevelSetProblem.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Part of a patch in elements that are solid whatever the coefficients of other control points
/// are: those between layers of marked ones. Control points alone would make it twice as much.
double solidPartOf(const NurbsPatch& patch, const std::vector<std::uint8_t>& marked);

/// Returns the same for the solid control points of a design region; 0 for an empty one.
double solidPartOf(const NurbsPatch& patch, const std::vector<DesignRegion>& region);

/// Whether the volume fraction of a problem leaves room for what a design region keeps solid, or
/// the objective is the volume.
bool fitsVolume(const LevelSetProblem& problem, const std::vector<DesignRegion>& region);
}

#endif

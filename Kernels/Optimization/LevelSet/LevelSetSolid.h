#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETSOLID_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETSOLID_H

#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/Solid/KeptSolid.h"

#include <cstddef>

namespace trabecula
{
/// Makes control points solid as keepConditionsSolid() of a TopologyProblem: those that determine
/// the level set in these layers of elements.
std::size_t keepConditionsSolid(LevelSetProblem& problem, int layers, double most = 1.0);
KeptSolid keepNeighbourhoodSolid(LevelSetProblem& problem, double most = 1.0);
}

#endif

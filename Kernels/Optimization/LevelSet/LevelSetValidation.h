#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETVALIDATION_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETVALIDATION_H

#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/Settings/SettingsTable.h"

#include <vector>

namespace trabecula
{
/// Removes what acts out of the plane of a patch, where nothing moves.
void restrictToPlane(TopologyProblem& problem);

/// The settings of the method, in the order of its documentation.
std::vector<Setting> settingsOf(const LevelSetProblem& problem, const LevelSetMethod& method);
}

#endif

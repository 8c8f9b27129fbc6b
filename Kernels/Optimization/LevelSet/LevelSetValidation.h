#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETVALIDATION_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETVALIDATION_H

#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/Settings/SettingsTable.h"

#include <vector>

namespace trabecula
{
/// Removes what acts out of the plane of a patch, where nothing moves.
void restrictToPlane(TopologyProblem& problem);

/// The conditions of a problem by which a design is connected to supports. Those of a plane patch
/// are restricted to it; components held out of the plane are left out, as they hold nothing.
TopologyProblem conditionsInPlane(const LevelSetProblem& problem);

/// The settings of the method, in the order of its documentation.
std::vector<Setting> settingsOf(const LevelSetProblem& problem, const LevelSetMethod& method);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEVALIDATION_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEVALIDATION_H

#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Settings/SettingsTable.h"

#include <vector>

namespace trabecula
{
/// Performs all checks of validate().
void checkProblem(const MeshfreeProblem& problem);

/// The settings of the method, without nodes, in the order of its documentation.
std::vector<Setting> settingsOf(const MeshfreeMethod& method);
}

#endif

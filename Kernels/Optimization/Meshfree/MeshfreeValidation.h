#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEVALIDATION_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEVALIDATION_H

#include "Design/Response/ResponseList.h"
#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Settings/SettingsTable.h"

#include <vector>

namespace trabecula
{
/// Performs all checks of validate().
void checkProblem(const MeshfreeProblem& problem);

/// Whether a response is defined for a meshfree body, if for structures.
bool isOfMeshfreeBodies(const ResponseDescription& response);

/// The settings of the method, without nodes, in the order of its documentation.
std::vector<Setting> settingsOf(const MeshfreeMethod& method);
}

#endif

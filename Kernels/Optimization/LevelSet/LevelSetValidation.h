#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETVALIDATION_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETVALIDATION_H

#include "Core/Context.h"
#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/LevelSet/LevelSetStages.h"
#include "Optimization/Settings/SettingsTable.h"

#include <vector>

namespace trabecula
{
/// Checks everything that validate() does, except what checkedStart() checks.
/// @return links and region of the coefficients, which are made for it
LinkedDesign checkProblem(const LevelSetProblem& problem);
/// Checks that objective and bounds are defined for level sets, and go with the optimizer.
/// @throws Error for the first fault
void checkLevelSetResponses(const OptimizationSettings& settings);
/// Checks that the density model goes with the scheme and the optimizer.
/// @throws Error for the first fault
void checkDensityModel(const LevelSetProblem& problem);
/// Returns the initial coefficients, see startOf(). @throws Error if they are not usable
std::vector<double> checkedStart(
  const Context<HostSpace>& context, const LevelSetProblem& problem, const LinkedDesign& linked);

/// Removes conditions that act out of the plane of a patch, where there are no displacements.
void restrictToPlane(LevelSetProblem& problem);

/// The problem with the conditions by which a design is connected to supports. Those of a plane
/// patch are restricted to it; components supported out of the plane are left out, as they resist
/// nothing.
LevelSetProblem conditionsInPlane(const LevelSetProblem& problem);

/// The settings of the method, in the order of its documentation.
std::vector<Setting> settingsOf(const LevelSetProblem& problem, const LevelSetMethod& method);
}

#endif

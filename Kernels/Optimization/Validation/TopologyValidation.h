#ifndef TRABECULA_OPTIMIZATION_VALIDATION_TOPOLOGYVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_TOPOLOGYVALIDATION_H

#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace trabecula
{
/// Requirements of a design on the solver, which refer to it.
SolverRequirements requirementsOf(const DensityDesign& design);

/// Checks all that validate() does, except whether the preconditioner is applicable.
void checkProblem(const TopologyProblem& problem);

// The following functions are parts of validate() and throw the same errors. They are also used for
// design variables that do not belong to elements.

///@{
/// Choices and ranges of all settings, and that responses are those of structures; of a design by
/// densities with theirs.
void checkSettings(const ElasticConditions& conditions, const OptimizationSettings& settings);
void checkSettings(const ElasticConditions& conditions, const DensityDesign& design);
///@}
/// Settings of a design by densities whatever is analysed: choices, stages, and ranges of all
/// settings of the problem, which are asked for when choices are valid. @param property that is
/// interpolated, as in "stiffness"
void checkDensitySettings(const DensityDesign& design,
  const std::function<std::vector<Setting>()>& all, const char* property);
/// @param expected number of variables @param entity that has a variable, as in "element"
void checkInitialDensity(
  const std::vector<double>& density, std::size_t expected, const std::string& entity);
void checkDesignRegion(
  const std::vector<DesignRegion>& region, std::size_t expected, const std::string& entity);
void checkSolidFractions(const std::vector<double>& fractions, std::size_t elements);
/// Checks the volume of fixed variables. @param volumes one per variable, not used without a design
/// region
void checkVolumeFraction(
  const DensityDesign& design, const std::vector<double>& volumes, const std::string& entity);
/// A warning of a filter radius longer than the whole part, often a mistake in units; empty for
/// others.
std::string warningOfFilterRadius(
  const std::vector<double>& points, const DensitySettings& settings);
/// Whether any two places lie within a distance of each other. @param places 3 per place, length
bool anyWithin(const std::vector<double>& places, double distance);
}

#endif

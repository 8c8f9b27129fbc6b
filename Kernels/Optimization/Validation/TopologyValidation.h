#ifndef TRABECULA_OPTIMIZATION_VALIDATION_TOPOLOGYVALIDATION_H
#define TRABECULA_OPTIMIZATION_VALIDATION_TOPOLOGYVALIDATION_H

#include "Optimization/DesignedStructure.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/// Requirements of a problem on the solver.
SolverRequirements requirementsOf(const TopologyProblem& problem);

/// All of validate() but whether the preconditioner is applicable.
void checkProblem(const TopologyProblem& problem);

// Parts of validate(), which throw in the same way, for design variables of elements or of others.

/// Ranges of all settings.
void checkSettings(const DesignedConditions& problem);
/// @param expected number of variables @param entity that has a variable, as in "element"
void checkInitialDensity(
  const std::vector<double>& density, std::size_t expected, const std::string& entity);
void checkDesignRegion(
  const std::vector<DesignRegion>& region, std::size_t expected, const std::string& entity);
void checkSolidFractions(const std::vector<double>& fractions, std::size_t elements);
/// Of fixed variables. @param volumes one per variable, not used without a design region
void checkVolumeFraction(
  const DesignProblem& problem, const std::vector<double>& volumes, const std::string& entity);
/// Of a filter that reaches beyond the whole part, often a mistake in units; empty for others.
std::string warningOfFilterRadius(
  const std::vector<double>& points, const OptimizationSettings& settings);
/// Whether any two places lie within a distance of each other. @param places 3 per place, length
bool anyWithin(const std::vector<double>& places, double distance);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATTASK_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATTASK_H

#include "Optimization/Heat/HeatDesignProblem.h"
#include "Optimization/Heat/HeatSolid.h"
#include "Optimization/Method/ProblemTask.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
struct Setting;

/// OptimizationTask of a HeatDesignProblem. Columns of its history are those of a TopologyTask,
/// with ThermalCompliance in the place of Compliance.
using HeatTask = ProblemTask<HeatDesignProblem>;

/// Returns all settings of a problem, without fields, in the order of its documentation.
/// @throws Error for an unknown strategy or response
std::vector<Setting> settingsOf(const HeatDesignProblem& problem);

std::uint64_t fingerprint(const HeatDesignProblem& problem);
ProblemIdentity identify(const HeatDesignProblem& problem);
/// Returns the fingerprint of the design space, which is that of a structure on the same mesh, as
/// both designs are densities of its elements.
std::uint64_t designSpaceOf(const HeatDesignProblem& problem);
HistoryColumns columnsOf(const HeatDesignProblem& problem);
ConvergenceRule convergenceOf(const HeatDesignProblem& problem);
bool repeatsBitwise(const HeatDesignProblem& problem);
std::vector<double> variablesOf(const HeatDesignProblem& problem, const OptimizationState& state);
}

#endif

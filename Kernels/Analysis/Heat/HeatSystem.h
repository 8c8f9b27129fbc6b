#ifndef TRABECULA_ANALYSIS_HEAT_HEATSYSTEM_H
#define TRABECULA_ANALYSIS_HEAT_HEATSYSTEM_H

#include "Analysis/Heat/HeatProblem.h"
#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Operator/Assembled/HostMatrix.h"

#include <vector>

namespace trabecula
{
/// The matrix of a problem, as its solver needs to know it. Nodes without element count as fixed.
/// @param films what validate() returned
ConductionSystem conductionSystem(const HeatProblem& problem, HostMatrix films);

/// Heat that flows to the nodes, power, one each: loads, and films from their ambient temperature.
std::vector<double> heatOfSystem(const HeatProblem& problem, const HostMatrix& films);

/// Temperature that the solver starts from: the prescribed one at fixed nodes, zero elsewhere.
std::vector<double> startingTemperature(const HeatProblem& problem);
}

#endif

#ifndef TRABECULA_ANALYSIS_HEAT_HEATSYSTEM_H
#define TRABECULA_ANALYSIS_HEAT_HEATSYSTEM_H

#include "Analysis/Heat/HeatProblem.h"
#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Operator/Assembled/HostMatrix.h"

#include <vector>

namespace trabecula
{
/// The system matrix of a problem, as its solver needs it. Nodes without element count as fixed.
/// @param films result of validate()
ConductionSystem conductionSystem(const HeatProblem& problem, HostMatrix films);

/// Right-hand side of the system, power, one per node: loads, and the heat of films at their
/// ambient temperature.
std::vector<double> heatOfSystem(const HeatProblem& problem, const HostMatrix& films);

/// Initial temperature of the solver: prescribed at fixed nodes, zero elsewhere.
std::vector<double> startingTemperature(const HeatProblem& problem);
}

#endif

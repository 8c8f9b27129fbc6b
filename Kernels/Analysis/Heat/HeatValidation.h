#ifndef TRABECULA_ANALYSIS_HEAT_HEATVALIDATION_H
#define TRABECULA_ANALYSIS_HEAT_HEATVALIDATION_H

#include "Analysis/Heat/HeatProblem.h"
#include "Operator/Assembled/HostMatrix.h"

#include <string>
#include <vector>

namespace trabecula
{
/// Validates a problem of heat conduction, on the host.
/// @return the matrix of its films, without rows if it has none; see filmMatrix()
/// @throws Error for the first fault; the message names the array, node or element
HostMatrix validate(const HeatProblem& problem);

/// Sentences about conditions that may be unintended.
/// @param films result of validate()
std::vector<std::string> warningsOf(const HeatProblem& problem, const HostMatrix& films);
}

#endif

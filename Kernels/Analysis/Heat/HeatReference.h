#ifndef TRABECULA_ANALYSIS_HEAT_HEATREFERENCE_H
#define TRABECULA_ANALYSIS_HEAT_HEATREFERENCE_H

#include "Analysis/Heat/HeatProblem.h"

#include <vector>

namespace trabecula::reference
{
// Heat conduction from the textbook's shape functions and matrices (ElementReference.h), assembled
// and factorized on the host.

/// K T, the heat flow from each node into the elements, power: integral of grad N_a . k grad T.
std::vector<double> conductedHeat(
  const HeatProblem& problem, const std::vector<double>& temperature);

/// q_a = integral of N_a Q dV, power, one per node.
std::vector<double> sourceHeat(const HeatProblem& problem);

/// Temperature at the nodes; zero at nodes without element that are not fixed.
std::vector<double> solveHeat(const HeatProblem& problem);

/// -k grad T at the natural coordinates of a node, mean over the elements around it; 3 per node.
std::vector<double> nodalHeatFlux(
  const HeatProblem& problem, const std::vector<double>& temperature);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYOPTIMIZERREFERENCE_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYOPTIMIZERREFERENCE_H

#include "Optimization/TopologyProblem.h"

#include <vector>

namespace trabecula::reference
{
/// Results of one iterate, with the shapes, layouts and units of TopologyOptimizer.
struct TopologyIterate
{
  std::vector<double> density;
  std::vector<std::vector<double>> displacement; ///< one field per load case
  std::vector<double> sensitivity;
  std::vector<double> strainEnergyDensity;
  double compliance = 0.0;
  double objective = 0.0;
  double volumeFraction = 0.0;
  double densityChange = 0.0;
};

/**
 * Iterates 0 to iterations of SIMP with optimality criteria (EbE paper, section 3.1) or moving
 * asymptotes, with a direct solution of each system. The solver settings of the problem are not
 * used.
 */
std::vector<TopologyIterate> optimizeTopology(const TopologyProblem& problem, int iterations);
}

#endif

#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNPROBLEM_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNPROBLEM_H

#include "Analysis/Heat/HeatProblem.h"
#include "Mesh/DesignRegion.h"
#include "Optimization/Method/TopologyMethod.h"
#include "Optimization/TopologyProblem.h"

#include <memory>
#include <vector>

namespace trabecula
{
/**
 * A topology optimization of a body that conducts heat, by densities of elements: the least thermal
 * compliance q.T of heat flows and sources q, with T counted from the one temperature of all fixed
 * nodes and ambient temperatures (Bendsoe and Sigmund, Topology Optimization, section 5.1.6).
 *
 * In histories it is the column Compliance: with one unknown a node it is the work of the loads.
 * Its derivative is -k' T.K0 T, as sources do not depend on the density, and films act on the
 * boundary of the mesh.
 */
struct HeatDesignProblem
{
  /// conductivity is that of the solid, conductivities are empty; solidFractions as of a
  /// TopologyProblem.
  HeatProblem heat;
  /// Interpolation of the conductivity, volume, filter, optimizer; minimumModulusRatio is that of
  /// conductivities. The objective is Compliance.
  OptimizationSettings settings;
  std::vector<DesignRegion> designRegion; ///< see TopologyProblem
  std::vector<double> initialDensity;     ///< see TopologyProblem

  HeatDesignProblem();
};

/// @throws Error for the first fault; the message names the array, node or element
void validate(const HeatDesignProblem& problem);

/// See the same of a TopologyProblem. What it returns refers to the problem.
std::unique_ptr<TopologyMethod> prepare(const HeatDesignProblem& problem);

/// The one temperature of fixed nodes and surroundings.
/// @throws Error if they differ, or the bodies of films and fixed nodes are not valid
double referenceTemperature(const HeatProblem& heat);
}

#endif

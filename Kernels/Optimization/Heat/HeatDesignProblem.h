#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNPROBLEM_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATDESIGNPROBLEM_H

#include "Analysis/Heat/HeatProblem.h"
#include "Optimization/Method/TopologyMethod.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
/**
 * A topology optimization of a body that conducts heat, by densities of elements: the least thermal
 * compliance q.T of heat flows and sources q, with T counted from the one temperature of all fixed
 * nodes and ambient temperatures (Bendsoe and Sigmund, Topology Optimization, section 5.1.6).
 *
 * Sources do not depend on the density, and films act on the boundary of the mesh.
 */
struct HeatDesignProblem
{
  /// conductivity is that of the solid, conductivities are empty; solidFractions are the parts of
  /// elements that can be solid, as in a TopologyProblem.
  HeatProblem heat;
  /// Interpolation is that of the conductivity, minimumModulusRatio that of conductivities. The
  /// objective is ThermalCompliance; output weights are empty.
  DensityDesign design;

  HeatDesignProblem();
};

/// @throws Error for the first fault; the message names the array, node or element
void validate(const HeatDesignProblem& problem);

/// See prepare() of a TopologyProblem. The result refers to the problem.
std::unique_ptr<TopologyMethod> prepare(const HeatDesignProblem& problem);

/// Upper bound of the bytes that TopologyOptimizer needs on the device for a valid problem.
std::size_t estimateDeviceMemory(const HeatDesignProblem& problem);

/// The one temperature of fixed nodes and surroundings.
/// @throws Error if they differ, or the bodies of films and fixed nodes are not valid
double referenceTemperature(const HeatProblem& heat);
}

#endif

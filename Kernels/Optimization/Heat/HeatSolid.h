#ifndef TRABECULA_OPTIMIZATION_HEAT_HEATSOLID_H
#define TRABECULA_OPTIMIZATION_HEAT_HEATSOLID_H

#include "Optimization/Heat/HeatDesignProblem.h"
#include "Optimization/Solid/KeptSolid.h"
#include "Optimization/Verdict/DesignConditions.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// One flag per node: 1 where the temperature is fixed, and where a heat flow enters or leaves,
/// unless flows do so at all nodes of elements. Films are on whole surfaces and sources in the
/// volume, so that they are not among them.
std::vector<std::uint8_t> fixedAndHeatedNodes(const HeatProblem& heat);

/// Makes elements at fixedAndHeatedNodes() solid, as keepConditionsSolid() of a TopologyProblem.
std::size_t keepConditionsSolid(HeatDesignProblem& problem, int layers, double most = 1.0);
KeptSolid keepNeighbourhoodSolid(HeatDesignProblem& problem, double most = 1.0);

/**
 * What designs are judged by. Heat flows and sources are the loads, "heat flow" and "heat source",
 * unless they are at all nodes of elements, and nodes with a fixed temperature or a film resist
 * them.
 */
DesignConditions heatConditions(const HeatDesignProblem& problem);
}

#endif

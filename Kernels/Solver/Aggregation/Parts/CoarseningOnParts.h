#ifndef TRABECULA_SOLVER_AGGREGATION_PARTS_COARSENINGONPARTS_H
#define TRABECULA_SOLVER_AGGREGATION_PARTS_COARSENINGONPARTS_H

#include "Solver/Aggregation/Levels/AggregationLevels.h"

namespace trabecula
{
/**
 * Appends a level of aggregates to a divided level: each part aggregates the nodes that it owns.
 * The new level is divided, too, or replicated if it is small or has hardly fewer nodes. Called by
 * all parts at the same time.
 *
 * @param nodes of the last level, then those of the new one: of a replicated level all nodes
 * @return false, without a new level, if there is nothing to aggregate on any part
 * @throws SolverBreakdown on all parts if a pattern does not fit into the memory of a team on one
 */
template <class Space>
bool coarsenOnParts(const FinestProducts<Space>& products, const AggregationSettings& settings,
  NodesToAggregate<Space>& nodes, AggregationLevels<Space>& levels);
}

#endif

#ifndef TRABECULA_SOLVER_AGGREGATION_CONNECTEDAGGREGATES_H
#define TRABECULA_SOLVER_AGGREGATION_CONNECTEDAGGREGATES_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The aggregate of each node, -1 for nodes of none, and the number of aggregates.
struct AggregateNumbers
{
  std::vector<std::int32_t> ofNode;
  std::int32_t count = 0;
};

/**
 * Divides nodes into compact aggregates, each connected by the edges of a graph: bisectNodes() of
 * the used nodes, of which parts that are not connected become aggregates of their own, or, if
 * small, join the neighbouring aggregate with which they share most edges. Nodes that are near each
 * other but not connected, as those on the two sides of a slit, do not share an aggregate.
 *
 * The result depends neither on the numbers of nodes, up to ties, nor on the number of threads.
 *
 * @param points coordinates of each node, length @param starts, neighbours of the graph, row by row
 * @param used nonzero for nodes that are aggregated @param nodesPerAggregate at least 1
 */
AggregateNumbers connectedAggregates(const std::vector<double>& points,
  const std::vector<std::int64_t>& starts, const std::vector<std::int32_t>& neighbours,
  const std::vector<std::uint8_t>& used, double nodesPerAggregate);

/// The mean position of the nodes of each aggregate: three coordinates each.
std::vector<double> aggregateCentres(
  const std::vector<double>& points, const AggregateNumbers& aggregates);
}

#endif

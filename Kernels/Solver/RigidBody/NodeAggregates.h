#ifndef TRABECULA_SOLVER_RIGIDBODY_NODEAGGREGATES_H
#define TRABECULA_SOLVER_RIGIDBODY_NODEAGGREGATES_H

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Disjoint sets of neighbouring nodes.
struct NodeAggregates
{
  std::vector<std::int32_t> nodes;  ///< node numbers, aggregate after aggregate
  std::vector<std::int32_t> starts; ///< into nodes; one more than there are aggregates

  std::size_t size() const { return this->starts.empty() ? 0 : this->starts.size() - 1; }
};

/**
 * Divides nodes into compact aggregates whose sizes differ by at most one node, by recursive
 * bisection across the longest side of each part's bounding box.
 *
 * The result depends on the positions of nodes but not on their numbers, as long as no two nodes
 * coincide.
 *
 * @param points 3 per node, length @param aggregates from 1 to the number of nodes
 */
NodeAggregates bisectNodes(const std::vector<double>& points, std::size_t aggregates);

/**
 * Offsets of the nodes of one aggregate from its centroid, over its radius: the root mean square
 * of their distances from it.
 *
 * @param points of all nodes, 3 each @param supports of all unknowns, nonzero where constrained
 * @param begin, end the aggregate's nodes
 * @param offsets of all nodes, 3 each; those of the aggregate are set
 * @param centre 4 long: centroid and radius. The radius is negative if nodes or supports leave a
 *   rotation without an effect that is independent of the other motions.
 */
void placeAggregate(const std::vector<double>& points, const std::vector<std::uint8_t>& supports,
  const std::int32_t* begin, const std::int32_t* end, float* offsets, double* centre);
}

#endif

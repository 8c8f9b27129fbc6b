#ifndef TRABECULA_OPERATOR_MESHFREE_NODEPAIRS_H
#define TRABECULA_OPERATOR_MESHFREE_NODEPAIRS_H

#include "Mesh/Neighbours/NeighbourMatrix.h"
#include "Operator/Meshfree/ShapeLists.h"

namespace trabecula
{
/// The nodes that reach a common point with each node, itself included: where an assembled
/// stiffness has blocks. @throws Error on CUDA if a node has more than a team's memory takes
template <class Space>
NeighbourMatrix<Space> makeNodePairs(
  const Context<Space>& context, const ShapeLists<Space>& shapes);

/// An upper bound of their number: pairs whose domains of influence overlap.
template <class Space>
std::int64_t countNodePairs(const Context<Space>& context, const NodeCloud<Space>& cloud);
}

#endif

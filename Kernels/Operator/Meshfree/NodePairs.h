#ifndef TRABECULA_OPERATOR_MESHFREE_NODEPAIRS_H
#define TRABECULA_OPERATOR_MESHFREE_NODEPAIRS_H

#include "Mesh/Neighbours/NeighbourMatrix.h"
#include "Operator/Meshfree/ShapeLists.h"

namespace trabecula
{
/// The nodes that share an integration point with each node, itself included: the pattern of an
/// assembled stiffness. @throws Error on CUDA if a node has more than fit into a team's memory
template <class Space>
NeighbourMatrix<Space> makeNodePairs(
  const Context<Space>& context, const ShapeLists<Space>& shapes);

/// An upper bound of their number: pairs whose domains of influence overlap.
template <class Space>
std::int64_t countNodePairs(const Context<Space>& context, const NodeCloud<Space>& cloud);
}

#endif

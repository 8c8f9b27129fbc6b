#ifndef TRABECULA_GEOMETRY_LEVEL_SINGULARNODES_H
#define TRABECULA_GEOMETRY_LEVEL_SINGULARNODES_H

#include "Mesh/ElementFaces.h"
#include "Mesh/Mesh.h"
#include "Mesh/NodeElements.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Nodes at which a set of elements is not a manifold: its elements around the node share only an
 * edge or the node, or they surround other elements without enclosing the node.
 *
 * The elements around a node correspond to polygons on a sphere, which share edges where elements
 * share faces. The set is a manifold with boundary there if and only if these polygons are one disc
 * or the whole sphere.
 *
 * @param chosen nonzero for each element of the set
 * @return one value per node: 1 for such nodes, 0 for all others, including nodes without elements
 * of the set
 */
std::vector<std::uint8_t> findSingularNodes(const Mesh& mesh, const ElementFaces& faces,
  const NodeElements& around, const std::vector<std::uint8_t>& chosen);
}

#endif

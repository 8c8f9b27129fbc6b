#ifndef TRABECULA_GEOMETRY_LEVEL_SINGULARNODES_H
#define TRABECULA_GEOMETRY_LEVEL_SINGULARNODES_H

#include "Mesh/HexFaces.h"
#include "Mesh/Mesh.h"
#include "Mesh/NodeElements.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Nodes at which a set of elements is no manifold: around which its elements touch each other in an
 * edge or in the node only, or enclose something else without enclosing the node.
 *
 * Seen from a node, the elements around it are triangles on a sphere, which have edges in common
 * where elements share a face. The set is a manifold with boundary there if and only if these
 * triangles are one disc or the whole sphere.
 *
 * @param chosen nonzero for each element of the set
 * @return one value per node: 1 if it is such a node, 0 for all others and where the set is not
 */
std::vector<std::uint8_t> findSingularNodes(const Mesh& mesh, const HexFaces& faces,
  const NodeElements& around, const std::vector<std::uint8_t>& chosen);
}

#endif

#ifndef TRABECULA_MESH_NODEELEMENTS_H
#define TRABECULA_MESH_NODEELEMENTS_H

#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The elements around each node: the reverse connectivity C_rev of the EbE paper, section 3.4.1.
struct NodeElements
{
  std::vector<std::int64_t> starts;   ///< into the other two; one more than there are nodes
  std::vector<std::int32_t> elements; ///< ascending at each node
  std::vector<std::uint8_t> corners;  ///< number of the node in that element
};

/// @param connectivity nodes of each element, element after element
NodeElements findNodeElements(const std::vector<std::int32_t>& connectivity,
  std::size_t numberOfNodes, std::size_t nodesPerElement = 8);

/// The same for a mesh of cells of any types.
NodeElements findNodeElements(const Mesh& mesh);
}

#endif

#include "Mesh/Neighbours/NeighbourMatrixReference.h"

#include <cstddef>

namespace trabecula::reference
{
std::vector<std::set<std::int32_t>> neighbours(const Mesh& mesh)
{
  std::vector<std::set<std::int32_t>> result(mesh.numberOfNodes());
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t* nodes = mesh.element(e);
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      result[static_cast<std::size_t>(nodes[a])].insert(nodes, nodes + mesh.nodesOf(e));
    }
  }
  return result;
}
}

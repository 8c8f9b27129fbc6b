#include "Mesh/NodeElements.h"

#include <numeric>

namespace trabecula
{
NodeElements findNodeElements(const HexMesh& mesh)
{
  NodeElements result;
  result.starts.assign(mesh.numberOfNodes() + 1, 0);
  for (const std::int32_t node : mesh.connectivity)
  {
    ++result.starts[node + 1];
  }
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  result.elements.resize(mesh.connectivity.size());
  result.corners.resize(mesh.connectivity.size());
  std::vector<std::int64_t> next(result.starts.begin(), result.starts.end() - 1);
  for (std::size_t i = 0; i < mesh.connectivity.size(); ++i)
  {
    const std::int64_t place = next[mesh.connectivity[i]]++;
    result.elements[place] = static_cast<std::int32_t>(i / 8);
    result.corners[place] = static_cast<std::uint8_t>(i % 8);
  }
  return result;
}
}

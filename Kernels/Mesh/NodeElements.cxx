#include "Mesh/NodeElements.h"

#include <algorithm>
#include <numeric>

namespace trabecula
{
NodeElements findNodeElements(const std::vector<std::int32_t>& connectivity,
  std::size_t numberOfNodes, std::size_t nodesPerElement)
{
  NodeElements result;
  result.starts.assign(numberOfNodes + 1, 0);
  for (const std::int32_t node : connectivity)
  {
    ++result.starts[node + 1];
  }
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  result.elements.resize(connectivity.size());
  result.corners.resize(connectivity.size());
  std::vector<std::int64_t> next(result.starts.begin(), result.starts.end() - 1);
  for (std::size_t i = 0; i < connectivity.size(); ++i)
  {
    const std::int64_t place = next[connectivity[i]]++;
    result.elements[place] = static_cast<std::int32_t>(i / nodesPerElement);
    result.corners[place] = static_cast<std::uint8_t>(i % nodesPerElement);
  }
  return result;
}

NodeElements findNodeElements(const Mesh& mesh)
{
  if (!mesh.isMixed())
  {
    return findNodeElements(mesh.connectivity, mesh.numberOfNodes(), mesh.nodesPerElement());
  }
  NodeElements result = findNodeElements(mesh.connectivity, mesh.numberOfNodes(), 1);
  for (std::size_t i = 0; i < result.elements.size(); ++i)
  {
    // So far these are places in the connectivity.
    const std::int64_t place = result.elements[i];
    const auto next = std::upper_bound(mesh.offsets.begin(), mesh.offsets.end(), place);
    result.elements[i] = static_cast<std::int32_t>(next - mesh.offsets.begin()) - 1;
    result.corners[i] = static_cast<std::uint8_t>(place - *(next - 1));
  }
  return result;
}
}

#include "Mesh/NodeElements.h"

#include "Core/Execution/HostLoops.h"
#include "Core/Execution/ZeroVector.h"

#include <algorithm>
#include <limits>

namespace trabecula
{
NodeElements findNodeElements(const std::vector<std::int32_t>& connectivity,
  std::size_t numberOfNodes, std::size_t nodesPerElement)
{
  const auto count = static_cast<std::int64_t>(connectivity.size());
  const auto nodes = static_cast<std::int64_t>(numberOfNodes);
  NodeElements result;
  result.starts = zeroVector<std::int64_t>(numberOfNodes + 1);
  result.elements = zeroVector<std::int32_t>(connectivity.size());
  result.corners = zeroVector<std::uint8_t>(connectivity.size());
  const auto convert = [&](const auto* places)
  {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < count; ++i)
    {
      const auto place = static_cast<std::size_t>(places[i]);
      result.elements[i] = static_cast<std::int32_t>(place / nodesPerElement);
      result.corners[i] = static_cast<std::uint8_t>(place % nodesPerElement);
    }
  };
  if (count <= std::numeric_limits<std::int32_t>::max())
  {
    listPlaces(connectivity.data(), count, nodes, result.starts.data(), result.elements.data());
    convert(result.elements.data());
  }
  else
  {
    std::vector<std::int64_t> places(connectivity.size());
    listPlaces(connectivity.data(), count, nodes, result.starts.data(), places.data());
    convert(places.data());
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
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < result.elements.size(); ++i)
  {
    // The entry is still an index into the connectivity.
    const std::int64_t place = result.elements[i];
    const auto next = std::upper_bound(mesh.offsets.begin(), mesh.offsets.end(), place);
    result.elements[i] = static_cast<std::int32_t>(next - mesh.offsets.begin()) - 1;
    result.corners[i] = static_cast<std::uint8_t>(place - *(next - 1));
  }
  return result;
}
}

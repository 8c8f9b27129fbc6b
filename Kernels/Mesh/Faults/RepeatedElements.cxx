#include "Mesh/Faults/RepeatedElements.h"

#include "Core/Execution/HostLoops.h"
#include "Core/Text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
using Pair = std::array<std::int32_t, 2>;

/// Sum of the nodes of an element, by which nearly all pairs of neighbours are told apart cheaply.
std::int64_t sumOfNodes(const Mesh& mesh, std::int32_t element)
{
  const std::int32_t* nodes = mesh.element(static_cast<std::size_t>(element));
  std::int64_t sum = 0;
  for (std::size_t a = 0; a < mesh.nodesOf(static_cast<std::size_t>(element)); ++a)
  {
    sum += nodes[a];
  }
  return sum;
}

bool haveSameNodes(const Mesh& mesh, std::int32_t a, std::int32_t b)
{
  const auto first = static_cast<std::size_t>(a);
  const auto second = static_cast<std::size_t>(b);
  const std::int32_t* nodes = mesh.element(first);
  return mesh.nodesOf(first) == mesh.nodesOf(second) &&
    std::is_permutation(nodes, nodes + mesh.nodesOf(first), mesh.element(second));
}
}

std::string describeRepeatedElements(const Mesh& mesh, const SortedFaces& faces)
{
  const std::uint64_t* key = faces.keys.data();
  const std::int32_t* owner = faces.elements.data();
  const std::uint8_t* face = faces.faces.data();
  const auto count = static_cast<std::int64_t>(faces.keys.size());
  const std::int64_t slices = hostThreads();
  std::vector<std::vector<Pair>> found(static_cast<std::size_t>(slices));
  forEachSlice(slices, count,
    [&](std::int64_t slice, std::int64_t first, std::int64_t end)
    {
      for (std::int64_t i = first; i < end; ++i)
      {
        for (std::int64_t j = i + 1; j < count && key[j] == key[i]; ++j)
        {
          // Equal elements share all faces, so that comparing at the first face suffices.
          if (face[i] == 0 && owner[i] != owner[j] &&
            sumOfNodes(mesh, owner[i]) == sumOfNodes(mesh, owner[j]) &&
            haveSameNodes(mesh, owner[i], owner[j]))
          {
            found[static_cast<std::size_t>(slice)].push_back({ owner[i], owner[j] });
          }
        }
      }
    });
  std::vector<Pair> pairs;
  for (const std::vector<Pair>& ofSlice : found)
  {
    pairs.insert(pairs.end(), ofSlice.begin(), ofSlice.end());
  }
  if (pairs.empty())
  {
    return {};
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<std::int32_t> repeated;
  repeated.reserve(pairs.size());
  for (const Pair& pair : pairs)
  {
    repeated.push_back(pair[1]);
  }
  std::sort(repeated.begin(), repeated.end());
  const auto total = std::unique(repeated.begin(), repeated.end()) - repeated.begin();
  return "Elements " + std::to_string(pairs.front()[0]) + " and " +
    std::to_string(pairs.front()[1]) +
    " have the same nodes, so that their stiffness would count twice. " +
    countText(total, "element") + (total == 1 ? " repeats" : " repeat") +
    " others so. Remove them from the mesh.";
}
}

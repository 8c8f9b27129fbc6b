#include "Mesh/HexFaces.h"

#include "Core/Error.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
using Nodes = std::array<std::int32_t, 4>;

void refuseCollapsed(const Mesh& mesh)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  std::int64_t collapsed = elements;
#pragma omp parallel for schedule(static) reduction(min : collapsed)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    std::array<std::int32_t, 8> nodes{};
    std::copy_n(&mesh.connectivity[8 * e], 8, nodes.begin());
    std::sort(nodes.begin(), nodes.end());
    if (std::adjacent_find(nodes.begin(), nodes.end()) != nodes.end())
    {
      collapsed = std::min(collapsed, e);
    }
  }
  if (collapsed < elements)
  {
    throw Error("Cell " + std::to_string(collapsed) +
      " has one of its points twice. Give it eight points that differ, or leave it out.");
  }
}

/// Calls body(nodes, side) for the sides whose least node this is, nodes ascending, by nodes.
template <class Body>
void forSidesAt(const Mesh& mesh, const NodeElements& around, std::int64_t node,
  std::vector<std::pair<Nodes, std::int64_t>>& found, const Body& body)
{
  found.clear();
  for (std::int64_t i = around.starts[node]; i < around.starts[node + 1]; ++i)
  {
    for (const int face : HexFacesAtCorner[around.corners[i]])
    {
      const std::int64_t side = std::int64_t(6) * around.elements[i] + face;
      Nodes nodes = nodesOfSide(mesh, side);
      std::sort(nodes.begin(), nodes.end());
      if (nodes[0] == node)
      {
        found.emplace_back(nodes, side);
      }
    }
  }
  std::sort(found.begin(), found.end());
  for (std::size_t i = 0; i < found.size();)
  {
    std::size_t end = i + 1;
    while (end < found.size() && found[end].first == found[i].first)
    {
      ++end;
    }
    body(&found[i], end - i);
    i = end;
  }
}
}

HexFaces findFaces(const Mesh& mesh)
{
  requireHexahedral(mesh, "A list of quadrilateral faces");
  refuseCollapsed(mesh);
  const auto nodes = static_cast<std::int64_t>(mesh.numberOfNodes());
  const NodeElements around = findNodeElements(mesh.connectivity, mesh.numberOfNodes());
  std::vector<std::int64_t> starts(static_cast<std::size_t>(nodes) + 1, 0);
  std::int64_t crowded = nodes;
#pragma omp parallel reduction(min : crowded)
  {
    std::vector<std::pair<Nodes, std::int64_t>> found;
#pragma omp for schedule(static)
    for (std::int64_t n = 0; n < nodes; ++n)
    {
      forSidesAt(mesh, around, n, found,
        [&](const std::pair<Nodes, std::int64_t>*, std::size_t count)
        {
          ++starts[n + 1];
          crowded = count > 2 ? std::min(crowded, n) : crowded;
        });
    }
  }
  if (crowded < nodes)
  {
    throw Error("More than two cells share a face at point " + std::to_string(crowded) +
      ". Take out cells that are there twice or overlap.");
  }
  for (std::int64_t n = 0; n < nodes; ++n)
  {
    starts[n + 1] += starts[n];
  }

  HexFaces faces;
  faces.faceOfSide.resize(6 * mesh.numberOfElements());
  faces.sides.resize(static_cast<std::size_t>(starts[nodes]));
#pragma omp parallel
  {
    std::vector<std::pair<Nodes, std::int64_t>> found;
#pragma omp for schedule(static)
    for (std::int64_t n = 0; n < nodes; ++n)
    {
      std::int64_t face = starts[n];
      forSidesAt(mesh, around, n, found,
        [&](const std::pair<Nodes, std::int64_t>* sides, std::size_t count)
        {
          faces.sides[face] = { sides[0].second, count > 1 ? sides[1].second : HexFaces::None };
          for (std::size_t i = 0; i < count; ++i)
          {
            faces.faceOfSide[sides[i].second] = static_cast<std::int32_t>(face);
          }
          ++face;
        });
    }
  }
  return faces;
}
}

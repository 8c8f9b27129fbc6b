#ifndef TRABECULA_TESTING_KERNELS_DISTORTEDELEMENT_H
#define TRABECULA_TESTING_KERNELS_DISTORTEDELEMENT_H

#include "Element/ElementReference.h"
#include "Mesh/Mesh.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// Returns the element of which known matrices are tabulated: natural nodes plus 0.05 sin(1 + 3 a +
/// c). In a straight element, mid-edge nodes are in the middle of edges.
inline Mesh distortedElement(CellType type, bool straight)
{
  const CellShape& shape = cellShape(type);
  std::vector<reference::Position> nodes = reference::naturalNodes(type);
  Mesh mesh;
  mesh.cellType = type;
  for (std::size_t a = 0; a < nodes.size(); ++a)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      nodes[a][c] += 0.05 * std::sin(1.0 + 3.0 * double(a) + double(c));
    }
    mesh.connectivity.push_back(static_cast<std::int32_t>(a));
  }
  for (std::size_t a = std::size_t(shape.corners); straight && a < nodes.size(); ++a)
  {
    const auto& ends = shape.edgeCorners[a - std::size_t(shape.corners)];
    for (std::size_t c = 0; c < 3; ++c)
    {
      nodes[a][c] = 0.5 * (nodes[std::size_t(ends[0])][c] + nodes[std::size_t(ends[1])][c]);
    }
  }
  for (const reference::Position& node : nodes)
  {
    mesh.points.insert(mesh.points.end(), node.begin(), node.end());
  }
  return mesh;
}

inline std::string nameOf(CellType type, bool straight)
{
  return std::string(cellShape(type).name) + (straight ? ", straight" : "");
}
}

#endif

#include "Mesh/Generators/QuadraticMesh.h"

#include "Core/Error.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace trabecula
{
namespace
{
using EdgeEnds = std::array<std::int32_t, 2>; ///< the lower number first

EdgeEnds edgeOf(const CellShape& shape, const std::int32_t* nodes, int e)
{
  const std::int32_t a = nodes[shape.edgeCorners[e][0]];
  const std::int32_t b = nodes[shape.edgeCorners[e][1]];
  return { std::min(a, b), std::max(a, b) };
}

/// All edges, sorted and without duplicates, and the mid-edge nodes that quadratic cells already
/// have; -1 for others.
struct Edges
{
  std::vector<EdgeEnds> edges;
  std::vector<std::int32_t> middles;

  explicit Edges(const Mesh& mesh)
  {
    for (std::size_t i = 0; i < mesh.numberOfElements(); ++i)
    {
      const CellShape& shape = mesh.shape(i);
      for (int e = 0; e < shape.edges; ++e)
      {
        this->edges.push_back(edgeOf(shape, mesh.element(i), e));
      }
    }
    std::sort(this->edges.begin(), this->edges.end());
    this->edges.erase(std::unique(this->edges.begin(), this->edges.end()), this->edges.end());
    this->middles.assign(this->edges.size(), -1);
    for (std::size_t i = 0; i < mesh.numberOfElements(); ++i)
    {
      const CellShape& shape = mesh.shape(i);
      for (int e = 0; shape.isQuadratic() && e < shape.edges; ++e)
      {
        this->middle(edgeOf(shape, mesh.element(i), e)) = mesh.element(i)[shape.corners + e];
      }
    }
  }

  std::int32_t& middle(const EdgeEnds& edge)
  {
    const auto found = std::lower_bound(this->edges.begin(), this->edges.end(), edge);
    return this->middles[std::size_t(found - this->edges.begin())];
  }
};
}

QuadraticMesh makeQuadratic(const Mesh& mesh)
{
  Edges edges(mesh);
  QuadraticMesh result;
  Mesh& quadratic = result.mesh;
  quadratic.points = mesh.points;
  for (std::size_t i = 0; i < edges.edges.size(); ++i)
  {
    if (edges.middles[i] >= 0)
    {
      continue;
    }
    const EdgeEnds& ends = edges.edges[i];
    if (quadratic.numberOfNodes() >= std::size_t(std::numeric_limits<std::int32_t>::max()))
    {
      throw Error(
        "A quadratic mesh would have more points than 32-bit numbers. Use a coarser mesh.");
    }
    edges.middles[i] = static_cast<std::int32_t>(quadratic.numberOfNodes());
    for (std::size_t c = 0; c < 3; ++c)
    {
      quadratic.points.push_back(0.5 *
        (mesh.points[3 * std::size_t(ends[0]) + c] + mesh.points[3 * std::size_t(ends[1]) + c]));
    }
    result.ends.push_back(ends);
  }
  for (std::size_t i = 0; i < mesh.numberOfElements(); ++i)
  {
    const CellShape& shape = mesh.shape(i);
    std::array<std::int32_t, CellShape::MostNodes> nodes{};
    std::copy_n(mesh.element(i), shape.corners, nodes.begin());
    for (int e = 0; e < shape.edges; ++e)
    {
      nodes[std::size_t(shape.corners) + std::size_t(e)] =
        edges.middle(edgeOf(shape, mesh.element(i), e));
    }
    quadratic.append(quadraticType(shape.type), nodes.data());
  }
  return result;
}
}

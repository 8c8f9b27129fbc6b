#include "Support/FlatTractions.h"

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
namespace
{
/// Area of a triangle or parallelogram from three of its corners.
double areaOf(const Point& a, const Point& b, const Point& c, bool isTriangle)
{
  const Point u = { b[0] - a[0], b[1] - a[1], b[2] - a[2] };
  const Point v = { c[0] - a[0], c[1] - a[1], c[2] - a[2] };
  const Point n = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0] };
  return std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * (isTriangle ? 0.5 : 1.0);
}

/// Integral of the shape function of a node over a face of area one.
double share(int nodes, bool isCorner)
{
  switch (nodes)
  {
    case 3:
      return 1.0 / 3.0;
    case 4:
      return 0.25;
    case 6:
      return isCorner ? 0.0 : 1.0 / 3.0;
    default:
      return isCorner ? -1.0 / 12.0 : 1.0 / 3.0;
  }
}
}

std::vector<double> tractionOnFlatFaces(
  const Mesh& mesh, const std::function<bool(const Point&)>& condition, const Point& traction)
{
  std::vector<double> forces(mesh.points.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const CellShape& shape = mesh.shape(e);
    for (int face = 0; face < shape.faces; ++face)
    {
      std::vector<std::size_t> nodes;
      for (int a = 0; a < shape.nodesOfFace[std::size_t(face)]; ++a)
      {
        nodes.push_back(static_cast<std::size_t>(
          mesh.element(e)[shape.faceNodes[std::size_t(face)][std::size_t(a)]]));
      }
      if (!std::all_of(nodes.begin(), nodes.end(),
            [&](std::size_t node) { return condition(nodePosition(mesh, node)); }))
      {
        continue;
      }
      const auto corners = static_cast<std::size_t>(shape.cornersOfFace(face));
      const double area = areaOf(nodePosition(mesh, nodes[0]), nodePosition(mesh, nodes[1]),
        nodePosition(mesh, nodes[corners - 1]), corners == 3);
      for (std::size_t a = 0; a < nodes.size(); ++a)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          forces[3 * nodes[a] + c] += share(int(nodes.size()), a < corners) * area * traction[c];
        }
      }
    }
  }
  return forces;
}
}

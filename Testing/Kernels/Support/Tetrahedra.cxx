#include "Support/Tetrahedra.h"

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
Mesh tetrahedra(const Mesh& hexahedra)
{
  // VTK's number of the corner with bits for x, y, z.
  constexpr int corners[8] = { 0, 1, 3, 2, 4, 5, 7, 6 };
  Mesh mesh;
  mesh.cellType = CellType::Tetrahedron;
  mesh.points = hexahedra.points;
  for (std::size_t e = 0; e < hexahedra.numberOfElements(); ++e)
  {
    std::array<int, 3> order = { 0, 1, 2 };
    do
    {
      const int first = 1 << order[0];
      const int second = first | 1 << order[1];
      // Odd permutations turn the other way round.
      const bool even = (order[1] - order[0] + 3) % 3 == 1;
      for (const int bits : { 0, even ? first : second, even ? second : first, 7 })
      {
        mesh.connectivity.push_back(hexahedra.element(e)[corners[bits]]);
      }
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return mesh;
}

Mesh tetrahedralBox(const std::array<int, 3>& cells, const std::function<Point(const Point&)>& map)
{
  Mesh mesh = tetrahedra(makeBoxMesh(cells, { 1.0, 1.0, 1.0 }));
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    const Point p = map(nodePosition(mesh, n));
    std::copy(p.begin(), p.end(), &mesh.points[3 * n]);
  }
  return mesh;
}

std::vector<double> tractionOnFaces(
  const Mesh& mesh, const std::function<bool(const Point&)>& condition, const Point& traction)
{
  std::vector<double> forces(mesh.points.size(), 0.0);
  const CellShape& shape = cellShape(mesh.cellType);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (int f = 0; f < shape.faces; ++f)
    {
      std::array<std::size_t, 3> nodes{};
      std::array<Point, 3> p{};
      bool all = true;
      for (std::size_t i = 0; i < 3; ++i)
      {
        nodes[i] = static_cast<std::size_t>(
          mesh.element(e)[shape.faceNodes[static_cast<std::size_t>(f)][i]]);
        p[i] = nodePosition(mesh, nodes[i]);
        all = all && condition(p[i]);
      }
      if (!all)
      {
        continue;
      }
      Point a{};
      Point b{};
      for (std::size_t c = 0; c < 3; ++c)
      {
        a[c] = p[1][c] - p[0][c];
        b[c] = p[2][c] - p[0][c];
      }
      const double area = 0.5 *
        std::hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
      for (const std::size_t node : nodes)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          forces[3 * node + c] += area / 3.0 * traction[c];
        }
      }
    }
  }
  return forces;
}
}

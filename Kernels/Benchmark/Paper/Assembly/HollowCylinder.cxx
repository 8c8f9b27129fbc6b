#include "Benchmark/Paper/Assembly/HollowCylinder.h"

#include "Mesh/Generators/BoxMeshes.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
/// Returns the nodes of a unit box with a given second coordinate, in ascending order.
std::vector<std::int32_t> nodesAt(const Mesh& box, double value)
{
  std::vector<std::int32_t> nodes;
  for (std::size_t n = 0; n < box.numberOfNodes(); ++n)
  {
    if (box.points[3 * n + 1] == value)
    {
      nodes.push_back(static_cast<std::int32_t>(n));
    }
  }
  return nodes;
}

/// Joins the end of the second direction to its start.
void closeSeam(Mesh& box)
{
  const std::vector<std::int32_t> first = nodesAt(box, 0.0);
  const std::vector<std::int32_t> last = nodesAt(box, 1.0);
  std::vector<std::int32_t> number(box.numberOfNodes(), 0);
  for (std::size_t i = 0; i < last.size(); ++i)
  {
    // Both lists are in the same order along x and z.
    number[static_cast<std::size_t>(last[i])] = -1 - first[i];
  }
  std::vector<double> points;
  for (std::size_t n = 0; n < number.size(); ++n)
  {
    if (number[n] == 0)
    {
      number[n] = static_cast<std::int32_t>(points.size() / 3);
      points.insert(points.end(), &box.points[3 * n], &box.points[3 * n] + 3);
    }
  }
  for (std::int32_t& node : box.connectivity)
  {
    const std::int32_t to = number[static_cast<std::size_t>(node)];
    node = to < 0 ? number[static_cast<std::size_t>(-1 - to)] : to;
  }
  box.points = std::move(points);
}
}

Mesh makeHollowCylinder(CellType type, const std::array<int, 3>& cells)
{
  Mesh mesh = makeBox(type, cells, [](const std::array<double, 3>& p) { return p; });
  closeSeam(mesh);
  constexpr double TwoPi = 6.28318530717958647693;
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    double* p = &mesh.points[3 * n];
    const double radius = 1.0 + p[0];
    const double angle = TwoPi * p[1];
    p[0] = radius * std::cos(angle);
    p[1] = radius * std::sin(angle);
    p[2] *= 2.0;
  }
  return mesh;
}
}

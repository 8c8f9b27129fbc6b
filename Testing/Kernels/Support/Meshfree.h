#ifndef TRABECULA_TESTING_KERNELS_MESHFREE_H
#define TRABECULA_TESTING_KERNELS_MESHFREE_H

#include "Operator/Meshfree/MeshfreeOperator.h"

#include <array>
#include <cmath>
#include <vector>

namespace trabecula::testing::meshfree
{
constexpr double YoungsModulus = 200000.0;
constexpr double Poisson = 0.3;

/// Nodes at the corners of unit cells.
inline std::vector<double> latticeOf(const std::array<int, 3>& cells)
{
  std::vector<double> nodes;
  for (int i = 0; i <= cells[0]; ++i)
  {
    for (int j = 0; j <= cells[1]; ++j)
    {
      for (int k = 0; k <= cells[2]; ++k)
      {
        nodes.insert(nodes.end(), { double(i), double(j), double(k) });
      }
    }
  }
  return nodes;
}

/// Two Gauss points in each direction of unit cells, or of the faces normal to an axis.
inline IntegrationPoints gaussPoints(
  const std::array<int, 3>& cells, int axis = -1, double place = 0.0)
{
  IntegrationPoints result;
  std::array<std::vector<double>, 3> lines;
  for (std::size_t d = 0; d < 3; ++d)
  {
    for (int i = 0; i < 2 * cells[d]; ++i)
    {
      lines[d].push_back(i / 2 + 0.5 + (i % 2 ? 0.5 : -0.5) / std::sqrt(3.0));
    }
  }
  if (axis >= 0)
  {
    lines[std::size_t(axis)] = { place };
  }
  for (const double x : lines[0])
  {
    for (const double y : lines[1])
    {
      for (const double z : lines[2])
      {
        result.places.insert(result.places.end(), { x, y, z });
        result.weights.push_back(axis < 0 ? 0.125 : 0.25);
      }
    }
  }
  return result;
}

inline HeldFaces heldAt(const std::array<int, 3>& cells, double penalty)
{
  HeldFaces held;
  held.points = gaussPoints(cells, 0, 0.0);
  held.components.assign(held.points.places.size(), 1);
  held.penalty = penalty;
  return held;
}

/// Shape functions at one place, one per node.
template <class Space>
std::vector<double> shapesAt(
  Context<Space>& context, const NodeCloud<Space>& cloud, const std::array<double, 3>& place)
{
  const ShapeLists<Space> lists(context, cloud, { place[0], place[1], place[2] });
  const ShapeListsView view = lists.view();
  const auto count = static_cast<std::size_t>(lists.numberOfEntries());
  std::vector<std::int32_t> nodes(count);
  std::vector<double> values(count);
  Memory<Space>::copyToHost(nodes.data(), view.node, count * sizeof(std::int32_t));
  Memory<Space>::copyToHost(values.data(), view.values, count * sizeof(double));
  std::vector<double> result(static_cast<std::size_t>(cloud.nodes()), 0.0);
  for (std::size_t e = 0; e < count; ++e)
  {
    result[static_cast<std::size_t>(nodes[e])] = values[e];
  }
  return result;
}
}

#endif

#include "Optimization/Meshfree/MeshfreeConditions.h"

#include "Mesh/Cloud/PointTree.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/TopologyTask.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace
{
std::array<double, 3> placeOf(const Mesh& mesh, std::size_t point)
{
  return { mesh.points[3 * point], mesh.points[3 * point + 1], mesh.points[3 * point + 2] };
}

/// Returns the number of the nearest point, or the lowest number if several are equally near.
std::int32_t nearestOf(const PointTree& tree, const std::array<double, 3>& x)
{
  // The tolerance ensures that rounding does not exclude the nearest point from the search.
  constexpr double rounding = 1e-9;
  double least = tree.nearestSquare(x, std::numeric_limits<double>::max()) * (1.0 + rounding);
  const double reach = std::sqrt(least) * (1.0 + rounding);
  std::array<double, 3> low = x;
  std::array<double, 3> high = x;
  for (std::size_t c = 0; c < 3; ++c)
  {
    low[c] -= reach;
    high[c] += reach;
  }
  std::int32_t nearest = std::numeric_limits<std::int32_t>::max();
  tree.visit(low, high,
    [&](const PointTree::Point& point)
    {
      double square = 0.0;
      for (std::size_t c = 0; c < 3; ++c)
      {
        square += (point.x[c] - x[c]) * (point.x[c] - x[c]);
      }
      nearest = square <= least && point.number < nearest ? point.number : nearest;
    });
  return nearest;
}
}

std::vector<std::int32_t> pointsOfCellsAt(const Mesh& mesh)
{
  const std::vector<std::uint8_t> isUsed = pointsOfElements(mesh);
  std::vector<PointTree::Point> used;
  for (std::size_t i = 0; i < isUsed.size(); ++i)
  {
    if (isUsed[i])
    {
      used.push_back({ placeOf(mesh, i), static_cast<std::int32_t>(i) });
    }
  }
  if (used.empty() || used.size() == isUsed.size())
  {
    return {};
  }
  const PointTree tree(std::move(used));
  std::vector<std::int32_t> points(isUsed.size());
  std::iota(points.begin(), points.end(), 0);
  for (std::size_t i = 0; i < isUsed.size(); ++i)
  {
    points[i] = isUsed[i] ? points[i] : nearestOf(tree, placeOf(mesh, i));
  }
  return points;
}

std::vector<std::uint8_t> loadedAndHeldPoints(const MeshfreeProblem& problem)
{
  std::vector<std::uint8_t> marked = loadedAndHeldPoints(
    problem.structure, problem.design, pointsOfElements(problem.structure.mesh));
  const std::vector<std::int32_t> ofCells = pointsOfCellsAt(problem.structure.mesh);
  for (std::size_t i = 0; i < ofCells.size(); ++i)
  {
    if (marked[i])
    {
      marked[static_cast<std::size_t>(ofCells[i])] = 1;
    }
  }
  return marked;
}

DesignConditions meshfreeConditions(const MeshfreeProblem& problem)
{
  const Mesh& mesh = problem.structure.mesh;
  DesignConditions conditions(
    problem.structure, problem.design, pointsOfElements(mesh), pointsOfCellsAt(mesh));
  conditions.solidFractions = problem.solidFractions;
  conditions.convergence = convergenceOf(problem.design.densities);
  conditions.counts = countsOf(problem.design.densities);
  conditions.connections = connectionsOf(problem.structure, problem.design);
  return conditions;
}
}

#include "Analysis/Loads/LoadsOnBody.h"

#include "Mesh/NodeElements.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

namespace trabecula
{
namespace
{
std::vector<std::uint8_t> nodesOfBody(
  const Mesh& mesh, const std::vector<double>& solid, double leastSolid)
{
  std::vector<std::uint8_t> isOfBody(mesh.numberOfNodes(), 0);
  for (std::size_t e = 0; e < solid.size(); ++e)
  {
    const std::int32_t* nodes = mesh.element(e);
    for (std::size_t a = 0; solid[e] >= leastSolid && a < mesh.nodesOf(e); ++a)
    {
      isOfBody[static_cast<std::size_t>(nodes[a])] = 1;
    }
  }
  return isOfBody;
}

bool isPartlySolid(
  const NodeElements& around, const std::vector<double>& fractions, std::size_t node)
{
  const auto first = around.elements.begin();
  return std::all_of(first + around.starts[node], first + around.starts[node + 1],
    [&](std::int32_t e) { return fractions[static_cast<std::size_t>(e)] < 1.0; });
}

struct Target
{
  std::size_t node = 0;
  double distance = 0.0;
  bool isFound = false;
};

/// Returns the nearest node of the body that is connected by elements within reach; of equally near
/// nodes, the first one.
Target findTarget(const Mesh& mesh, const NodeElements& around,
  const std::vector<std::uint8_t>& isOfBody, std::size_t start, double reach)
{
  Target target;
  std::set<std::size_t> seen = { start };
  std::vector<std::size_t> open = { start };
  while (!open.empty())
  {
    const std::size_t node = open.back();
    open.pop_back();
    for (std::int64_t i = around.starts[node]; i < around.starts[node + 1]; ++i)
    {
      const auto e = static_cast<std::size_t>(around.elements[static_cast<std::size_t>(i)]);
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        const auto other = static_cast<std::size_t>(mesh.element(e)[a]);
        const double* from = &mesh.points[3 * start];
        const double* to = &mesh.points[3 * other];
        const double distance = std::hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
        if (distance > reach || !seen.insert(other).second)
        {
          continue;
        }
        open.push_back(other);
        const bool isNearer = !target.isFound || distance < target.distance ||
          (distance == target.distance && other < target.node);
        if (isOfBody[other] && isNearer)
        {
          target = { other, distance, true };
        }
      }
    }
  }
  return target;
}
}

MovedLoads moveLoadsOntoBody(StructuralProblem& problem, const std::vector<double>& solid,
  double leastSolid, const std::vector<double>& fractions, double reach)
{
  const Mesh& mesh = problem.mesh;
  const std::vector<std::uint8_t> isOfBody = nodesOfBody(mesh, solid, leastSolid);
  const NodeElements around = findNodeElements(mesh);
  std::map<std::size_t, Target> targets; // shared by all load cases
  MovedLoads moved;
  for (LoadCase& load : problem.loadCases)
  {
    const std::vector<double> given = load.forces;
    double all = 0.0;
    double others = 0.0;
    for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
    {
      double force[3];
      for (std::size_t c = 0; c < 3; ++c)
      {
        force[c] = problem.supports[3 * node + c] ? 0.0 : given[3 * node + c];
      }
      const double length = std::hypot(force[0], force[1], force[2]);
      all += length;
      if (length == 0.0 || isOfBody[node] || !isPartlySolid(around, fractions, node))
      {
        continue;
      }
      auto known = targets.find(node);
      if (known == targets.end())
      {
        known = targets.emplace(node, findTarget(mesh, around, isOfBody, node, reach)).first;
      }
      const Target& target = known->second;
      if (!target.isFound)
      {
        continue;
      }
      others += length;
      moved.distance = std::max(moved.distance, target.distance);
      for (std::size_t c = 0; c < 3; ++c)
      {
        load.forces[3 * target.node + c] += force[c];
        load.forces[3 * node + c] -= force[c];
      }
    }
    moved.share = std::max(moved.share, all > 0.0 ? others / all : 0.0);
  }
  return moved;
}
}

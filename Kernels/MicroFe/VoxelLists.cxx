#include "MicroFe/VoxelLists.h"

#include "Core/Requirements.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
using Position = std::array<std::int32_t, 3>;
using Components3 = std::array<double, 3>;

std::string positionText(const Position& p)
{
  return "(" + std::to_string(p[0]) + ", " + std::to_string(p[1]) + ", " + std::to_string(p[2]) +
    ")";
}

/// Returns the node at a position; -1 if no element contains it.
/// @throws Error if the position is outside of the lattice
std::int32_t nodeAt(const VoxelGrid& grid, const Position& p, const char* what)
{
  for (int d = 0; d < 3; ++d)
  {
    if (p[d] < 0 || p[d] > grid.cells()[d])
    {
      fail(what, " is given for the lattice node ", positionText(p),
        ", but the image's nodes go from (0, 0, 0) to (", grid.cells()[0], ", ", grid.cells()[1],
        ", ", grid.cells()[2], ").");
    }
  }
  return grid.node(p[0], p[1], p[2]);
}

void requireFiniteAt(const char* what, const Components3& values, const Position& p)
{
  for (const double value : values)
  {
    if (!std::isfinite(value))
    {
      fail(what, " of the lattice node ", positionText(p), " is ", value,
        ". All values must be finite.");
    }
  }
}

void addSupports(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, VoxelConditions& conditions)
{
  std::vector<std::pair<ConstrainedNode, Components3>> listed;
  for (const LatticeSupport& support : problem.supports)
  {
    unsigned constrained = 0;
    Components3 value = {};
    for (unsigned c = 0; c < 3; ++c)
    {
      constrained |= support.constrained[c] ? 1U << c : 0U;
      value[c] = support.constrained[c] ? support.displacement[c] : 0.0;
    }
    requireFiniteAt("The displacement", value, support.node);
    const std::int32_t node = nodeAt(grid, support.node, "A support");
    conditions.droppedSupports += node < 0;
    if (node >= 0 && constrained)
    {
      listed.emplace_back(
        ConstrainedNode{ node, support.node, static_cast<std::uint8_t>(constrained), false },
        value);
    }
  }
  std::stable_sort(listed.begin(), listed.end(),
    [](const auto& a, const auto& b) { return a.first.node < b.first.node; });
  conditions.displacements.emplace_back();
  std::vector<double>& values = conditions.displacements.back();
  bool anyMoves = false;
  for (const auto& [next, value] : listed)
  {
    if (conditions.nodes.empty() || conditions.nodes.back().node != next.node)
    {
      conditions.nodes.push_back(next);
      conditions.nodes.back().constrained = 0;
      values.insert(values.end(), 3, 0.0);
    }
    ConstrainedNode& node = conditions.nodes.back();
    double* to = values.data() + values.size() - 3;
    for (unsigned c = 0; c < 3; ++c)
    {
      const bool also = next.constrained >> c & 1U;
      if (also && node.constrained >> c & 1U && to[c] != value[c])
      {
        fail("Two displacements along ", "xyz"[c], " are prescribed at the lattice node ",
          positionText(node.position), ": ", to[c], " and ", value[c], ". Give one.");
      }
      to[c] = also ? value[c] : to[c];
      node.loaded |= also && value[c] != 0.0;
    }
    node.constrained |= next.constrained;
    anyMoves |= node.loaded;
  }
  for (ConstrainedNode& node : conditions.nodes)
  {
    node.loaded |= !anyMoves;
  }
  if (!anyMoves && problem.forces.empty())
  {
    fail("Nothing loads the structure: there is no force, and no displacement other than zero. "
         "Give either.");
  }
}

void addForces(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, VoxelConditions& conditions)
{
  std::vector<std::pair<std::int64_t, double>> listed;
  for (const LatticeForce& force : problem.forces)
  {
    requireFiniteAt("The force", force.force, force.node);
    const std::int32_t node = nodeAt(grid, force.node, "A force");
    for (int c = 0; c < 3; ++c)
    {
      if (force.force[c] == 0.0)
      {
        continue;
      }
      if (node < 0)
      {
        fail("A force is given for the lattice node ", positionText(force.node),
          ", but no voxel of the analysed structure touches it. Move the force, or keep all parts "
          "if it belongs to one that is left out.");
      }
      listed.emplace_back(3 * std::int64_t(node) + c, force.force[c]);
    }
  }
  std::stable_sort(
    listed.begin(), listed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [unknown, value] : listed)
  {
    if (conditions.forcedUnknowns.empty() || conditions.forcedUnknowns.back() != unknown)
    {
      conditions.forcedUnknowns.push_back(unknown);
      conditions.forces.push_back(0.0);
    }
    conditions.forces.back() += value;
  }
}
}

void addLists(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, VoxelConditions& conditions)
{
  addSupports(problem, grid, conditions);
  addForces(problem, grid, conditions);
}
}

#include "MicroFe/Parts/VoxelMicroFePart.h"

#include "MicroFe/VoxelMicroFeValidation.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace trabecula
{
namespace
{
/// Copies the conditions of constrained nodes that the part has.
void takeNodes(const VoxelConditions& whole, const VoxelGrid& grid, VoxelConditions& part)
{
  std::vector<std::size_t> from; // of each node of the part
  for (std::size_t n = 0; n < whole.nodes.size(); ++n)
  {
    ConstrainedNode node = whole.nodes[n];
    node.node = grid.node(node.position[0], node.position[1], node.position[2]);
    if (node.node >= 0)
    {
      part.nodes.push_back(node);
      from.push_back(n);
    }
  }
  std::vector<std::size_t> order(from.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
    [&part](std::size_t a, std::size_t b) { return part.nodes[a].node < part.nodes[b].node; });
  const std::vector<ConstrainedNode> unordered = part.nodes;
  std::transform(order.begin(), order.end(), part.nodes.begin(),
    [&unordered](std::size_t n) { return unordered[n]; });
  for (const std::vector<double>& values : whole.displacements)
  {
    std::vector<double>& taken = part.displacements.emplace_back();
    taken.reserve(3 * order.size());
    for (const std::size_t n : order)
    {
      const double* first = values.data() + 3 * from[n];
      taken.insert(taken.end(), first, first + 3);
    }
  }
}

/// Copies the forces on nodes that the part owns.
void takeForces(
  const VoxelConditions& whole, const std::vector<NumberRun>& nodes, VoxelConditions& part)
{
  const std::vector<std::int64_t>& unknowns = whole.forcedUnknowns;
  for (const NumberRun& run : nodes)
  {
    const std::int64_t end = 3 * (run.inWhole + run.count);
    for (auto at = std::lower_bound(unknowns.begin(), unknowns.end(), 3 * run.inWhole);
         at != unknowns.end() && *at < end; ++at)
    {
      part.forcedUnknowns.push_back(*at + 3 * (run.first - run.inWhole));
      part.forces.push_back(whole.forces[static_cast<std::size_t>(at - unknowns.begin())]);
    }
  }
}
}

VoxelConditions conditionsOfPart(
  const VoxelConditions& whole, const VoxelGrid& part, const NumbersInWhole& numbers)
{
  VoxelConditions conditions;
  conditions.box = whole.box;
  conditions.droppedSupports = whole.droppedSupports;
  takeNodes(whole, part, conditions);
  takeForces(whole, numbers.nodes, conditions);
  return conditions;
}

std::size_t voxelPartMemory(const VoxelMicroFePart& part, const VoxelGrid& whole, VoxelParts parts)
{
  std::size_t exchanged = 0;
  for (const HaloNeighbour& neighbour : part.halo->nodes)
  {
    exchanged += neighbour.sent.size() + neighbour.received.size();
  }
  std::size_t listed = exchanged;
  for (const HaloNeighbour& neighbour : part.halo->elements)
  {
    listed += neighbour.sent.size() + neighbour.received.size();
  }
  // Multigrid has lists of its own, ghosts have their owners' numbers, and entries may be packed
  // for each exchange.
  const std::size_t ofHalo =
    (2 * listed + 3 * exchanged) * sizeof(std::int32_t) + exchanged * 3 * sizeof(double);
  // A level is replicated if it has few nodes or if its cells are bricks. An element takes two
  // matrices of 300 entries, a node a row of 27 blocks and vectors; coarser levels add a seventh.
  constexpr std::size_t ofCell = 6000;
  const auto nodes = static_cast<std::size_t>(whole.numberOfNodes());
  const std::size_t few = static_cast<std::size_t>(VoxelMultigridSettings::ReplicatedNodesOnCuda);
  const std::size_t cells = whole.bricks().size() + std::min(few, nodes / 4);
  return voxelMicroFeMemory(part.grid, part.conditions, parts) + ofHalo + ofCell * cells;
}
}

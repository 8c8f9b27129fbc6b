#include "Solver/VoxelMultigrid/VoxelCoarseningReference.h"

#include "Core/Error.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace trabecula::reference
{
namespace
{
using Lattice = std::array<std::int32_t, 3>;

std::int32_t root(std::vector<std::int32_t>& parents, std::int32_t v)
{
  while (parents[v] != v)
  {
    parents[v] = parents[parents[v]];
    v = parents[v];
  }
  return v;
}

void join(std::vector<std::int32_t>& parents, std::int32_t a, std::int32_t b)
{
  a = root(parents, a);
  b = root(parents, b);
  parents[std::max(a, b)] = std::min(a, b);
}

Lattice half(const Lattice& cell)
{
  return { cell[0] >> 1, cell[1] >> 1, cell[2] >> 1 };
}

Lattice corner(const Lattice& cell, int a)
{
  return { cell[0] + (a & 1), cell[1] + (a >> 1 & 1), cell[2] + (a >> 2) };
}

/// Returns the number of halvings of the weight at a position of the finer lattice; -1 if the
/// weight is zero.
int halvings(const Lattice& position, const Lattice& coarseNode)
{
  int result = 0;
  for (int d = 0; d < 3; ++d)
  {
    const int distance = std::abs(position[d] - 2 * coarseNode[d]);
    if (distance > 1)
    {
      return -1;
    }
    result += distance;
  }
  return result;
}

/// Groups fine elements into coarse ones, first by cell and then by shared nodes.
void groupElements(const LatticeMesh& fine, Coarsening& result)
{
  const std::size_t n = fine.numberOfElements();
  std::vector<std::int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  const auto cellBefore = [&](std::int32_t a, std::int32_t b)
  {
    const Lattice p = half(fine.cells[a]);
    const Lattice q = half(fine.cells[b]);
    return std::tie(p[2], p[1], p[0], a) < std::tie(q[2], q[1], q[0], b);
  };
  std::sort(order.begin(), order.end(), cellBefore);
  result.parents.resize(n);
  std::vector<std::int32_t> groups;
  for (std::size_t begin = 0; begin < n;)
  {
    const Lattice cell = half(fine.cells[order[begin]]);
    std::size_t end = begin;
    while (end < n && half(fine.cells[order[end]]) == cell)
    {
      ++end;
    }
    const auto size = static_cast<std::int32_t>(end - begin);
    groups.resize(size);
    std::iota(groups.begin(), groups.end(), 0);
    for (std::int32_t i = 0; i < size; ++i)
    {
      const std::int32_t* a = fine.connectivity.data() + 8 * std::size_t(order[begin + i]);
      for (std::int32_t j = 0; j < i; ++j)
      {
        const std::int32_t* b = fine.connectivity.data() + 8 * std::size_t(order[begin + j]);
        if (std::find_first_of(a, a + 8, b, b + 8) != a + 8)
        {
          join(groups, i, j);
        }
      }
    }
    for (std::int32_t i = 0; i < size; ++i)
    {
      const std::int32_t first = root(groups, i);
      if (first == i)
      {
        result.parents[order[begin + i]] = static_cast<std::int32_t>(result.mesh.cells.size());
        result.mesh.cells.push_back(cell);
      }
      else
      {
        result.parents[order[begin + i]] = result.parents[order[begin + first]];
      }
    }
    begin = end;
  }
}
}

LatticeMesh latticeMesh(const VoxelGrid& grid)
{
  LatticeMesh mesh;
  const std::vector<std::int32_t> nodes = grid.nodePositions();
  mesh.positions.resize(nodes.size() / 3);
  for (std::size_t n = 0; n < mesh.positions.size(); ++n)
  {
    mesh.positions[n] = { nodes[3 * n], nodes[3 * n + 1], nodes[3 * n + 2] };
  }
  const std::vector<std::int32_t> elements = grid.elementPositions();
  mesh.cells.resize(elements.size() / 3);
  mesh.connectivity.resize(8 * mesh.cells.size());
  for (std::size_t e = 0; e < mesh.cells.size(); ++e)
  {
    mesh.cells[e] = { elements[3 * e], elements[3 * e + 1], elements[3 * e + 2] };
    for (int a = 0; a < 8; ++a)
    {
      const Lattice p = corner(mesh.cells[e], a);
      mesh.connectivity[8 * e + a] = grid.node(p[0], p[1], p[2]);
    }
  }
  return mesh;
}

Coarsening coarsen(const LatticeMesh& fine)
{
  Coarsening result;
  groupElements(fine, result);
  LatticeMesh& mesh = result.mesh;
  if (mesh.numberOfElements() > (std::size_t(1) << 28))
  {
    throw Error("The grid is too large for multigrid: its coarse meshes have more than 2^28 "
                "elements. Crop the image or make it coarser.");
  }

  // Initially every coarse element has eight corners of its own; fine nodes join them.
  const NodeElements at = findNodeElements(fine.connectivity, fine.numberOfNodes());
  std::vector<std::int32_t> slots(8 * mesh.numberOfElements());
  std::iota(slots.begin(), slots.end(), 0);
  for (std::size_t n = 0; n < fine.numberOfNodes(); ++n)
  {
    const std::int32_t first = result.parents[at.elements[at.starts[n]]];
    for (std::int64_t i = at.starts[n] + 1; i < at.starts[n + 1]; ++i)
    {
      const std::int32_t other = result.parents[at.elements[i]];
      for (int a = 0; a < 8 && other != first; ++a)
      {
        const Lattice p = corner(mesh.cells[first], a);
        if (halvings(fine.positions[n], p) < 0)
        {
          continue;
        }
        // This is the same position as a corner of the other element's cell. A fine node in both
        // cells is interpolated from common corners only.
        const Lattice& cell = mesh.cells[other];
        const int b = (p[0] - cell[0]) + 2 * (p[1] - cell[1]) + 4 * (p[2] - cell[2]);
        join(slots, 8 * first + a, 8 * other + b);
      }
    }
  }
  std::vector<std::int32_t> numbers(slots.size());
  mesh.connectivity.resize(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s)
  {
    const std::int32_t first = root(slots, static_cast<std::int32_t>(s));
    if (first == static_cast<std::int32_t>(s))
    {
      numbers[s] = static_cast<std::int32_t>(mesh.positions.size());
      mesh.positions.push_back(corner(mesh.cells[s / 8], static_cast<int>(s % 8)));
    }
    mesh.connectivity[s] = numbers[first];
  }

  result.starts.assign(1, 0);
  for (std::size_t n = 0; n < fine.numberOfNodes(); ++n)
  {
    const std::int32_t parent = result.parents[at.elements[at.starts[n]]];
    for (int a = 0; a < 8; ++a)
    {
      const std::int32_t node = mesh.connectivity[8 * std::size_t(parent) + a];
      const int weight = halvings(fine.positions[n], mesh.positions[node]);
      if (weight >= 0)
      {
        result.entries.push_back(
          static_cast<std::uint32_t>(node) << 2 | static_cast<std::uint32_t>(weight));
      }
    }
    result.starts.push_back(static_cast<std::int64_t>(result.entries.size()));
  }
  return result;
}
}

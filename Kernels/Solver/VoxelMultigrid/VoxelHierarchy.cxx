#include "Solver/VoxelMultigrid/VoxelHierarchy.h"
#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/SortAndScan.h"
#include "Core/UnionFind.h"
#include "Mesh/Voxel/VoxelLookup.h"
#include "Solver/VoxelMultigrid/Coarse/VoxelNodes.h"

#include <algorithm>
#include <array>
#include <string>

namespace trabecula
{
namespace detail
{
/// Largest number of coarse elements for which anchors and slots fit into 32 bits.
constexpr std::int64_t MostCoarseElements = std::int64_t(1) << 27;

template <class Space>
std::int32_t last(const DeviceVector<std::int32_t, Space>& values)
{
  std::int32_t value = 0;
  if (values.size() > 0)
  {
    values.context().copyToHost(&value, values.data() + values.size() - 1, sizeof(value));
  }
  return value;
}

template <class Space>
void countUp(DeviceVector<std::int32_t, Space>& values)
{
  std::int32_t* to = values.data();
  forEach(
    values.context(), static_cast<std::int64_t>(values.size()),
    TRABECULA_LAMBDA(std::int64_t i) { to[i] = static_cast<std::int32_t>(i); });
}

/// Sets numbers[i] to the number of the set that contains i, counted in the order of the roots.
/// @return the number of sets
template <class Space>
std::int32_t numberSets(
  const DeviceVector<std::int32_t, Space>& parents, DeviceVector<std::int32_t, Space>& numbers)
{
  const Context<Space>& context = parents.context();
  const auto n = static_cast<std::int64_t>(parents.size());
  DeviceVector<std::int32_t, Space> ranks(context, parents.size());
  const std::int32_t* of = parents.data();
  std::int32_t* rank = ranks.data();
  std::int32_t* to = numbers.data();
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { rank[i] = of[i] == static_cast<std::int32_t>(i); });
  inclusiveScan(ranks);
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      to[i] = rank[unionfind::root(of, static_cast<std::int32_t>(i))] - 1;
    });
  return last(ranks);
}

/// Joins the corners that coarse elements around a node share; the slot of a corner is 8 * element
/// + corner.
struct JoinCorners
{
  std::int32_t* slots;

  template <class Node>
  TRABECULA_FUNCTION void operator()(std::int32_t /*number*/, const Node& node) const
  {
    std::int32_t first = -1;
    int place = 0; // index of the first element around the node
    int at[3] = {};
    const int around = node.around();
    for (int k = 0; k < around; ++k)
    {
      std::int32_t other = -1;
      int within[3];
      if (!node.parent(k, other, within) || node.isRepeated(k))
      {
        continue;
      }
      if (first < 0)
      {
        first = other;
        place = k;
        for (int d = 0; d < 3; ++d)
        {
          at[d] = within[d];
        }
        if (at[0] == 1 && at[1] == 1 && at[2] == 1)
        {
          return; // a node in the middle of a coarse element, which is the only one around it
        }
      }
      if (other == first)
      {
        continue;
      }
      for (int a = 0; a < 8; ++a)
      {
        // The node is interpolated from corners that are at most one step away.
        bool hangs = true;
        int b = 0;
        for (int d = 0; d < 3; ++d)
        {
          const int step = a >> d & 1;
          hangs = hangs && at[d] - 2 * step <= 1 && 2 * step - at[d] <= 1;
          b += (step + (within[d] - at[d]) / 2) * (1 << d);
        }
        if (hangs && !node.meetAtCorner(place, k, a))
        {
          unionfind::join(this->slots, 8 * first + a, 8 * other + b);
        }
      }
    }
  }
};

struct FindAnchor
{
  std::uint32_t* anchors;
  std::int32_t* elements;

  template <class Node>
  TRABECULA_FUNCTION void operator()(std::int32_t number, const Node& node) const
  {
    std::int32_t element = -1;
    int within[3];
    const int around = node.around();
    for (int k = 0; k < around; ++k)
    {
      if (node.parent(k, element, within))
      {
        this->anchors[number] = 27U * static_cast<std::uint32_t>(element) +
          static_cast<std::uint32_t>(within[0] + 3 * within[1] + 9 * within[2]);
        this->elements[number] = element;
        return;
      }
    }
  }
};

template <class Space, class Nodes, class Body>
void forEachNode(const Context<Space>& context, const Nodes nodes, const Body body)
{
  forEach(
    context, nodes.items(), TRABECULA_LAMBDA(std::int64_t item) { nodes.visit(item, body); });
}

/// Performs the common part of both coarsenings after coarse elements have numbers and cells.
/// @param nodes, sameNodes loops over the nodes of the finer mesh
template <class Space, class Nodes, class SameNodes>
void finishMesh(const Context<Space>& context, const Nodes& nodes, const SameNodes& sameNodes,
  std::int64_t fineNodes, VoxelMesh<Space>& mesh, VoxelTransfer<Space>& transfer,
  const NodeNumbering<Space>& numbering)
{
  const auto slots = static_cast<std::size_t>(8 * mesh.elements);
  mesh.connectivity = DeviceVector<std::int32_t, Space>(context, slots);
  {
    // Initially every coarse element has eight corners of its own.
    DeviceVector<std::int32_t, Space> parents(context, slots);
    countUp(parents);
    forEachNode(context, nodes, JoinCorners{ parents.data() });
    mesh.nodes = numberSets(parents, mesh.connectivity);
    if (numbering)
    {
      numbering(mesh, transfer, parents.data());
    }
  }
  findCorners(context, mesh);
  DeviceVector<std::int32_t, Space> keys(context, static_cast<std::size_t>(fineNodes));
  transfer.anchors = DeviceVector<std::uint32_t, Space>(context, keys.size());
  forEachNode(context, sameNodes, FindAnchor{ transfer.anchors.data(), keys.data() });
  transfer.hanging = DeviceVector<std::int32_t, Space>(context, keys.size());
  countUp(transfer.hanging);
  sortByKey(keys, transfer.hanging);
  transfer.hangingStarts =
    DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(mesh.elements) + 1);
  findStarts(keys, transfer.hangingStarts);
}

template <class Space>
void requireFew(std::int64_t elements)
{
  if (elements > MostCoarseElements)
  {
    throw Error("The image is too large for multigrid: its first coarse mesh has " +
      std::to_string(elements) + " elements, more than " + std::to_string(MostCoarseElements) +
      ". Crop the image or make it coarser.");
  }
}

#ifndef __CUDACC__
/// Sorts elements, which are cells of bricks, by their sets of solid voxels, in small groups so
/// that neighbours remain near each other. Vector instructions process several elements and skip
/// voxels that none of them contains.
inline void groupAlike(const VoxelBrick* bricks, std::int64_t elements, std::uint32_t* cells)
{
  constexpr std::int64_t Few = 1024;
#pragma omp parallel for schedule(static)
  for (std::int64_t begin = 0; begin < elements; begin += Few)
  {
    const std::int64_t count = std::min(Few, elements - begin);
    std::array<std::uint64_t, Few> keys;
    for (std::int64_t i = 0; i < count; ++i)
    {
      const std::uint32_t c = cells[begin + i];
      const std::uint8_t* rows = bricks[c / 64].elements + 2 * (c / 4 % 4) + 16 * (c % 64 / 16);
      std::uint64_t voxels = 0;
      for (const int row : { 9, 8, 1, 0 })
      {
        voxels = voxels << 2U | (rows[row] >> (2 * (c % 4)) & 3U);
      }
      keys[static_cast<std::size_t>(i)] = voxels << 32U | c;
    }
    std::sort(keys.begin(), keys.begin() + count);
    for (std::int64_t i = 0; i < count; ++i)
    {
      cells[begin + i] = static_cast<std::uint32_t>(keys[static_cast<std::size_t>(i)]);
    }
  }
}
#endif

/// Joins elements in the same cell of the next lattice that share a node.
template <class Space>
void joinElements(const Context<Space>& context, const VoxelMesh<Space>& mesh, std::int32_t* sets)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  const std::int32_t* cells = mesh.cells.data();
  forEach(
    context, mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      for (std::int64_t i = starts[n] + 1; i < starts[n + 1]; ++i)
      {
        const std::int64_t a = corners[i] / 8;
        for (std::int64_t j = starts[n]; j < i; ++j)
        {
          const std::int64_t b = corners[j] / 8;
          if (cells[3 * a] >> 1 == cells[3 * b] >> 1 &&
            cells[3 * a + 1] >> 1 == cells[3 * b + 1] >> 1 &&
            cells[3 * a + 2] >> 1 == cells[3 * b + 2] >> 1)
          {
            unionfind::join(sets, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
          }
        }
      }
    });
}
}

template <class Space>
void findCorners(const Context<Space>& context, VoxelMesh<Space>& mesh)
{
  DeviceVector<std::int32_t, Space> keys(context, mesh.connectivity.size());
  keys.copy(mesh.connectivity);
  mesh.corners = DeviceVector<std::uint32_t, Space>(context, keys.size());
  std::uint32_t* corners = mesh.corners.data();
  forEach(
    context, static_cast<std::int64_t>(keys.size()),
    TRABECULA_LAMBDA(std::int64_t i) { corners[i] = static_cast<std::uint32_t>(i); });
  sortByKey(keys, mesh.corners);
  mesh.starts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(mesh.nodes) + 1);
  findStarts(keys, mesh.starts);
}

template <class Space>
VoxelMesh<Space> coarsenVoxels(const Context<Space>& context, const VoxelBrick* bricks,
  const DeviceVector<std::int32_t, Space>& places, std::int64_t nodes,
  VoxelTransfer<Space>& transfer, const NodeNumbering<Space>& numbering)
{
  const auto numberOfBricks = static_cast<std::int64_t>(places.size() / 3);
  // All voxels of a cell share the node in its middle, so that they form one element.
  DeviceVector<std::int32_t, Space> numbers(context, static_cast<std::size_t>(64 * numberOfBricks));
  std::int32_t* number = numbers.data();
  forEach(
    context, 64 * numberOfBricks, TRABECULA_LAMBDA(std::int64_t c) {
      const std::uint8_t* rows = bricks[c / 64].elements + 2 * (c / 4 % 4) + 16 * (c % 64 / 16);
      number[c] = ((rows[0] | rows[1] | rows[8] | rows[9]) >> (2 * (c % 4)) & 3) != 0;
    });
  inclusiveScan(numbers);
  VoxelMesh<Space> mesh;
  mesh.elements = detail::last(numbers);
  detail::requireFew<Space>(mesh.elements);
  transfer.children =
    DeviceVector<std::uint32_t, Space>(context, static_cast<std::size_t>(mesh.elements));
  mesh.cells =
    DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(3 * mesh.elements));
  std::uint32_t* children = transfer.children.data();
  std::int32_t* cells = mesh.cells.data();
  const std::int32_t* place = places.data();
  forEach(
    context, 64 * numberOfBricks, TRABECULA_LAMBDA(std::int64_t c) {
      const std::int32_t end = number[c];
      if (end != (c > 0 ? number[c - 1] : 0))
      {
        children[end - 1] = static_cast<std::uint32_t>(c);
      }
    });
#ifndef __CUDACC__
  detail::groupAlike(bricks, mesh.elements, children);
#endif
  forEach(
    context, mesh.elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::uint32_t c = children[e];
      number[c] = static_cast<std::int32_t>(e); // empty cells get a number that is not used
      const std::uint32_t within[3] = { c % 4, c / 4 % 4, c % 64 / 16 };
      for (int d = 0; d < 3; ++d)
      {
        cells[3 * e + d] = 4 * place[3 * (c / 64) + d] + static_cast<std::int32_t>(within[d]);
      }
    });
  detail::finishMesh(context,
    detail::NodesOfBricks<false>{ bricks, numbers.data(), numberOfBricks },
    detail::NodesOfBricks<true>{ bricks, numbers.data(), numberOfBricks }, nodes, mesh, transfer,
    numbering);
  return mesh;
}

template <class Space>
VoxelMesh<Space> coarsenMesh(const Context<Space>& context, const VoxelMesh<Space>& fine,
  VoxelTransfer<Space>& transfer, const NodeNumbering<Space>& numbering)
{
  const auto n = static_cast<std::size_t>(fine.elements);
  DeviceVector<std::int32_t, Space> parents(context, n);
  VoxelMesh<Space> mesh;
  {
    DeviceVector<std::int32_t, Space> sets(context, n);
    detail::countUp(sets);
    detail::joinElements(context, fine, sets.data());
    mesh.elements = detail::numberSets(sets, parents);
  }
  mesh.cells =
    DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(3 * mesh.elements));
  transfer.children = DeviceVector<std::uint32_t, Space>(context, n);
  std::int32_t* cells = mesh.cells.data();
  const std::int32_t* fineCells = fine.cells.data();
  const std::int32_t* parent = parents.data();
  std::uint32_t* children = transfer.children.data();
  forEach(
    context, fine.elements, TRABECULA_LAMBDA(std::int64_t e) {
      std::uint32_t octant = 0;
      for (int d = 0; d < 3; ++d)
      {
        octant |= static_cast<std::uint32_t>(fineCells[3 * e + d] & 1) << d;
      }
      children[e] = 8U * static_cast<std::uint32_t>(e) + octant;
    });
  {
    DeviceVector<std::int32_t, Space> keys(context, n);
    keys.copy(parents);
    sortByKey(keys, transfer.children);
    transfer.childStarts =
      DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(mesh.elements) + 1);
    findStarts(keys, transfer.childStarts);
  }
  const std::int32_t* childStarts = transfer.childStarts.data();
  forEach(
    context, mesh.elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int64_t child = children[childStarts[e]] / 8;
      for (int d = 0; d < 3; ++d)
      {
        cells[3 * e + d] = fineCells[3 * child + d] >> 1;
      }
    });
  const detail::NodesOfMesh nodes = { fine.starts.data(), fine.corners.data(), fineCells, parent,
    fine.nodes };
  detail::finishMesh(context, nodes, nodes, fine.nodes, mesh, transfer, numbering);
  return mesh;
}

template VoxelMesh<CompiledSpace> coarsenVoxels(const Context<CompiledSpace>&, const VoxelBrick*,
  const DeviceVector<std::int32_t, CompiledSpace>&, std::int64_t, VoxelTransfer<CompiledSpace>&,
  const NodeNumbering<CompiledSpace>&);
template VoxelMesh<CompiledSpace> coarsenMesh(const Context<CompiledSpace>&,
  const VoxelMesh<CompiledSpace>&, VoxelTransfer<CompiledSpace>&,
  const NodeNumbering<CompiledSpace>&);
template void findCorners(const Context<CompiledSpace>&, VoxelMesh<CompiledSpace>&);
}

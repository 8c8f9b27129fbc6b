#include "Mesh/Neighbours/NeighbourMatrix.h"

#include "Core/Error.h"
#include "Core/SortAndScan.h"
#include "Core/Teams.h"
#include "Mesh/Neighbours/NodeSet.h"

#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// The groups of a mesh, at most one for each cell type.
struct GroupViews
{
  GroupView group[CellShapes.size()];
  int count;
};

template <class Space>
GroupViews viewsOf(const std::vector<ElementGroup<Space>>& groups)
{
  GroupViews views{};
  for (const ElementGroup<Space>& group : groups)
  {
    views.group[views.count++] = group.view();
  }
  return views;
}

/// Number of nodes of the elements around a node, with repetitions.
TRABECULA_FUNCTION int candidatesOf(const GroupViews& groups, std::int64_t node)
{
  int sum = 0;
  for (int g = 0; g < groups.count; ++g)
  {
    const GroupView& group = groups.group[g];
    sum += static_cast<int>(group.starts[node + 1] - group.starts[node]) * group.nodesPerElement;
  }
  return sum;
}

/// Counts the neighbours of a node, or writes them if the starts of rows are given.
struct MergeNeighbours
{
  GroupViews groups;
  int capacity;
  std::int64_t* counts;       ///< counts[n + 1] of node n, if nodes is null
  const std::int64_t* starts; ///< starts of rows if nodes is not null
  std::int32_t* nodes;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t n, const Team& team, char* scratch) const
  {
    const NodeSet set = NodeSet::make(team, scratch, powerOfTwo(candidatesOf(this->groups, n)));
    for (int g = 0; g < this->groups.count; ++g)
    {
      const GroupView& group = this->groups.group[g];
      const std::int64_t first = group.starts[n];
      const int around = static_cast<int>(group.starts[n + 1] - first);
      team.each(around * group.nodesPerElement,
        [&](int i)
        {
          const int per = group.nodesPerElement;
          const std::int32_t element = group.incidences[first + i / per] / per;
          set.insert(group.connectivity[std::int64_t(element) * per + i % per]);
        });
    }
    set.finishRow(n, team, this->counts, this->starts, this->nodes);
  }
};

struct Candidates
{
  GroupViews groups;
  TRABECULA_FUNCTION int operator()(std::int64_t n) const { return candidatesOf(this->groups, n); }
};

struct Differences
{
  const std::int64_t* values;
  TRABECULA_FUNCTION std::int64_t operator()(std::int64_t i) const
  {
    return this->values[i + 1] - this->values[i];
  }
};

/// Capacity of a set for the node with most candidates.
template <class Space>
int capacityOf(const Context<Space>& context, std::int64_t nodes, const GroupViews& views)
{
  const int candidates = largestOf(context, nodes, Candidates{ views });
  const int capacity = powerOfTwo(candidates);
  if (Space::Id == ExecutionSpace::Cuda && NodeSet::bytes(capacity) > MostTeamScratch)
  {
    throw Error("A node of the mesh has so many elements that they have " +
      std::to_string(candidates) + " nodes, each counted once an element, more than the GPU's " +
      "memory for a row of an assembled matrix takes. Choose products without an assembled "
      "matrix.");
  }
  return capacity;
}
}

template <class Space>
DeviceVector<std::int64_t, Space> countNeighbours(
  const Context<Space>& context, std::int64_t nodes, const std::vector<ElementGroup<Space>>& groups)
{
  const detail::GroupViews views = detail::viewsOf(groups);
  const int capacity = detail::capacityOf(context, nodes, views);
  DeviceVector<std::int64_t, Space> starts(context, static_cast<std::size_t>(nodes) + 1);
  starts.zero();
  forEachTeam<32>(context, nodes, detail::NodeSet::bytes(capacity),
    detail::MergeNeighbours{ views, capacity, starts.data(), nullptr, nullptr });
  inclusiveScan(starts);
  return starts;
}

template <class Space>
NeighbourMatrix<Space> fillNeighbours(const Context<Space>& context,
  const std::vector<ElementGroup<Space>>& groups, DeviceVector<std::int64_t, Space> starts)
{
  const detail::GroupViews views = detail::viewsOf(groups);
  NeighbourMatrix<Space> matrix;
  matrix.starts = std::move(starts);
  const std::int64_t nodes = matrix.rows();
  const int capacity = detail::capacityOf(context, nodes, views);
  std::int64_t pairs = 0;
  context.copyToHost(&pairs, matrix.starts.data() + nodes, sizeof(pairs));
  matrix.nodes = DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(pairs));
  // Without pairs the pointer to nodes would be null, which selects counting instead of filling.
  forEachTeam<32>(context, pairs > 0 ? nodes : 0, detail::NodeSet::bytes(capacity),
    detail::MergeNeighbours{ views, capacity, nullptr, matrix.starts.data(), matrix.nodes.data() });
  matrix.most = detail::largestOf(context, nodes, detail::Differences{ matrix.starts.data() });
  return matrix;
}

template <class Space>
NeighbourMatrix<Space> makeNeighbourMatrix(
  const Context<Space>& context, std::int64_t nodes, const std::vector<ElementGroup<Space>>& groups)
{
  return fillNeighbours(context, groups, countNeighbours(context, nodes, groups));
}

template DeviceVector<std::int64_t, CompiledSpace> countNeighbours(
  const Context<CompiledSpace>& context, std::int64_t nodes,
  const std::vector<ElementGroup<CompiledSpace>>& groups);
template NeighbourMatrix<CompiledSpace> fillNeighbours(const Context<CompiledSpace>& context,
  const std::vector<ElementGroup<CompiledSpace>>& groups,
  DeviceVector<std::int64_t, CompiledSpace> starts);
template NeighbourMatrix<CompiledSpace> makeNeighbourMatrix(const Context<CompiledSpace>& context,
  std::int64_t nodes, const std::vector<ElementGroup<CompiledSpace>>& groups);

#ifndef __CUDACC__
NeighbourCounts countNeighbours(const Mesh& mesh)
{
  const auto nodes = static_cast<std::int64_t>(mesh.numberOfNodes());
  const Context<HostSpace> context;
  const auto starts = countNeighbours(context, nodes, makeElementGroups(context, mesh));
  return { nodes, starts.data()[nodes],
    detail::largestOf(context, nodes, detail::Differences{ starts.data() }) };
}
#endif
}

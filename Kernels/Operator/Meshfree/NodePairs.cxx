#include "Operator/Meshfree/NodePairs.h"

#include "Core/Error.h"
#include "Core/SortAndScan.h"
#include "Core/Teams.h"
#include "Mesh/Cloud/PointBins.h"
#include "Mesh/Neighbours/NodeSet.h"
#include "Operator/Meshfree/LargestOfPart.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Counts the pairs of a node, or writes them if rows are given.
struct MergePairs
{
  ShapeListsView shapes;
  int capacity;
  std::int64_t* counts; ///< counts[n + 1] of node n if nodes is null, or the capacity if exceeded
  const std::int64_t* starts; ///< starts of rows if nodes is not null
  std::int32_t* nodes;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t n, const Team& team, char* scratch) const
  {
    const NodeSet set = NodeSet::make(team, scratch, this->capacity);
    // Insertion stops at half of the capacity, since concurrent threads may insert a few more.
    const int most = this->capacity / 2;
    for (std::int64_t i = this->shapes.nodeStarts[n]; i < this->shapes.nodeStarts[n + 1]; ++i)
    {
      const std::int64_t q = this->shapes.pointOf[i];
      const std::int64_t first = this->shapes.starts[q];
      team.each(static_cast<int>(this->shapes.starts[q + 1] - first),
        [&](int k)
        {
          if (*set.count < most)
          {
            set.insert(this->shapes.node[first + k]);
          }
        });
    }
    const int count = *set.count;
    if (!this->nodes)
    {
      team.each(1, [&](int) { this->counts[n + 1] = count < most ? count : this->capacity; });
      return;
    }
    set.sortInto(team, this->nodes + this->starts[n]);
  }
};

/// Returns the largest of n values, or the largest difference of consecutive values.
template <class Space>
std::int64_t largestOf(
  const Context<Space>& context, std::int64_t n, const std::int64_t* values, bool differences)
{
  return static_cast<std::int64_t>(largestOfPart(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      return static_cast<double>(differences ? values[i + 1] - values[i] : values[i]);
    }));
}

/// Counts the nodes whose domains of influence overlap that of each node.
template <class Space>
void countOverlaps(const Context<Space>& context, std::int64_t nodes, const PointBinsView bins,
  const double* radii, std::int64_t* counts)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t position) {
      const double* x = bins.coordinates + 3 * position;
      const double radius = radii[bins.order[position]];
      std::int64_t count = 0;
      bins.visit(x, 2,
        [&](std::int64_t other)
        {
          const double* y = bins.coordinates + 3 * other;
          const double reach = radius + radii[bins.order[other]];
          const double a = x[0] - y[0];
          const double b = x[1] - y[1];
          const double c = x[2] - y[2];
          count += a * a + b * b + c * c < reach * reach ? 1 : 0;
        });
      counts[bins.order[position] + 1] = count;
    });
}
}

template <class Space>
NeighbourMatrix<Space> makeNodePairs(const Context<Space>& context, const ShapeLists<Space>& shapes)
{
  const ShapeListsView view = shapes.view();
  NeighbourMatrix<Space> pairs;
  pairs.starts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(view.nodes) + 1);
  // Half of the capacity is at least twice the number of nodes of any point, which concurrent
  // threads may insert past the limit.
  int capacity = detail::powerOfTwo(static_cast<int>(
    std::max<std::int64_t>(512, 4 * detail::largestOf(context, view.points, view.starts, true))));
  for (;; capacity *= 2)
  {
    if (Space::Id == ExecutionSpace::Cuda && detail::NodeSet::bytes(capacity) > MostTeamScratch)
    {
      throw Error("A node shares integration points with so many others that the GPU's memory for "
                  "a row of an assembled matrix does not take them. Choose products without an "
                  "assembled matrix, or lower Support Scale.");
    }
    pairs.starts.zero();
    forEachTeam<32>(context, view.nodes, detail::NodeSet::bytes(capacity),
      detail::MergePairs{ view, capacity, pairs.starts.data(), nullptr, nullptr });
    if (detail::largestOf(context, view.nodes + 1, pairs.starts.data(), false) < capacity)
    {
      break;
    }
  }
  inclusiveScan(pairs.starts);
  std::int64_t total = 0;
  context.copyToHost(&total, pairs.starts.data() + view.nodes, sizeof(total));
  pairs.nodes = DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(total));
  forEachTeam<32>(context, view.nodes, detail::NodeSet::bytes(capacity),
    detail::MergePairs{ view, capacity, nullptr, pairs.starts.data(), pairs.nodes.data() });
  pairs.most = static_cast<int>(detail::largestOf(context, view.nodes, pairs.starts.data(), true));
  return pairs;
}

template <class Space>
std::int64_t countNodePairs(const Context<Space>& context, const NodeCloud<Space>& cloud)
{
  const double* radii = cloud.radii.data();
  const double largest = detail::largestOfPart(
    context, cloud.nodes(), TRABECULA_LAMBDA(std::int64_t i) { return radii[i]; });
  const PointBins<Space> bins(context, cloud.nodes(), cloud.points.data(), largest);
  DeviceVector<std::int64_t, Space> counts(context, static_cast<std::size_t>(cloud.nodes()) + 1);
  counts.zero();
  detail::countOverlaps(context, cloud.nodes(), bins.view(), radii, counts.data());
  inclusiveScan(counts);
  std::int64_t total = 0;
  context.copyToHost(&total, counts.data() + cloud.nodes(), sizeof(total));
  return total;
}

template NeighbourMatrix<CompiledSpace> makeNodePairs<CompiledSpace>(
  const Context<CompiledSpace>& context, const ShapeLists<CompiledSpace>& shapes);
template std::int64_t countNodePairs<CompiledSpace>(
  const Context<CompiledSpace>& context, const NodeCloud<CompiledSpace>& cloud);
}

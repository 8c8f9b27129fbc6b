#include "Solver/Aggregation/ConnectedAggregates.h"

#include "Core/UnionFind.h"
#include "Solver/RigidBody/NodeAggregates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace trabecula
{
namespace
{
/// Parts with fewer nodes than this fraction of the wanted aggregate size are merged into another
/// aggregate.
constexpr double SmallPart = 0.3;

/// Computes the box of each used node by bisectNodes(); -1 for other nodes.
std::vector<std::int32_t> bisectUsed(const std::vector<double>& points,
  const std::vector<std::uint8_t>& used, double nodesPerAggregate)
{
  std::vector<std::int32_t> nodes;
  std::vector<double> places;
  for (std::size_t n = 0; n < used.size(); ++n)
  {
    if (used[n])
    {
      nodes.push_back(static_cast<std::int32_t>(n));
      places.insert(places.end(), &points[3 * n], &points[3 * n] + 3);
    }
  }
  std::vector<std::int32_t> ofNode(used.size(), -1);
  if (nodes.empty())
  {
    return ofNode;
  }
  const auto wanted =
    static_cast<std::size_t>(std::lround(double(nodes.size()) / nodesPerAggregate));
  const NodeAggregates boxes = bisectNodes(places, std::max<std::size_t>(wanted, 1));
  for (std::size_t a = 0; a < boxes.size(); ++a)
  {
    for (std::int32_t i = boxes.starts[a]; i < boxes.starts[a + 1]; ++i)
    {
      const std::int32_t place = boxes.nodes[static_cast<std::size_t>(i)];
      ofNode[static_cast<std::size_t>(nodes[static_cast<std::size_t>(place)])] =
        static_cast<std::int32_t>(a);
    }
  }
  return ofNode;
}

/// Computes the smallest node of each node's connected part; only edges between nodes of the same
/// box connect them.
std::vector<std::int32_t> connectedParts(const std::vector<std::int32_t>& boxes,
  const std::vector<std::int64_t>& starts, const std::vector<std::int32_t>& neighbours)
{
  std::vector<std::int32_t> parents(boxes.size());
  std::iota(parents.begin(), parents.end(), 0);
  const auto nodes = static_cast<std::int64_t>(boxes.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t n = 0; n < nodes; ++n)
  {
    const auto at = static_cast<std::size_t>(n);
    for (std::int64_t k = starts[at]; k < starts[at + 1] && boxes[at] >= 0; ++k)
    {
      const std::int32_t other = neighbours[static_cast<std::size_t>(k)];
      if (other < n && boxes[static_cast<std::size_t>(other)] == boxes[at])
      {
        unionfind::join(parents.data(), static_cast<std::int32_t>(n), other);
      }
    }
  }
  std::vector<std::int32_t> roots(boxes.size());
  for (std::size_t n = 0; n < roots.size(); ++n)
  {
    roots[n] = unionfind::root(parents.data(), static_cast<std::int32_t>(n));
  }
  return roots;
}
}

AggregateNumbers connectedAggregates(const std::vector<double>& points,
  const std::vector<std::int64_t>& starts, const std::vector<std::int32_t>& neighbours,
  const std::vector<std::uint8_t>& used, double nodesPerAggregate)
{
  const std::vector<std::int32_t> boxes = bisectUsed(points, used, nodesPerAggregate);
  std::vector<std::int32_t> parts = connectedParts(boxes, starts, neighbours);
  std::vector<std::int32_t> sizes(parts.size(), 0);
  for (std::size_t n = 0; n < parts.size(); ++n)
  {
    sizes[static_cast<std::size_t>(parts[n])] += boxes[n] >= 0 ? 1 : 0;
  }
  // These are the numbers of edges from each small part to parts that are not small; parts are
  // identified by their first node.
  const double least = SmallPart * nodesPerAggregate;
  const auto isSmall = [&](std::int32_t part)
  { return double(sizes[static_cast<std::size_t>(part)]) < least; };
  std::map<std::int32_t, std::map<std::int32_t, int>> edges;
  for (std::size_t n = 0; n < parts.size(); ++n)
  {
    if (boxes[n] < 0 || !isSmall(parts[n]))
    {
      continue;
    }
    std::map<std::int32_t, int>& mine = edges[parts[n]];
    for (std::int64_t k = starts[n]; k < starts[n + 1]; ++k)
    {
      const auto other = static_cast<std::size_t>(neighbours[static_cast<std::size_t>(k)]);
      if (boxes[other] >= 0 && !isSmall(parts[other]))
      {
        ++mine[parts[other]];
      }
    }
  }
  std::map<std::int32_t, std::int32_t> joined;
  for (const auto& [part, others] : edges)
  {
    const auto best = std::max_element(others.begin(), others.end(),
      [](const auto& a, const auto& b) { return a.second < b.second; });
    if (best != others.end())
    {
      joined[part] = best->first;
    }
  }
  AggregateNumbers result;
  result.ofNode.assign(parts.size(), -1);
  std::vector<std::int32_t> numbers(parts.size(), -1);
  for (std::size_t n = 0; n < parts.size(); ++n)
  {
    if (boxes[n] < 0)
    {
      continue;
    }
    std::int32_t part = parts[n];
    if (isSmall(part))
    {
      const auto other = joined.find(part);
      part = other != joined.end() ? other->second : part;
    }
    std::int32_t& number = numbers[static_cast<std::size_t>(part)];
    number = number < 0 ? result.count++ : number;
    result.ofNode[n] = number;
  }
  return result;
}

std::vector<double> aggregateCentres(
  const std::vector<double>& points, const AggregateNumbers& aggregates)
{
  const auto count = static_cast<std::size_t>(aggregates.count);
  std::vector<double> centres(3 * count, 0.0);
  std::vector<double> nodes(count, 0.0);
  for (std::size_t n = 0; n < aggregates.ofNode.size(); ++n)
  {
    if (aggregates.ofNode[n] >= 0)
    {
      const auto a = static_cast<std::size_t>(aggregates.ofNode[n]);
      nodes[a] += 1.0;
      for (std::size_t c = 0; c < 3; ++c)
      {
        centres[3 * a + c] += points[3 * n + c];
      }
    }
  }
  for (std::size_t i = 0; i < centres.size(); ++i)
  {
    centres[i] /= nodes[i / 3];
  }
  return centres;
}
}

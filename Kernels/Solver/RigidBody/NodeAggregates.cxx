#include "Solver/RigidBody/NodeAggregates.h"

#include <algorithm>
#include <array>
#include <limits>

namespace trabecula
{
namespace
{
/// Below this size no further thread is started.
constexpr std::ptrdiff_t SmallestTask = 20000;

/// A node that moves along with its position, so that sorting reads memory in order.
struct PlacedNode
{
  std::array<double, 3> position;
  std::int32_t node;
};

/// Cuts [first, last) into parts aggregates; starts receives where the first to last but one of
/// them end.
void bisect(PlacedNode* begin, std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t parts,
  std::int32_t* starts)
{
  if (parts == 1)
  {
    return;
  }
  std::array<double, 3> low;
  std::array<double, 3> high;
  low.fill(std::numeric_limits<double>::max());
  high.fill(std::numeric_limits<double>::lowest());
  for (std::ptrdiff_t i = first; i < last; ++i)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      low[d] = std::min(low[d], begin[i].position[d]);
      high[d] = std::max(high[d], begin[i].position[d]);
    }
  }
  std::array<std::size_t, 3> axes = { 0, 1, 2 };
  std::stable_sort(axes.begin(), axes.end(),
    [&](std::size_t a, std::size_t b) { return high[a] - low[a] > high[b] - low[b]; });

  const std::ptrdiff_t left = parts / 2;
  const std::ptrdiff_t cut = first + (last - first) * left / parts;
  // Many nodes of a structured mesh share a coordinate: the others decide then, so that the cut
  // is through an edge of the plane and not a speckle.
  std::nth_element(begin + first, begin + cut, begin + last,
    [axes](const PlacedNode& a, const PlacedNode& b)
    {
      for (const std::size_t d : axes)
      {
        if (a.position[d] != b.position[d])
        {
          return a.position[d] < b.position[d];
        }
      }
      return a.node < b.node;
    });
  starts[left - 1] = static_cast<std::int32_t>(cut);
#pragma omp task if (last - first > SmallestTask)
  bisect(begin, first, cut, left, starts);
  bisect(begin, cut, last, parts - left, starts + left);
#pragma omp taskwait
}
}

NodeAggregates bisectNodes(const std::vector<double>& points, std::size_t aggregates)
{
  std::vector<PlacedNode> placed(points.size() / 3);
  for (std::size_t i = 0; i < placed.size(); ++i)
  {
    placed[i] = { { points[3 * i], points[3 * i + 1], points[3 * i + 2] },
      static_cast<std::int32_t>(i) };
  }
  NodeAggregates result;
  result.starts.assign(aggregates + 1, 0);
  result.starts.back() = static_cast<std::int32_t>(placed.size());
#pragma omp parallel
#pragma omp single
  bisect(placed.data(), 0, static_cast<std::ptrdiff_t>(placed.size()),
    static_cast<std::ptrdiff_t>(aggregates), result.starts.data() + 1);
  result.nodes.resize(placed.size());
  std::transform(placed.begin(), placed.end(), result.nodes.begin(),
    [](const PlacedNode& node) { return node.node; });
  return result;
}
}

#include "Solver/RigidBody/NodeAggregates.h"

#include "Core/SymmetricEigen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
/// Smallest number of nodes for which a task is started.
constexpr std::ptrdiff_t SmallestTask = 20000;

/// A node number with its position, so that sorting reads contiguous memory.
struct PlacedNode
{
  std::array<double, 3> position;
  std::int32_t node;
};

/// Divides [first, last) into the given number of parts; starts receives the ends of all parts
/// except the last.
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
  // Many nodes of a structured mesh have the same coordinate. The other coordinates break ties, so
  // that nodes of the same plane on either side of the cut form compact sets.
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

void placeAggregate(const std::vector<double>& points, const std::vector<std::uint8_t>& supports,
  const std::int32_t* begin, const std::int32_t* end, float* offsets, double* centre)
{
  const auto count = static_cast<double>(end - begin);
  const auto pointOf = [&](std::int32_t node)
  { return points.data() + 3 * static_cast<std::size_t>(node); };
  std::array<double, 3> mean = {};
  for (const std::int32_t* node = begin; node != end; ++node)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      mean[c] += pointOf(*node)[c];
    }
  }
  for (std::size_t c = 0; c < 3; ++c)
  {
    mean[c] /= count;
    centre[c] = mean[c];
  }
  double square = 0.0;
  for (const std::int32_t* node = begin; node != end; ++node)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      const double distance = pointOf(*node)[c] - mean[c];
      square += distance * distance;
    }
  }
  const double radius = std::sqrt(square / count);
  centre[3] = radius > 0.0 ? radius : 1.0;

  std::array<double, 36> gram = {};
  for (const std::int32_t* node = begin; node != end; ++node)
  {
    std::array<double, 3> r;
    for (std::size_t c = 0; c < 3; ++c)
    {
      r[c] = (pointOf(*node)[c] - mean[c]) / centre[3];
    }
    const std::array<std::array<double, 6>, 3> motion = { { { 1.0, 0.0, 0.0, 0.0, r[2], -r[1] },
      { 0.0, 1.0, 0.0, -r[2], 0.0, r[0] }, { 0.0, 0.0, 1.0, r[1], -r[0], 0.0 } } };
    for (std::size_t c = 0; c < 3; ++c)
    {
      const std::size_t unknown = 3 * static_cast<std::size_t>(*node) + c;
      offsets[unknown] = static_cast<float>(r[c]);
      if (supports[unknown] == 0)
      {
        for (std::size_t i = 0; i < 36; ++i)
        {
          gram[i] += motion[c][i / 6] * motion[c][i % 6];
        }
      }
    }
  }
  const std::vector<double> spectrum = symmetricEigenvalues(gram.data(), 6);
  if (spectrum.front() < 1e-6 * spectrum.back())
  {
    centre[3] = -centre[3];
  }
}
}

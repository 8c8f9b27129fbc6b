#include "Operator/Meshfree/ShapeLists.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/SortAndScan.h"
#include "Core/Text.h"
#include "Element/MovingLeastSquares.h"
#include "Mesh/Cloud/PointBins.h"
#include "Operator/Meshfree/LargestOfPart.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Returns whether a point is in the domain of influence of a node, that is, nearer than the radius
/// at which the weight function vanishes.
TRABECULA_FUNCTION bool influences(const double* node, double radius, const double* x)
{
  const double a = x[0] - node[0];
  const double b = x[1] - node[1];
  const double c = x[2] - node[2];
  const double reach = radius * (1.0 - 1e-12);
  return a * a + b * b + c * c < reach * reach;
}

/// Calls visit(node) for the nodes whose domains of influence contain x.
template <class Visit>
TRABECULA_FUNCTION void forNodesAt(
  const PointBinsView& bins, const double* radii, const double* x, const Visit& visit)
{
  bins.visit(x, 1,
    [&](std::int64_t position)
    {
      const std::int32_t node = bins.order[position];
      if (influences(bins.coordinates + 3 * position, radii[node], x))
      {
        visit(node);
      }
    });
}

template <class Space>
void countNodes(const Context<Space>& context, std::int64_t points, const double* places,
  const PointBinsView bins, const double* radii, std::int64_t* starts)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t q) {
      std::int64_t count = 0;
      forNodesAt(bins, radii, places + 3 * q, [&](std::int32_t) { ++count; });
      starts[q + 1] = count;
    });
}

/// Writes the nodes of each point in ascending order, so that sums do not depend on the order of
/// the bins.
template <class Space>
void writeNodes(const Context<Space>& context, std::int64_t points, const double* places,
  const PointBinsView bins, const double* radii, const std::int64_t* starts, std::int32_t* nodes)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t q) {
      std::int64_t end = starts[q];
      const std::int64_t begin = end;
      forNodesAt(bins, radii, places + 3 * q,
        [&](std::int32_t node)
        {
          std::int64_t place = end++;
          for (; place > begin && nodes[place - 1] > node; --place)
          {
            nodes[place] = nodes[place - 1];
          }
          nodes[place] = node;
        });
    });
}

/// Computes shape functions at all points, and the reciprocal condition number of each moment
/// matrix.
template <class Space>
void computeShapes(const Context<Space>& context, std::int64_t points, const double* places,
  const double* nodes, const double* radii, const std::int64_t* starts, const std::int32_t* node,
  double least, double* values, double* gradients, double* conditions)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t q) {
      MovingLeastSquares fit(places + 3 * q);
      for (std::int64_t i = starts[q]; i < starts[q + 1]; ++i)
      {
        fit.reach(radii[node[i]]);
      }
      for (std::int64_t i = starts[q]; i < starts[q + 1]; ++i)
      {
        fit.add(nodes + 3 * std::int64_t(node[i]), radii[node[i]]);
      }
      const std::int64_t count = starts[q + 1] - starts[q];
      const double condition = count < MovingLeastSquares::Terms ? 0.0 : fit.solve();
      conditions[q] = condition;
      for (std::int64_t i = starts[q]; i < starts[q + 1]; ++i)
      {
        if (condition >= least)
        {
          values[i] =
            fit.valueOf(nodes + 3 * std::int64_t(node[i]), radii[node[i]], gradients + 3 * i);
        }
        else
        {
          values[i] = gradients[3 * i] = gradients[3 * i + 1] = gradients[3 * i + 2] = 0.0;
        }
      }
    });
}

template <class Space>
void numberEntries(const Context<Space>& context, std::int64_t points, const std::int64_t* starts,
  std::int64_t* entries, std::int32_t* pointOf)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t q) {
      for (std::int64_t i = starts[q]; i < starts[q + 1]; ++i)
      {
        entries[i] = i;
        pointOf[i] = static_cast<std::int32_t>(q);
      }
    });
}

template <class Space>
void gatherPoints(const Context<Space>& context, std::int64_t count, const std::int64_t* entries,
  const std::int32_t* pointOf, std::int32_t* gathered)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t i) { gathered[i] = pointOf[entries[i]]; });
}

template <class Space>
void scaleDistances(const Context<Space>& context, std::int64_t nodes, double scale, double* radii)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t i) { radii[i] *= scale; });
}

inline std::string placeText(const double* x)
{
  return "(" + shortText(x[0]) + ", " + shortText(x[1]) + ", " + shortText(x[2]) + ")";
}
}

namespace detail
{
[[noreturn]] inline void refusePoint(const std::vector<double>& points, std::size_t q,
  std::int64_t nodesInReach, const PointNames& names)
{
  throw Error("The " + names.name + " " + placeText(&points[3 * q]) +
    (names.perCell > 0 ? " in cell " + std::to_string(q / static_cast<std::size_t>(names.perCell))
                       : std::string()) +
    " has " + countText(nodesInReach, "node") +
    " in reach; it needs 4 that are not nearly in a plane. Raise Support Scale.");
}
}

template <class Space>
NodeCloud<Space> makeNodeCloud(
  const Context<Space>& context, const std::vector<double>& points, double supportScale)
{
  NodeCloud<Space> cloud;
  const auto nodes = static_cast<std::int64_t>(points.size() / 3);
  if (nodes < MovingLeastSquares::Terms)
  {
    throw Error("There are " + std::to_string(nodes) +
      " nodes; shape functions need at least four that are not in a plane.");
  }
  cloud.points = DeviceVector<double, Space>(context, points);
  cloud.radii = nearestDistances(context, nodes, cloud.points.data());
  const std::vector<double> nearest = cloud.radii.toHost();
  const auto coincident = std::find(nearest.begin(), nearest.end(), 0.0);
  if (coincident != nearest.end())
  {
    const auto node = static_cast<std::size_t>(coincident - nearest.begin());
    throw Error("Node " + std::to_string(node) + " at " + detail::placeText(&points[3 * node]) +
      " coincides with another one. Join them first, for example with the filter Clean to Grid.");
  }
  detail::scaleDistances(context, nodes, supportScale, cloud.radii.data());
  return cloud;
}

namespace detail
{
template <class Space>
PointBins<Space> binsOf(const Context<Space>& context, const NodeCloud<Space>& cloud)
{
  const double* radii = cloud.radii.data();
  const double largest = largestOfPart(
    context, cloud.nodes(), TRABECULA_LAMBDA(std::int64_t i) { return radii[i]; });
  return PointBins<Space>(context, cloud.nodes(), cloud.points.data(), largest);
}

/// Computes the start of the entries of each point.
template <class Space>
std::int64_t startLists(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const PointBins<Space>& bins, const DeviceVector<double, Space>& places,
  DeviceVector<std::int64_t, Space>& starts)
{
  const auto points = static_cast<std::int64_t>(starts.size()) - 1;
  starts.zero();
  countNodes(context, points, places.data(), bins.view(), cloud.radii.data(), starts.data());
  inclusiveScan(starts);
  std::int64_t entries = 0;
  context.copyToHost(&entries, starts.data() + points, sizeof(entries));
  return entries;
}
}

template <class Space>
std::int64_t countEntries(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const std::vector<double>& points, const PointNames& names)
{
  DeviceVector<std::int64_t, Space> starts(context, points.size() / 3 + 1);
  const std::int64_t entries = detail::startLists(context, cloud, detail::binsOf(context, cloud),
    DeviceVector<double, Space>(context, points), starts);
  if (names.areRequired)
  {
    const std::vector<std::int64_t> found = starts.toHost();
    for (std::size_t q = 0; q + 1 < found.size(); ++q)
    {
      if (found[q + 1] - found[q] < MovingLeastSquares::Terms)
      {
        detail::refusePoint(points, q, found[q + 1] - found[q], names);
      }
    }
  }
  return entries;
}

template <class Space>
ShapeLists<Space>::ShapeLists(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const std::vector<double>& points, const PointNames& names)
  : Starts(context, points.size() / 3 + 1)
{
  const auto count = static_cast<std::int64_t>(points.size() / 3);
  const DeviceVector<double, Space> places(context, points);
  const double* radii = cloud.radii.data();
  const PointBins<Space> bins = detail::binsOf(context, cloud);
  const std::int64_t entries = detail::startLists(context, cloud, bins, places, this->Starts);
  this->Node = DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(entries));
  detail::writeNodes(
    context, count, places.data(), bins.view(), radii, this->Starts.data(), this->Node.data());
  this->Values = DeviceVector<double, Space>(context, static_cast<std::size_t>(entries));
  this->Gradients = DeviceVector<double, Space>(context, 3 * static_cast<std::size_t>(entries));
  this->evaluate(context, cloud, points, places, names);
  this->transpose(context, cloud.nodes());
}

template <class Space>
ShapeLists<Space>::ShapeLists(const Context<Space>& context, std::int64_t nodes,
  DeviceVector<std::int64_t, Space> starts, DeviceVector<std::int32_t, Space> node,
  DeviceVector<double, Space> values, DeviceVector<double, Space> gradients)
  : Starts(std::move(starts)), Node(std::move(node)), Values(std::move(values)),
    Gradients(std::move(gradients))
{
  this->transpose(context, nodes);
}

template <class Space>
std::size_t ShapeLists<Space>::memory(std::size_t points, std::size_t nodes, std::size_t entries)
{
  // The estimate includes the sort keys and the temporary storage of the sort, which are released
  // afterwards.
  return (points + nodes + 2) * sizeof(std::int64_t) +
    entries * (4 * sizeof(double) + 2 * sizeof(std::int32_t) + sizeof(std::int64_t)) +
    entries * 2 * (sizeof(std::int32_t) + sizeof(std::int64_t));
}

template <class Space>
void ShapeLists<Space>::evaluate(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const std::vector<double>& points, const DeviceVector<double, Space>& places,
  const PointNames& names)
{
  const std::int64_t count = this->numberOfPoints();
  DeviceVector<double, Space> conditions(context, static_cast<std::size_t>(count));
  detail::computeShapes(context, count, places.data(), cloud.points.data(), cloud.radii.data(),
    this->Starts.data(), this->Node.data(), LeastCondition, this->Values.data(),
    this->Gradients.data(), conditions.data());
  if (!names.areRequired)
  {
    return;
  }
  const std::vector<double> found = conditions.toHost();
  const auto bad = std::find_if(
    found.begin(), found.end(), [](double condition) { return !(condition >= LeastCondition); });
  if (bad == found.end())
  {
    return;
  }
  const auto q = static_cast<std::size_t>(bad - found.begin());
  std::int64_t ends[2] = { 0, 0 };
  context.copyToHost(ends, this->Starts.data() + q, sizeof(ends));
  detail::refusePoint(points, q, ends[1] - ends[0], names);
}

template <class Space>
void ShapeLists<Space>::transpose(const Context<Space>& context, std::int64_t nodes)
{
  const auto count = static_cast<std::size_t>(this->numberOfEntries());
  DeviceVector<std::int32_t, Space> keys(context, count);
  keys.copy(this->Node);
  DeviceVector<std::int32_t, Space> pointOf(context, count);
  this->Entries = DeviceVector<std::int64_t, Space>(context, count);
  this->PointOf = DeviceVector<std::int32_t, Space>(context, count);
  this->NodeStarts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(nodes) + 1);
  detail::numberEntries(
    context, this->numberOfPoints(), this->Starts.data(), this->Entries.data(), pointOf.data());
  sortByKey(keys, this->Entries); // stable: a node's entries remain in the order of points
  findStarts(keys, this->NodeStarts);
  detail::gatherPoints(
    context, this->numberOfEntries(), this->Entries.data(), pointOf.data(), this->PointOf.data());
}

template <class Space>
ShapeListsView ShapeLists<Space>::view() const
{
  return { this->numberOfPoints(), static_cast<std::int64_t>(this->NodeStarts.size()) - 1,
    this->Starts.data(), this->Node.data(), this->Values.data(), this->Gradients.data(),
    this->NodeStarts.data(), this->Entries.data(), this->PointOf.data() };
}

template NodeCloud<CompiledSpace> makeNodeCloud<CompiledSpace>(
  const Context<CompiledSpace>& context, const std::vector<double>& points, double supportScale);
template std::int64_t countEntries<CompiledSpace>(const Context<CompiledSpace>& context,
  const NodeCloud<CompiledSpace>& cloud, const std::vector<double>& points,
  const PointNames& names);
template class ShapeLists<CompiledSpace>;
}

#ifndef TRABECULA_OPERATOR_MESHFREE_SHAPELISTS_H
#define TRABECULA_OPERATOR_MESHFREE_SHAPELISTS_H

#include "Core/Context.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// Nodes without a mesh and their domains of influence, on the host and without a context.
struct HostCloud
{
  std::vector<double> points; ///< 3 per node, length
  std::vector<double> radii;  ///< of the domain of influence of each node, length

  std::int64_t nodes() const { return static_cast<std::int64_t>(this->radii.size()); }
};

/// The same in memory of a space.
template <class Space>
struct NodeCloud
{
  DeviceVector<double, Space> points; ///< 3 per node, length
  DeviceVector<double, Space> radii;  ///< of the domain of influence of each node, length

  std::int64_t nodes() const { return static_cast<std::int64_t>(this->radii.size()); }
};

/// The name of the points of lists in messages.
struct PointNames
{
  std::string name = "integration point";
  int perCell = 0; ///< points of a cell, if they are those of the cells, cell after cell; else 0
  /// If false, points in too few domains of influence have shape functions of zero.
  bool areRequired = true;
};

/// Entries of the lists of a set of points, without computing them.
/// @throws Error naming the first point in fewer than four domains of influence, if points are
/// required
template <class Space>
std::int64_t countEntries(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const std::vector<double>& points, const PointNames& names = {});

/// A cloud whose radii are a multiple of the distance to the nearest other node (Lu et al. 2021,
/// after eq. 5). @param points 3 per node @throws Error naming the first node that coincides with
/// another
template <class Space>
NodeCloud<Space> makeNodeCloud(
  const Context<Space>& context, const std::vector<double>& points, double supportScale);

/// A copy in memory of a context.
template <class Space>
NodeCloud<Space> copyOf(const Context<Space>& context, const HostCloud& cloud)
{
  return { DeviceVector<double, Space>(context, cloud.points),
    DeviceVector<double, Space>(context, cloud.radii) };
}

/// The lists as kernels see them. Entries of a point are consecutive, in ascending order of nodes.
struct ShapeListsView
{
  std::int64_t points;
  std::int64_t nodes;
  const std::int64_t* starts;     ///< of the entries of each point; one more than points
  const std::int32_t* node;       ///< of each entry
  const double* values;           ///< shape function, of each entry
  const double* gradients;        ///< 3 of each entry, 1 / length
  const std::int64_t* nodeStarts; ///< into the next; one more than nodes
  const std::int64_t* entries;    ///< those of each node, ascending
  const std::int32_t* pointOf;    ///< the point of each of these
};

/// For each of a set of points the nodes whose domains of influence contain it, with their shape
/// functions there, and for each node the points in its domain.
template <class Space>
class ShapeLists
{
public:
  /// Reciprocal condition number below which a moment matrix is refused.
  static constexpr double LeastCondition = 1e-6;

  ShapeLists() = default;
  /**
   * @param points 3 per point, length
   * @throws Error naming the first point in too few domains of influence, or whose nodes are nearly
   * in a plane, and its place
   */
  ShapeLists(const Context<Space>& context, const NodeCloud<Space>& cloud,
    const std::vector<double>& points, const PointNames& names = {});
  /// From lists as in ShapeListsView, except those of nodes.
  ShapeLists(const Context<Space>& context, std::int64_t nodes,
    DeviceVector<std::int64_t, Space> starts, DeviceVector<std::int32_t, Space> node,
    DeviceVector<double, Space> values, DeviceVector<double, Space> gradients);

  ShapeListsView view() const;
  std::int64_t numberOfPoints() const
  {
    return this->Starts.size() > 0 ? static_cast<std::int64_t>(this->Starts.size()) - 1 : 0;
  }
  std::int64_t numberOfEntries() const { return static_cast<std::int64_t>(this->Node.size()); }
  /// Bytes of lists.
  static std::size_t memory(std::size_t points, std::size_t nodes, std::size_t entries);

private:
  void evaluate(const Context<Space>& context, const NodeCloud<Space>& cloud,
    const std::vector<double>& points, const DeviceVector<double, Space>& places,
    const PointNames& names);
  void transpose(const Context<Space>& context, std::int64_t nodes);

  DeviceVector<std::int64_t, Space> Starts;
  DeviceVector<std::int32_t, Space> Node;
  DeviceVector<double, Space> Values;
  DeviceVector<double, Space> Gradients;
  DeviceVector<std::int64_t, Space> NodeStarts;
  DeviceVector<std::int64_t, Space> Entries;
  DeviceVector<std::int32_t, Space> PointOf;
};
}

#endif

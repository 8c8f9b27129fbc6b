#include "Operator/Meshfree/ConsistentGradients.h"

#include "Core/Parallel.h"
#include "Core/SortAndScan.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
/// The shape lists of the points inside a cell and on its faces.
struct ListsOfCells
{
  static constexpr int FacePointsOfCell = 6 * FacePoints::PerFace;
  static constexpr int Most = 4 * 4 * 4 + FacePointsOfCell;

  ShapeListsView inside;
  ShapeListsView faces;
  int perCell;

  TRABECULA_FUNCTION int count() const { return this->perCell + FacePointsOfCell; }
  TRABECULA_FUNCTION const ShapeListsView& lists(int l) const
  {
    return l < this->perCell ? this->inside : this->faces;
  }
  TRABECULA_FUNCTION std::int64_t point(std::int64_t cell, int l) const
  {
    return l < this->perCell ? cell * this->perCell + l
                             : cell * FacePointsOfCell + l - this->perCell;
  }

  /// Calls visit(node, entries, hasNode(l)) for all nodes of the lists in ascending order;
  /// entries[l] is the entry of the node in list l if that list contains it.
  template <class Visit>
  TRABECULA_FUNCTION void forNodes(std::int64_t cell, const Visit& visit) const
  {
    std::int64_t heads[Most];
    for (int l = 0; l < this->count(); ++l)
    {
      heads[l] = this->lists(l).starts[this->point(cell, l)];
    }
    constexpr std::int32_t none = 0x7fffffff;
    for (;;)
    {
      std::int32_t least = none;
      for (int l = 0; l < this->count(); ++l)
      {
        if (heads[l] < this->lists(l).starts[this->point(cell, l) + 1])
        {
          const std::int32_t node = this->lists(l).node[heads[l]];
          least = node < least ? node : least;
        }
      }
      if (least == none)
      {
        return;
      }
      const auto hasNode = [&](int l)
      {
        return heads[l] < this->lists(l).starts[this->point(cell, l) + 1] &&
          this->lists(l).node[heads[l]] == least;
      };
      visit(least, heads, hasNode);
      for (int l = 0; l < this->count(); ++l)
      {
        heads[l] += hasNode(l) ? 1 : 0;
      }
    }
  }
};

/// Sets starts[q + 1] to the number of distinct nodes in the lists of the cell of point q.
template <class Space>
void countUnions(
  const Context<Space>& context, std::int64_t cells, const ListsOfCells lists, std::int64_t* starts)
{
  forEach(
    context, cells, TRABECULA_LAMBDA(std::int64_t cell) {
      std::int64_t count = 0;
      lists.forNodes(cell, [&](std::int32_t, const std::int64_t*, const auto&) { ++count; });
      for (int l = 0; l < lists.perCell; ++l)
      {
        starts[cell * lists.perCell + l + 1] = count;
      }
    });
}

/// The lists with corrected gradients.
struct CorrectedLists
{
  const std::int64_t* starts;
  std::int32_t* node;
  double* values;
  double* gradients;
};

/// Writes the corrected gradients; see consistentShapes().
template <class Space>
void correctGradients(const Context<Space>& context, std::int64_t cells, const ListsOfCells lists,
  const double* weights, const double* faceVectors, const CorrectedLists corrected)
{
  forEach(
    context, cells, TRABECULA_LAMBDA(std::int64_t cell) {
      double volume = 0.0;
      for (int l = 0; l < lists.perCell; ++l)
      {
        volume += weights[cell * lists.perCell + l];
      }
      std::int64_t place = 0;
      lists.forNodes(cell,
        [&](std::int32_t node, const std::int64_t* entries, const auto& hasNode)
        {
          double correction[3] = { 0.0, 0.0, 0.0 };
          for (int l = 0; l < lists.count(); ++l)
          {
            const std::int64_t point = lists.point(cell, l);
            for (int k = 0; hasNode(l) && k < 3; ++k)
            {
              correction[k] += l < lists.perCell
                ? -weights[point] * lists.inside.gradients[3 * entries[l] + k]
                : lists.faces.values[entries[l]] * faceVectors[3 * point + k];
            }
          }
          for (int l = 0; l < lists.perCell; ++l)
          {
            const std::int64_t entry = corrected.starts[lists.point(cell, l)] + place;
            const bool has = hasNode(l);
            corrected.node[entry] = node;
            corrected.values[entry] = has ? lists.inside.values[entries[l]] : 0.0;
            for (int k = 0; k < 3; ++k)
            {
              corrected.gradients[3 * entry + k] =
                correction[k] / volume + (has ? lists.inside.gradients[3 * entries[l] + k] : 0.0);
            }
          }
          ++place;
        });
    });
}
}

template <class Space>
ShapeLists<Space> consistentShapes(const Context<Space>& context, const NodeCloud<Space>& cloud,
  const IntegrationPoints& points, const FacePoints& faces)
{
  const ShapeLists<Space> inside(
    context, cloud, points.places, { "integration point", points.perCell });
  const ShapeLists<Space> around(context, cloud, faces.places,
    { "integration point on a face", detail::ListsOfCells::FacePointsOfCell });
  std::vector<double> vectors(faces.normals.size());
  for (std::size_t i = 0; i < vectors.size(); ++i)
  {
    vectors[i] = faces.weights[i / 3] * faces.normals[i];
  }
  const DeviceVector<double, Space> faceVectors(context, vectors);
  const DeviceVector<double, Space> weights(context, points.weights);
  const detail::ListsOfCells lists = { inside.view(), around.view(), points.perCell };
  const std::int64_t cells = inside.numberOfPoints() / points.perCell;

  DeviceVector<std::int64_t, Space> starts(context, points.size() + 1);
  starts.zero();
  detail::countUnions(context, cells, lists, starts.data());
  inclusiveScan(starts);
  std::int64_t total = 0;
  context.copyToHost(&total, starts.data() + points.size(), sizeof(total));
  const auto entries = static_cast<std::size_t>(total);
  DeviceVector<std::int32_t, Space> node(context, entries);
  DeviceVector<double, Space> values(context, entries);
  DeviceVector<double, Space> gradients(context, 3 * entries);
  detail::correctGradients(context, cells, lists, weights.data(), faceVectors.data(),
    { starts.data(), node.data(), values.data(), gradients.data() });
  return ShapeLists<Space>(context, cloud.nodes(), std::move(starts), std::move(node),
    std::move(values), std::move(gradients));
}

template ShapeLists<CompiledSpace> consistentShapes<CompiledSpace>(
  const Context<CompiledSpace>& context, const NodeCloud<CompiledSpace>& cloud,
  const IntegrationPoints& points, const FacePoints& faces);
}

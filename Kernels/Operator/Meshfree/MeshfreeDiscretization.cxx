#include "Operator/Meshfree/MeshfreeDiscretization.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/Text.h"
#include "Operator/Meshfree/ConsistentGradients.h"

#include <string>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Computes volumes_i, the integral of Phi_i over the solid part of the cells.
template <class Space>
void integrateShapes(const Context<Space>& context, const ShapeListsView shapes,
  const double* weights, double* volumes)
{
  forEach(
    context, shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        sum += shapes.values[shapes.entries[i]] * weights[shapes.pointOf[i]];
      }
      volumes[node] = sum;
    });
}

inline std::vector<double> solidWeights(const IntegrationPoints& points)
{
  std::vector<double> weights = points.weights;
  const auto perCell = static_cast<std::size_t>(points.perCell);
  for (std::size_t q = 0; !points.solidFractions.empty() && q < weights.size(); ++q)
  {
    weights[q] *= points.solidFractions[q / perCell];
  }
  return weights;
}

/// @throws Error naming the first node whose shape function has no positive integral
template <class Space>
void checkNodes(const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization)
{
  const std::vector<double> volumes = discretization.volumes.toHost();
  for (std::size_t node = 0; node < volumes.size(); ++node)
  {
    if (volumes[node] > 0.0)
    {
      continue;
    }
    const std::vector<double> x = discretization.nodes.toHost();
    std::int64_t starts[2] = { 0, 0 };
    context.copyToHost(starts, discretization.shapes.view().nodeStarts + node, sizeof(starts));
    const std::string name = "Node " + std::to_string(node) + " at (" + shortText(x[3 * node]) +
      ", " + shortText(x[3 * node + 1]) + ", " + shortText(x[3 * node + 2]) + ")";
    throw Error(starts[0] == starts[1]
        ? name +
          " reaches no integration point. Take out nodes outside of the cells, or raise Support "
          "Scale."
        : name + " has a shape function whose integral, " + shortText(volumes[node]) +
          ", is not positive: the nodes are too irregular there. Move or remove it, or use finer "
          "cells or more Gauss points.");
  }
}
}

template <class Space>
MeshfreeDiscretization<Space>::MeshfreeDiscretization(const Context<Space>& context,
  const NodeCloud<Space>& cloud, const IntegrationPoints& points, const FacePoints* faces,
  const ConstrainedPoints& constrained)
  : shapes(faces ? consistentShapes(context, cloud, points, *faces)
                 : ShapeLists<Space>(
                     context, cloud, points.places, { "integration point", points.perCell })),
    places(context, points.places), weights(context, detail::solidWeights(points)),
    perCell(points.perCell), constraints(context, cloud, constrained),
    nodes(context, static_cast<std::size_t>(3 * cloud.nodes())),
    volumes(context, static_cast<std::size_t>(cloud.nodes()))
{
  this->nodes.copy(cloud.points);
  detail::integrateShapes(context, this->shapes.view(), this->weights.data(), this->volumes.data());
  detail::checkNodes(context, *this);
}

template struct MeshfreeDiscretization<CompiledSpace>;
}

// This file contains the definitions common to all spaces.

#include "Core/Parallel.h"
#include "Element/Hex8Element.h"
#include "Operator/Hex8/Hex8Gather.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/OperatorChecks.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace detail
{
/// Returns the edge that elements would have if they were equal cubes that fill the bounding box of
/// the mesh.
inline double typicalLength(const Mesh& mesh)
{
  double volume = mesh.points.empty() ? 0.0 : 1.0;
  for (std::size_t c = 0; c < 3 && volume > 0.0; ++c)
  {
    double low = mesh.points[c];
    double high = low;
    for (std::size_t i = c; i < mesh.points.size(); i += 3)
    {
      low = std::min(low, mesh.points[i]);
      high = std::max(high, mesh.points[i]);
    }
    volume *= high - low;
  }
  return volume > 0.0 ? std::cbrt(volume / std::max(1.0, double(mesh.numberOfElements()))) : 1.0;
}

/// Computes volumes and centroids of the elements at the positions of an order.
template <class Space>
void measureHexahedra(const Context<Space>& context, std::int64_t elements,
  const typename ElementSums<Space>::Nodes nodes, const std::int32_t* order, const double* points,
  double* volumes, double* centroids)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t position) {
      double x[24];
      gatherNodes([=](int a) { return nodes(position, a); }, points, x);
      const std::int64_t e = order[position];
      hex8::smallestDeterminant(x, volumes[e]);
      for (int c = 0; c < 3; ++c)
      {
        double sum = 0.0;
        for (int a = 0; a < 8; ++a)
        {
          sum += x[8 * c + a];
        }
        centroids[3 * e + c] = sum / 8.0;
      }
    });
}

/// Computes displacement gradients at the centres of the same elements.
template <class Space>
void gradientsOfHexahedra(const Context<Space>& context, std::int64_t elements,
  const typename ElementSums<Space>::Nodes nodes, const std::int32_t* order, const double* points,
  const double* u, double* gradients)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t position) {
      double x[24];
      double displacement[24];
      gatherNodes([=](int a) { return nodes(position, a); }, points, x);
      gatherNodes([=](int a) { return nodes(position, a); }, u, displacement);
      Hex8Element::centreGradient(x, displacement, gradients + 9 * std::int64_t(order[position]));
    });
}

/// Lists the nodes of the elements at the positions of an order, 8 per element.
template <class Space>
void listNodes(const Context<Space>& context, std::int64_t elements,
  const typename ElementSums<Space>::Nodes nodes, std::int32_t* connectivity)
{
  forEach(
    context, 8 * elements, TRABECULA_LAMBDA(std::int64_t i) {
      connectivity[i] = static_cast<std::int32_t>(nodes(i / 8, static_cast<int>(i % 8)));
    });
}

/// f += the transpose of gradientsOfHexahedra(): each node sums the contributions of its adjacent
/// elements.
/// @param around adjacent elements of each node, by their positions in the order
template <class Space>
void addHexahedraTransposed(const Context<Space>& context, std::int64_t nodes,
  const GroupView around, const std::int32_t* order, const double* points, const double* s,
  double* f)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum[3] = {};
      for (std::int64_t i = around.starts[node]; i < around.starts[node + 1]; ++i)
      {
        const std::int64_t position = around.incidences[i] / 8;
        const std::int32_t* corners = around.connectivity + 8 * position;
        double x[24];
        double g[24];
        const double centre[3] = {};
        gatherNodes([=](int a) { return std::int64_t(corners[a]); }, points, x);
        Hex8Element::gradientsAt(x, centre, g);
        const double* slopes = g + 3 * (around.incidences[i] % 8);
        const double* at = s + 9 * std::int64_t(order[position]);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += at[3 * c] * slopes[0] + at[3 * c + 1] * slopes[1] + at[3 * c + 2] * slopes[2];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        f[3 * node + c] += sum[c];
      }
    });
}
}

template <class Space>
Hex8Operator<Space>::Hex8Operator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh, double poissonsRatio, bool reproducible)
  : Hex8Operator(layouts, mesh, poissonsRatio, reproducible, mortonOrder(mesh), {})
{
}

template <class Space>
Hex8Operator<Space>::Hex8Operator(const OperatorLayouts<Space>& layouts, const Mesh& mesh,
  double poissonsRatio, bool reproducible, const std::vector<std::int32_t>& order,
  const std::vector<std::uint8_t>& tags)
  : StiffnessOperator<Space>(layouts), PoissonsRatio(poissonsRatio),
    Length(detail::typicalLength(mesh)), Points(layouts.context(), mesh.points),
    Order(layouts.context(), order),
    Sums(layouts.context(), detail::permuted(mesh.connectivity, order, 8), mesh.numberOfNodes(),
      tags, reproducible)
{
  requireLayoutsOf(layouts, mesh);
}

template <class Space>
void Hex8Operator<Space>::computeGeometry(double* volumes, double* centroids)
{
  detail::measureHexahedra<Space>(this->context(), this->numberOfElements(),
    this->Sums.nodesOfElements(), this->Order.data(), this->Points.data(), volumes, centroids);
}

template <class Space>
void Hex8Operator<Space>::computeGradients(const double* u, double* gradients)
{
  detail::gradientsOfHexahedra<Space>(this->context(), this->numberOfElements(),
    this->Sums.nodesOfElements(), this->Order.data(), this->Points.data(), u, gradients);
}

template <class Space>
void Hex8Operator<Space>::addGradientsTransposed(const double* s, double* f)
{
  const Context<Space>& context = this->context();
  const std::int64_t elements = this->numberOfElements();
  if (this->Around.starts.size() == 0)
  {
    this->Around.connectivity =
      DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(8 * elements));
    detail::listNodes<Space>(
      context, elements, this->Sums.nodesOfElements(), this->Around.connectivity.data());
    findIncidences(context, this->numberOfNodes(), this->Around);
  }
  detail::addHexahedraTransposed<Space>(context, this->numberOfNodes(), this->Around.view(),
    this->Order.data(), this->Points.data(), s, f);
}

template <class Space>
void Hex8Operator<Space>::useModuli(const double* moduli)
{
  this->Moduli = moduli;
}

template <class Space>
std::size_t Hex8Operator<Space>::memory(std::size_t nodes, std::size_t elements, bool reproducible)
{
  // On CUDA the slots of corners and the node and entries of each slot are stored in addition. The
  // number of slots is bounded for batches along a Morton curve, which have one slot per batch and
  // node.
  const std::size_t slots = nodes + 2 * elements;
  std::size_t bytes = nodes * 3 * sizeof(double) +
    elements * (2 * sizeof(std::int32_t) + 8 * sizeof(std::uint16_t)) +
    slots * (sizeof(std::int32_t) + 8 * sizeof(std::uint16_t)) + 64;
  if (reproducible)
  {
    bytes += nodes * 2 * sizeof(std::int32_t) + slots * (sizeof(std::int32_t) + 3 * sizeof(double));
  }
  return bytes;
}
}

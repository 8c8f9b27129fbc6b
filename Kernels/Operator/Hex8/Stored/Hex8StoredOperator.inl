// This file contains the definitions common to all spaces.

#include "Core/Parallel.h"
#include "Element/Hex8.h"
#include "Mesh/ElementOrder.h"
#include "Mesh/NodeElements.h"
#include "Operator/Hex8/Hex8Gather.h"
#include "Operator/Hex8/Stored/Hex8StoredOperator.h"

#include <numeric>

namespace trabecula
{
namespace detail
{
constexpr int MatrixSize = 24 * 24;

/// Computes the columns K e_j of the element matrices and stores them as rows; both are equal by
/// symmetry.
template <class Space>
void computeMatrices(const Context<Space>& context, std::int64_t elements,
  const std::int32_t* connectivity, const double* points, const Elasticity material,
  double* matrices)
{
  forEach(
    context, 24 * elements, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t position = i / 24;
      const int column = static_cast<int>(i % 24);
      double x[24];
      double u[24];
      double f[24];
      gatherNodes([=](int a) { return std::int64_t(connectivity[8 * position + a]); }, points, x);
      for (int k = 0; k < 24; ++k)
      {
        u[k] = k == column % 3 * 8 + column / 3 ? 1.0 : 0.0;
      }
      hex8::product(x, u, 1.0, material, f);
      double* row = matrices + MatrixSize * position + 24 * column;
      for (int k = 0; k < 24; ++k)
      {
        row[k] = f[k % 3 * 8 + k / 3];
      }
    });
}

/// The input of a thread of Algorithm 2.
struct NodeByNode
{
  const std::int64_t* starts;
  const std::int32_t* elements;
  const std::uint8_t* corners;
  const std::int32_t* connectivity;
  const double* matrices;
  const double* moduli;

  /// Lines 3 to 12 of Algorithm 2 for one node.
  TRABECULA_FUNCTION void product(std::int64_t node, const double* x, double* y) const
  {
    double value[3] = {};
    for (std::int64_t k = this->starts[node]; k < this->starts[node + 1]; ++k)
    {
      const std::int64_t element = this->elements[k];
      const double modulus = this->moduli[element];
      const double* rows = this->matrices + MatrixSize * element + 72 * this->corners[k];
      for (int j = 0; j < 8; ++j)
      {
        const double* u = x + 3 * std::int64_t(this->connectivity[8 * element + j]);
        for (int i = 0; i < 3; ++i)
        {
          const double* tile = rows + 24 * i + 3 * j;
          value[i] += modulus * (tile[0] * u[0] + tile[1] * u[1] + tile[2] * u[2]);
        }
      }
    }
    for (int i = 0; i < 3; ++i)
    {
      y[3 * node + i] = value[i];
    }
  }
};
}

template <class Space>
Hex8StoredOperator<Space>::Hex8StoredOperator(const OperatorLayouts<Space>& layouts,
  const Mesh& mesh, double poissonsRatio, bool reproducible, Strategy strategy)
  : Hex8Operator<Space>(layouts, mesh, poissonsRatio, reproducible), Chosen(strategy)
{
  const Context<Space>& context = layouts.context();
  std::vector<std::int32_t> order(mesh.numberOfElements());
  std::iota(order.begin(), order.end(), 0);
  if (strategy == Strategy::Coloured)
  {
    ColouredElements colours = colourElements(mesh);
    order = std::move(colours.elements);
    this->ColourStarts = std::move(colours.colourStarts);
  }
  else if (strategy == Strategy::Ebe && Space::Id == ExecutionSpace::Host)
  {
    order = this->Order.toHost();
  }
  else if (strategy == Strategy::Nbn)
  {
    const NodeElements around = findNodeElements(mesh.connectivity, mesh.numberOfNodes());
    this->NodeStarts = DeviceVector<std::int64_t, Space>(context, around.starts);
    this->NodeElementNumbers = DeviceVector<std::int32_t, Space>(context, around.elements);
    this->NodeCorners = DeviceVector<std::uint8_t, Space>(context, around.corners);
  }
  this->StoredOrder = DeviceVector<std::int32_t, Space>(context, order);
  this->StoredConnectivity =
    DeviceVector<std::int32_t, Space>(context, detail::permuted(mesh.connectivity, order, 8));
  this->Matrices =
    DeviceVector<double, Space>(context, detail::MatrixSize * mesh.numberOfElements());
  detail::computeMatrices(context, this->numberOfElements(), this->StoredConnectivity.data(),
    this->Points.data(), unitElasticity(poissonsRatio), this->Matrices.data());
}

template <class Space>
int Hex8StoredOperator<Space>::productDot(
  const Vector<Space>& x, Vector<Space>& y, double* /*partials*/)
{
  this->product(x, y);
  return 0;
}

template <class Space>
std::size_t Hex8StoredOperator<Space>::memory(
  std::size_t nodes, std::size_t elements, Strategy strategy, bool reproducible)
{
  std::size_t bytes = Hex8Operator<Space>::memory(nodes, elements, reproducible) +
    elements * (9 * sizeof(std::int32_t) + detail::MatrixSize * sizeof(double));
  if (strategy == Strategy::Nbn)
  {
    bytes += (nodes + 1) * sizeof(std::int64_t) + elements * 8 * (sizeof(std::int32_t) + 1);
  }
  return bytes;
}
}

// What the operator does in every space alike.

#include "Core/Parallel.h"
#include "Element/Hex8.h"
#include "Operator/Hex8Operator.h"

namespace trabecula
{
namespace detail
{
template <class T>
std::vector<T> permuted(const std::vector<T>& values, const std::vector<std::int32_t>& order, int n)
{
  std::vector<T> result(values.size());
  for (std::size_t i = 0; i < order.size(); ++i)
  {
    std::copy_n(values.data() + std::size_t(order[i]) * n, n, result.data() + i * n);
  }
  return result;
}

/// Element array (8 * component + node) of a nodal field.
TRABECULA_FUNCTION void gatherNodes(
  const std::int32_t* nodes, const double* field, double* __restrict__ values)
{
  for (int a = 0; a < 8; ++a)
  {
    const double* value = field + 3 * std::int64_t(nodes[a]);
    values[a] = value[0];
    values[8 + a] = value[1];
    values[16 + a] = value[2];
  }
}
}

template <class Space>
Hex8Operator<Space>::Hex8Operator(const HexMesh& mesh, double poissonsRatio)
  : NumberOfNodes(static_cast<std::int64_t>(mesh.numberOfNodes())),
    NumberOfElements(static_cast<std::int64_t>(mesh.numberOfElements())),
    PoissonsRatio(poissonsRatio), Points(mesh.points)
{
  const std::vector<std::int32_t> order = mortonOrder(mesh);
  const std::vector<std::int32_t> connectivity = detail::permuted(mesh.connectivity, order, 8);
  if (Space::Id == ExecutionSpace::Host)
  {
    this->Blocks = colourBlocks(connectivity, mesh.numberOfNodes());
  }
  this->Connectivity = DeviceVector<std::int32_t, Space>(connectivity);
  this->Order = DeviceVector<std::int32_t, Space>(order);
}

template <class Space>
void Hex8Operator<Space>::geometry(double* volumes, double* centroids)
{
  const double* points = this->Points.data();
  const std::int32_t* connectivity = this->Connectivity.data();
  const std::int32_t* order = this->Order.data();
  forEach<Space>(
    this->NumberOfElements, TRABECULA_LAMBDA(std::int64_t position) {
      double x[24];
      detail::gatherNodes(connectivity + 8 * position, points, x);
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

template <class Space>
std::size_t Hex8Operator<Space>::memory(std::size_t nodes, std::size_t elements)
{
  return nodes * 3 * sizeof(double) + elements * 9 * sizeof(std::int32_t);
}
}

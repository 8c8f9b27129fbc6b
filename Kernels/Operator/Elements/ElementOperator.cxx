#include "Operator/Elements/ElementOperator.h"

#include "Core/Parallel.h"
#include "Element/Elements.h"
#include "Mesh/NodeElements.h"

namespace trabecula
{
namespace detail
{
/// Element array (Nodes * component + node) of a nodal field.
template <class Element>
TRABECULA_FUNCTION void gatherElement(
  const std::int32_t* nodes, const double* field, double* values)
{
  for (int a = 0; a < Element::Nodes; ++a)
  {
    for (int c = 0; c < 3; ++c)
    {
      values[Element::Nodes * c + a] = field[3 * std::int64_t(nodes[a]) + c];
    }
  }
}

/// The elements around nodes.
struct AroundNodes
{
  const std::int64_t* starts;
  const std::int32_t* elements;
  const std::uint8_t* corners;
};

template <class Space, class Element>
void multiplyAtNodes(std::int64_t nodes, const AroundNodes around, const std::int32_t* connectivity,
  const double* points, const hex8::UnitMaterial material, const double* moduli, const double* x,
  double* y)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t n) {
      double sum[3] = {};
      for (std::int64_t i = around.starts[n]; i < around.starts[n + 1]; ++i)
      {
        const std::int64_t e = around.elements[i];
        const std::int32_t* nodesOfElement = connectivity + Element::Nodes * e;
        double position[3 * Element::Nodes];
        double displacement[3 * Element::Nodes];
        double force[3];
        gatherElement<Element>(nodesOfElement, points, position);
        gatherElement<Element>(nodesOfElement, x, displacement);
        Element::forceAtNode(position, displacement, moduli[e], material, around.corners[i], force);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += force[c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        y[3 * n + c] = sum[c];
      }
    });
}

template <class Space, class Element>
void diagonalAtNodes(std::int64_t nodes, const AroundNodes around, const std::int32_t* connectivity,
  const double* points, const hex8::UnitMaterial material, const double* moduli, double* d)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t n) {
      double sum[3] = {};
      for (std::int64_t i = around.starts[n]; i < around.starts[n + 1]; ++i)
      {
        const std::int64_t e = around.elements[i];
        double position[3 * Element::Nodes];
        double entries[3 * Element::Nodes];
        gatherElement<Element>(connectivity + Element::Nodes * e, points, position);
        Element::diagonal(position, material, entries);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += moduli[e] * entries[Element::Nodes * c + around.corners[i]];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        d[3 * n + c] = sum[c];
      }
    });
}

template <class Space, class Element>
void addElementEnergies(std::int64_t elements, const std::int32_t* connectivity,
  const double* points, const hex8::UnitMaterial material, const double* u, double weight,
  double* energies)
{
  forEach<Space>(
    elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      double force[3 * Element::Nodes];
      gatherElement<Element>(connectivity + Element::Nodes * e, points, position);
      gatherElement<Element>(connectivity + Element::Nodes * e, u, displacement);
      energies[e] += weight * Element::product(position, displacement, 1.0, material, force);
    });
}

template <class Space, class Element>
void measureElements(std::int64_t elements, const std::int32_t* connectivity, const double* points,
  double* volumes, double* centroids)
{
  forEach<Space>(
    elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      gatherElement<Element>(connectivity + Element::Nodes * e, points, position);
      Element::smallestDeterminant(position, volumes[e]);
      for (int c = 0; c < 3; ++c)
      {
        double sum = 0.0;
        for (int a = 0; a < Element::Nodes; ++a)
        {
          sum += position[Element::Nodes * c + a];
        }
        centroids[3 * e + c] = sum / Element::Nodes;
      }
    });
}

template <class Space, class Element>
void gradientsOfElements(std::int64_t elements, const std::int32_t* connectivity,
  const double* points, const double* u, double* gradients)
{
  forEach<Space>(
    elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      gatherElement<Element>(connectivity + Element::Nodes * e, points, position);
      gatherElement<Element>(connectivity + Element::Nodes * e, u, displacement);
      Element::centreGradient(position, displacement, gradients + 9 * e);
    });
}
}

template <class Space, class Element>
ElementOperator<Space, Element>::ElementOperator(const Mesh& mesh, double poissonsRatio)
  : NumberOfNodes(static_cast<std::int64_t>(mesh.numberOfNodes())),
    NumberOfElements(static_cast<std::int64_t>(mesh.numberOfElements())),
    PoissonsRatio(poissonsRatio), Points(mesh.points), Connectivity(mesh.connectivity)
{
  const NodeElements around =
    findNodeElements(mesh.connectivity, mesh.numberOfNodes(), mesh.nodesPerElement());
  this->Starts = DeviceVector<std::int64_t, Space>(around.starts);
  this->ElementsOfNodes = DeviceVector<std::int32_t, Space>(around.elements);
  this->Corners = DeviceVector<std::uint8_t, Space>(around.corners);
}

template <class Space, class Element>
void ElementOperator<Space, Element>::apply(const double* x, double* y)
{
  detail::multiplyAtNodes<Space, Element>(this->NumberOfNodes,
    { this->Starts.data(), this->ElementsOfNodes.data(), this->Corners.data() },
    this->Connectivity.data(), this->Points.data(), hex8::unitMaterial(this->PoissonsRatio),
    this->Moduli, x, y);
}

template <class Space, class Element>
void ElementOperator<Space, Element>::diagonal(double* d)
{
  detail::diagonalAtNodes<Space, Element>(this->NumberOfNodes,
    { this->Starts.data(), this->ElementsOfNodes.data(), this->Corners.data() },
    this->Connectivity.data(), this->Points.data(), hex8::unitMaterial(this->PoissonsRatio),
    this->Moduli, d);
}

template <class Space, class Element>
void ElementOperator<Space, Element>::addUnitEnergies(
  const double* u, double weight, double* energies)
{
  detail::addElementEnergies<Space, Element>(this->NumberOfElements, this->Connectivity.data(),
    this->Points.data(), hex8::unitMaterial(this->PoissonsRatio), u, weight, energies);
}

template <class Space, class Element>
void ElementOperator<Space, Element>::geometry(double* volumes, double* centroids)
{
  detail::measureElements<Space, Element>(
    this->NumberOfElements, this->Connectivity.data(), this->Points.data(), volumes, centroids);
}

template <class Space, class Element>
void ElementOperator<Space, Element>::displacementGradients(const double* u, double* gradients)
{
  detail::gradientsOfElements<Space, Element>(
    this->NumberOfElements, this->Connectivity.data(), this->Points.data(), u, gradients);
}

template <class Space, class Element>
std::size_t ElementOperator<Space, Element>::memory(std::size_t nodes, std::size_t elements)
{
  constexpr std::size_t perPair = 2 * sizeof(std::int32_t) + 1;
  return nodes * (3 * sizeof(double) + sizeof(std::int64_t)) +
    elements * static_cast<std::size_t>(Element::Nodes) * perPair + 64;
}

template class ElementOperator<CompiledSpace, Hex8Element>;
template class ElementOperator<CompiledSpace, Tet4Element>;
template class ElementOperator<CompiledSpace, Tet10Element>;
template class ElementOperator<CompiledSpace, Hex20Element>;
}

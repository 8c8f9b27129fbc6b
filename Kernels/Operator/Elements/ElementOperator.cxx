#include "Operator/Elements/ElementOperator.h"

#include "Core/Parallel.h"
#include "Element/Elements.h"
#include "Mesh/NodeElements.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Elements of more nodes are not recomputed for each of them.
constexpr int MostNodesRecomputed = 4;

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

/// The number in the mesh of an element of a group.
TRABECULA_FUNCTION std::int64_t numberOf(const std::int32_t* numbers, std::int64_t e)
{
  return numbers ? numbers[e] : e;
}

template <class Space, class Element>
void multiplyAtNodes(std::int64_t nodes, const ElementGroup group, const double* points,
  const UnitMaterials materials, const double* moduli, const double* x, double* y, bool add)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t n) {
      double sum[3] = {};
      for (std::int64_t i = group.starts[n]; i < group.starts[n + 1]; ++i)
      {
        const std::int64_t e = group.elementsOfNodes[i];
        const std::int32_t* nodesOfElement = group.connectivity + Element::Nodes * e;
        double position[3 * Element::Nodes];
        double displacement[3 * Element::Nodes];
        double force[3];
        gatherElement<Element>(nodesOfElement, points, position);
        gatherElement<Element>(nodesOfElement, x, displacement);
        const std::int64_t number = numberOf(group.numbers, e);
        Element::forceAtNode(
          position, displacement, moduli[number], materials.of(number), group.corners[i], force);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += force[c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        y[3 * n + c] = add ? y[3 * n + c] + sum[c] : sum[c];
      }
    });
}

/// forces[3 (Nodes e + a) + c] of E K u.
template <class Space, class Element>
void multiplyElements(const ElementGroup group, const double* points, const UnitMaterials materials,
  const double* moduli, const double* x, double* forces)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int32_t* nodes = group.connectivity + Element::Nodes * e;
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      double force[3 * Element::Nodes];
      gatherElement<Element>(nodes, points, position);
      gatherElement<Element>(nodes, x, displacement);
      const std::int64_t number = numberOf(group.numbers, e);
      Element::product(position, displacement, moduli[number], materials.of(number), force);
      double* out = forces + 3 * Element::Nodes * e;
      for (int a = 0; a < Element::Nodes; ++a)
      {
        for (int c = 0; c < 3; ++c)
        {
          out[3 * a + c] = force[Element::Nodes * c + a];
        }
      }
    });
}

/// y = (or +=) sums of what elements have at each node; values[3 (nodesPerElement e + a) + c].
template <class Space>
void sumAtNodes(std::int64_t nodes, const ElementGroup group, int nodesPerElement,
  const double* values, double* y, bool add)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t n) {
      double sum[3] = {};
      for (std::int64_t i = group.starts[n]; i < group.starts[n + 1]; ++i)
      {
        const double* value = values +
          3 * (std::int64_t(nodesPerElement) * group.elementsOfNodes[i] + group.corners[i]);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += value[c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        y[3 * n + c] = add ? y[3 * n + c] + sum[c] : sum[c];
      }
    });
}

template <class Space, class Element>
void diagonalOfElements(const ElementGroup group, const double* points,
  const UnitMaterials materials, const double* moduli, double* values)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double entries[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      const std::int64_t number = numberOf(group.numbers, e);
      Element::diagonal(position, materials.of(number), entries);
      const double modulus = moduli[number];
      double* out = values + 3 * Element::Nodes * e;
      for (int a = 0; a < Element::Nodes; ++a)
      {
        for (int c = 0; c < 3; ++c)
        {
          out[3 * a + c] = modulus * entries[Element::Nodes * c + a];
        }
      }
    });
}

template <class Space, class Element>
void diagonalAtNodes(std::int64_t nodes, const ElementGroup group, const double* points,
  const UnitMaterials materials, const double* moduli, double* d, bool add)
{
  forEach<Space>(
    nodes, TRABECULA_LAMBDA(std::int64_t n) {
      double sum[3] = {};
      for (std::int64_t i = group.starts[n]; i < group.starts[n + 1]; ++i)
      {
        const std::int64_t e = group.elementsOfNodes[i];
        double position[3 * Element::Nodes];
        double entries[3 * Element::Nodes];
        gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
        const std::int64_t number = numberOf(group.numbers, e);
        Element::diagonal(position, materials.of(number), entries);
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += moduli[number] * entries[Element::Nodes * c + group.corners[i]];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        d[3 * n + c] = add ? d[3 * n + c] + sum[c] : sum[c];
      }
    });
}

template <class Space, class Element>
void addElementEnergies(const ElementGroup group, const double* points,
  const UnitMaterials materials, const double* u, double weight, double* energies)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      double force[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      gatherElement<Element>(group.connectivity + Element::Nodes * e, u, displacement);
      const std::int64_t number = numberOf(group.numbers, e);
      energies[number] +=
        weight * Element::product(position, displacement, 1.0, materials.of(number), force);
    });
}

template <class Space, class Element>
void measureElements(
  const ElementGroup group, const double* points, double* volumes, double* centroids)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      const std::int64_t number = numberOf(group.numbers, e);
      double position[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      Element::smallestDeterminant(position, volumes[number]);
      for (int c = 0; c < 3; ++c)
      {
        double sum = 0.0;
        for (int a = 0; a < Element::Corners; ++a)
        {
          sum += position[Element::Nodes * c + a];
        }
        centroids[3 * number + c] = sum / Element::Corners;
      }
    });
}

template <class Space, class Element>
void gradientsOfElements(
  const ElementGroup group, const double* points, const double* u, double* gradients)
{
  forEach<Space>(
    group.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double position[3 * Element::Nodes];
      double displacement[3 * Element::Nodes];
      gatherElement<Element>(group.connectivity + Element::Nodes * e, points, position);
      gatherElement<Element>(group.connectivity + Element::Nodes * e, u, displacement);
      Element::centreGradient(position, displacement, gradients + 9 * numberOf(group.numbers, e));
    });
}

/// The elements of one type and their numbers.
inline Mesh elementsOfType(const Mesh& mesh, CellType type, std::vector<std::int32_t>& numbers)
{
  Mesh part;
  part.cellType = type;
  part.points = mesh.points;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    if (mesh.type(e) == type)
    {
      numbers.push_back(static_cast<std::int32_t>(e));
      part.append(type, mesh.element(e));
    }
  }
  return part;
}
}

template <class Space>
detail::ElementGroup ElementOperator<Space>::Group::view() const
{
  return { this->elements, this->Numbers.size() > 0 ? this->Numbers.data() : nullptr,
    this->Connectivity.data(), this->Starts.data(), this->ElementsOfNodes.data(),
    this->Corners.data() };
}

template <class Space>
ElementOperator<Space>::ElementOperator(const Mesh& mesh, const PoissonsRatios& ratios)
  : NumberOfNodes(static_cast<std::int64_t>(mesh.numberOfNodes())),
    NumberOfElements(static_cast<std::int64_t>(mesh.numberOfElements())),
    CommonRatio(ratios.common), Points(mesh.points)
{
  if (ratios.varies())
  {
    this->Ratios = DeviceVector<double, Space>(ratios.each);
  }
  std::size_t forces = 0;
  for (const CellType type : mesh.allTypes())
  {
    std::vector<std::int32_t> numbers;
    const Mesh part = mesh.isMixed() ? detail::elementsOfType(mesh, type, numbers) : Mesh();
    const Mesh& elements = mesh.isMixed() ? part : mesh;
    const NodeElements around = findNodeElements(elements);
    this->Groups.push_back({ type, static_cast<std::int64_t>(elements.numberOfElements()),
      DeviceVector<std::int32_t, Space>(numbers),
      DeviceVector<std::int32_t, Space>(elements.connectivity),
      DeviceVector<std::int64_t, Space>(around.starts),
      DeviceVector<std::int32_t, Space>(around.elements),
      DeviceVector<std::uint8_t, Space>(around.corners) });
    if (elements.nodesPerElement() > std::size_t(detail::MostNodesRecomputed))
    {
      forces = std::max(forces, 3 * elements.connectivity.size());
    }
  }
  if (forces > 0)
  {
    this->Forces = DeviceVector<double, Space>(forces);
  }
}

template <class Space>
detail::UnitMaterials ElementOperator<Space>::materials() const
{
  return { hex8::unitMaterial(this->CommonRatio),
    this->Ratios.size() > 0 ? this->Ratios.data() : nullptr };
}

template <class Space>
void ElementOperator<Space>::apply(const double* x, double* y)
{
  const detail::UnitMaterials materials = this->materials();
  bool add = false;
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        using Element = decltype(traits);
        if constexpr (Element::Nodes <= detail::MostNodesRecomputed)
        {
          detail::multiplyAtNodes<Space, Element>(this->NumberOfNodes, group.view(),
            this->Points.data(), materials, this->Moduli, x, y, add);
        }
        else
        {
          detail::multiplyElements<Space, Element>(
            group.view(), this->Points.data(), materials, this->Moduli, x, this->Forces.data());
          detail::sumAtNodes<Space>(
            this->NumberOfNodes, group.view(), Element::Nodes, this->Forces.data(), y, add);
        }
      });
    add = true;
  }
}

template <class Space>
void ElementOperator<Space>::diagonal(double* d)
{
  const detail::UnitMaterials materials = this->materials();
  bool add = false;
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        using Element = decltype(traits);
        if constexpr (Element::Nodes <= detail::MostNodesRecomputed)
        {
          detail::diagonalAtNodes<Space, Element>(this->NumberOfNodes, group.view(),
            this->Points.data(), materials, this->Moduli, d, add);
        }
        else
        {
          detail::diagonalOfElements<Space, Element>(
            group.view(), this->Points.data(), materials, this->Moduli, this->Forces.data());
          detail::sumAtNodes<Space>(
            this->NumberOfNodes, group.view(), Element::Nodes, this->Forces.data(), d, add);
        }
      });
    add = true;
  }
}

template <class Space>
void ElementOperator<Space>::addUnitEnergies(const double* u, double weight, double* energies)
{
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        detail::addElementEnergies<Space, decltype(traits)>(
          group.view(), this->Points.data(), this->materials(), u, weight, energies);
      });
  }
}

template <class Space>
void ElementOperator<Space>::geometry(double* volumes, double* centroids)
{
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        detail::measureElements<Space, decltype(traits)>(
          group.view(), this->Points.data(), volumes, centroids);
      });
  }
}

template <class Space>
void ElementOperator<Space>::displacementGradients(const double* u, double* gradients)
{
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        detail::gradientsOfElements<Space, decltype(traits)>(
          group.view(), this->Points.data(), u, gradients);
      });
  }
}

template <class Space>
std::size_t ElementOperator<Space>::memory(const Mesh& mesh, bool ratiosVary)
{
  const std::vector<CellType> types = mesh.allTypes();
  constexpr std::size_t perPair = 2 * sizeof(std::int32_t) + 1;
  std::size_t forces = 0;
  for (const CellType type : types)
  {
    const auto nodes = static_cast<std::size_t>(cellShape(type).nodes);
    if (nodes > std::size_t(detail::MostNodesRecomputed))
    {
      const std::size_t elements = mesh.isMixed()
        ? std::size_t(std::count(mesh.types.begin(), mesh.types.end(), type))
        : mesh.numberOfElements();
      forces = std::max(forces, 3 * nodes * elements);
    }
  }
  return mesh.points.size() * sizeof(double) +
    types.size() * ((mesh.numberOfNodes() + 1) * sizeof(std::int64_t) + 64) +
    mesh.connectivity.size() * perPair + mesh.types.size() * sizeof(std::int32_t) +
    (forces + (ratiosVary ? mesh.numberOfElements() : 0)) * sizeof(double);
}

template class ElementOperator<CompiledSpace>;
}

#include "Operator/Elements/ElementOperator.h"

#include "Mesh/NodeElements.h"
#include "Operator/Elements/ElementKernels.inl"

#include <algorithm>

namespace trabecula
{
namespace detail
{
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
    if (elements.nodesPerElement() > std::size_t(detail::MostNodesRecomputed<Space>))
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
        if constexpr (Element::Nodes <= detail::MostNodesRecomputed<Space>)
        {
          detail::multiplyAtNodes<Space, Element>(this->NumberOfNodes, group.view(),
            this->Points.data(), materials, this->Moduli, x, y, add);
        }
        else
        {
          if (!detail::multiplyByVectors<Space>(group.type, group.view(), this->Points.data(),
                materials, this->CommonRatio, this->Moduli, x, this->Forces.data()))
          {
            detail::multiplyElements<Space, Element>(
              group.view(), this->Points.data(), materials, this->Moduli, x, this->Forces.data());
          }
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
        if constexpr (Element::Nodes <= detail::MostNodesRecomputed<Space>)
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
    if (nodes > std::size_t(detail::MostNodesRecomputed<Space>))
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

#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_INL
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTOPERATOR_INL

// This file contains the definitions of ElementOperator, which a source file instantiates for each
// law.

#include "Mesh/ElementBatches.h"
#include "Mesh/ElementOrder.h"
#include "Operator/Elements/ElementKernels.inl"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/OperatorChecks.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Returns the elements of one type, and their numbers in the mesh.
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

/// Derivatives of the shape functions at the quadrature points; the entry of a point, node and
/// direction is 3 (nodes point + node) + direction.
inline std::vector<double> shapeDerivatives(CellType type, std::size_t& points)
{
  std::vector<double> derivatives;
  withElement(type,
    [&](auto traits)
    {
      using Element = decltype(traits);
      points = std::size_t(Element::QuadraturePoints);
      for (int q = 0; q < Element::QuadraturePoints; ++q)
      {
        double p[3];
        double dn[3 * Element::Nodes];
        Element::quadraturePoint(q, p);
        Element::derivativesAt(p, dn);
        derivatives.insert(derivatives.end(), dn, dn + 3 * Element::Nodes);
      }
    });
  return derivatives;
}

inline int batchSizeOf(CellType type)
{
  return withElement(type, [](auto traits) { return BatchSize<decltype(traits)>; });
}
}

template <class Space, class Law>
ElementOperator<Space, Law>::Group::Group(
  const Context<Space>& context, const Mesh& mesh, const std::vector<std::int32_t>& inMesh)
  : type(mesh.cellType), elements(static_cast<std::int64_t>(mesh.numberOfElements()))
{
  const std::size_t nodes = mesh.nodesPerElement();
  std::vector<std::int32_t> numbers = mortonOrder(mesh);
  const std::vector<std::int32_t> connectivity = connectivityInOrder(mesh, numbers);
  for (std::int32_t& number : numbers)
  {
    number = inMesh.empty() ? number : inMesh[static_cast<std::size_t>(number)];
  }
  const ElementBatches batches = makeElementBatches(
    connectivity, mesh.numberOfNodes(), detail::batchSizeOf(mesh.cellType), int(nodes));
  const auto move = [&context](auto& target, const auto& source)
  { target = std::decay_t<decltype(target)>(context, source); };
  this->mostSlots = batches.mostSlots;
  move(this->Numbers, numbers);
  move(this->Connectivity, connectivity);
  move(this->Starts, batches.starts);
  move(this->Nodes, batches.nodes);
  move(this->Corners, batches.corners);
  move(this->Entries, batches.entries);
  move(this->NodesShared, batches.sharedNodes);
  move(this->SharedStarts, batches.sharedStarts);
  move(this->SharedSlots, batches.sharedSlots);

  std::size_t points = 0;
  const std::vector<double> derivatives = detail::shapeDerivatives(mesh.cellType, points);
  std::vector<double> byNode(derivatives.size());
  std::vector<double> byPoint(derivatives.size());
  for (std::size_t i = 0; i < derivatives.size(); ++i)
  {
    const std::size_t q = i / (3 * nodes);
    byNode[i % (3 * nodes) * points + q] = derivatives[i];
    byPoint[(3 * q + i % 3) * nodes + i / 3 % nodes] = derivatives[i];
  }
  move(this->DerivativesByNode, byNode);
  move(this->DerivativesByPoint, byPoint);
}

template <class Space, class Law>
detail::ElementGroup ElementOperator<Space, Law>::Group::view() const
{
  return { this->elements, this->Numbers.data(), this->Connectivity.data(),
    static_cast<std::int64_t>(this->Starts.size()) - 1, this->mostSlots, this->Starts.data(),
    this->Nodes.data(), this->Corners.data(), this->Entries.data(),
    static_cast<std::int64_t>(this->NodesShared.size()), this->NodesShared.data(),
    this->SharedStarts.data(), this->SharedSlots.data(), this->DerivativesByNode.data(),
    this->DerivativesByPoint.data() };
}

template <class Space, class Law>
ElementOperator<Space, Law>::ElementOperator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh, const Parameters& parameters)
  : StiffnessOperator<Space>(layouts), Laws(layouts.context(), parameters),
    Points(layouts.context(), mesh.points)
{
  requireLayoutsOf(layouts, mesh, Law::Components);
  const Context<Space>& context = layouts.context();
  std::size_t slots = 0;
  for (const CellType type : mesh.allTypes())
  {
    std::vector<std::int32_t> numbers;
    const Mesh part = mesh.isMixed() ? detail::elementsOfType(mesh, type, numbers) : Mesh();
    this->Groups.emplace_back(context, mesh.isMixed() ? part : mesh, numbers);
    slots = std::max(slots, this->Groups.back().Nodes.size());
  }
  this->Partials = DeviceVector<double, Space>(context, Law::Components * slots);
}

template <class Space, class Law>
detail::BatchInput<Law> ElementOperator<Space, Law>::inputOf(
  const Group& group, const double* x, double* y)
{
  // The first group overwrites y, and the others add to it.
  return { group.view(), this->Points.data(), this->Laws.view(), this->Moduli, x, y,
    this->Partials.data(), &group != this->Groups.data() };
}

template <class Space, class Law>
void ElementOperator<Space, Law>::product(const Vector<Space>& x, Vector<Space>& y)
{
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        detail::sumAtNodes<Space, detail::ElementOf<Law, decltype(traits)>,
          detail::NodalForm::Force>(this->context(), this->inputOf(group, x.data(), y.data()));
      });
  }
}

template <class Space, class Law>
void ElementOperator<Space, Law>::computeDiagonal(double* d)
{
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        detail::sumAtNodes<Space, detail::ElementOf<Law, decltype(traits)>,
          detail::NodalForm::Diagonal>(this->context(), this->inputOf(group, nullptr, d));
      });
  }
}

template <class Space, class Law>
void ElementOperator<Space, Law>::addEnergies(const double* u, double weight, double* energies)
{
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        detail::addElementEnergies<Space, detail::ElementOf<Law, decltype(traits)>>(this->context(),
          group.view(), this->Points.data(), this->Laws.view(), u, weight, energies);
      });
  }
}

template <class Space, class Law>
void ElementOperator<Space, Law>::computeGeometry(double* volumes, double* centroids)
{
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        detail::measureElements<Space, decltype(traits)>(
          this->context(), group.view(), this->Points.data(), volumes, centroids);
      });
  }
}

template <class Space, class Law>
void ElementOperator<Space, Law>::computeGradients(const double* u, double* gradients)
{
  for (const Group& group : this->Groups)
  {
    withElement(group.type,
      [&](auto traits)
      {
        detail::gradientsOfElements<Space, decltype(traits), Law::Components>(
          this->context(), group.view(), this->Points.data(), u, gradients);
      });
  }
}

template <class Space, class Law>
void ElementOperator<Space, Law>::addGradientsTransposed(const double* s, double* f)
{
  for (const Group& group : this->Groups)
  {
    detail::BatchInput<Law> input = this->inputOf(group, s, f);
    input.add = true;
    withElement(group.type,
      [&](auto traits)
      {
        detail::sumAtNodes<Space, detail::ElementOf<Law, decltype(traits)>,
          detail::NodalForm::GradientTransposed>(this->context(), input);
      });
  }
}

template <class Space, class Law>
std::size_t ElementOperator<Space, Law>::memory(const Mesh& mesh, bool parametersVary)
{
  constexpr std::size_t perSlot =
    2 * sizeof(std::int32_t) + ElementBatches::EntriesPerSlot * sizeof(std::uint16_t);
  constexpr std::size_t perCorner = sizeof(std::int32_t) + sizeof(std::uint16_t);
  std::size_t bytes = mesh.points.size() * sizeof(double) + mesh.connectivity.size() * perCorner +
    mesh.numberOfElements() * (sizeof(std::int32_t) + (parametersVary ? sizeof(double) : 0));
  std::size_t most = 0;
  for (const CellType type : mesh.allTypes())
  {
    const std::size_t elements = mesh.isMixed()
      ? std::size_t(std::count(mesh.types.begin(), mesh.types.end(), type))
      : mesh.numberOfElements();
    // Each node has one slot, and nodes shared by batches have additional ones: up to a quarter of
    // the number of corners; measured values on boxes are 0.11 (tetrahedra) to 0.16 (quadratic
    // hexahedra).
    const std::size_t corners = elements * std::size_t(cellShape(type).nodes);
    const std::size_t slots = std::min(corners, mesh.numberOfNodes() + corners / 4);
    most = std::max(most, slots);
    bytes += slots * perSlot + mesh.numberOfNodes() * 2 * sizeof(std::int32_t) + 32768;
  }
  return bytes + Law::Components * most * sizeof(double);
}
}

#endif

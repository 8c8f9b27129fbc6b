#include "Analysis/Loads/DesignForces.h"

#include "Core/Parallel.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
template <class Space>
void addScaledForces(const Context<Space>& context, std::int64_t nodes, const double* scales,
  const double* forces, const ElementEntries at, double* result)
{
  forEach(
    context, nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum[3] = { 0.0, 0.0, 0.0 };
      for (std::int64_t i = at.nodeStarts[node]; i < at.nodeStarts[node + 1]; ++i)
      {
        const double scale = scales[at.entryElements[i]];
        for (int c = 0; c < 3; ++c)
        {
          sum[c] += scale * forces[3 * at.entries[i] + c];
        }
      }
      for (int c = 0; c < 3; ++c)
      {
        result[3 * node + c] += sum[c];
      }
    });
}

template <class Space>
void addScaledValues(const Context<Space>& context, std::int64_t n, double factor,
  const double* values, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[i] += factor * values[i]; });
}

template <class Space>
void addWorkOfElements(const Context<Space>& context, std::int64_t n, double factor,
  const double* forces, const ElementEntries at, const double* u, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      double work = 0.0;
      for (std::int64_t i = at.elementStarts[e]; i < at.elementStarts[e + 1]; ++i)
      {
        for (int c = 0; c < 3; ++c)
        {
          work += forces[3 * i + c] * u[3 * std::int64_t(at.nodes[i]) + c];
        }
      }
      result[e] += factor * work;
    });
}
}

template <class Space>
DesignForces<Space>::DesignForces(const LayoutPointer<Space>& unknowns,
  const LayoutPointer<Space>& elements, const Mesh& mesh, const ElementForces& forces)
  : Unknowns(unknowns), Elements(elements)
{
  const Context<Space>& context = unknowns->context();
  context.requireSinglePart("Loads that depend on the design");
  const std::size_t count = mesh.numberOfElements();
  if (unknowns->components() != 3 ||
    unknowns->count() != static_cast<std::int64_t>(mesh.numberOfNodes()) ||
    elements->count() != static_cast<std::int64_t>(count) ||
    forces.size() != 3 * mesh.connectivity.size())
  {
    throw Error("Forces of elements are not those of the mesh of a model.");
  }
  std::vector<std::int64_t> elementStarts(count + 1);
  std::vector<std::int64_t> nodeStarts(mesh.numberOfNodes() + 1, 0);
  for (std::size_t e = 0; e <= count; ++e)
  {
    elementStarts[e] = static_cast<std::int64_t>(mesh.offset(e));
  }
  for (const std::int32_t node : mesh.connectivity)
  {
    ++nodeStarts[static_cast<std::size_t>(node) + 1];
  }
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    nodeStarts[n + 1] += nodeStarts[n];
  }
  std::vector<std::int64_t> next(nodeStarts.begin(), nodeStarts.end() - 1);
  std::vector<std::int64_t> entries(mesh.connectivity.size());
  std::vector<std::int32_t> entryElements(entries.size());
  for (std::size_t e = 0; e < count; ++e)
  {
    for (std::size_t i = mesh.offset(e); i < mesh.offset(e + 1); ++i)
    {
      const auto at =
        static_cast<std::size_t>(next[static_cast<std::size_t>(mesh.connectivity[i])]++);
      entries[at] = static_cast<std::int64_t>(i);
      entryElements[at] = static_cast<std::int32_t>(e);
    }
  }
  this->Forces = DeviceVector<double, Space>(context, forces);
  this->Nodes = DeviceVector<std::int32_t, Space>(context, mesh.connectivity);
  this->ElementStarts = DeviceVector<std::int64_t, Space>(context, elementStarts);
  this->NodeStarts = DeviceVector<std::int64_t, Space>(context, nodeStarts);
  this->Entries = DeviceVector<std::int64_t, Space>(context, entries);
  this->EntryElements = DeviceVector<std::int32_t, Space>(context, entryElements);
}

template <class Space>
DesignForces<Space>::DesignForces(const LayoutPointer<Space>& unknowns,
  const LayoutPointer<Space>& points, const detail::ElementEntries& entries,
  DeviceVector<double, Space> forces)
  : Unknowns(unknowns), Elements(points), Forces(std::move(forces)), Given(entries)
{
  unknowns->context().requireSinglePart("Loads that depend on the design");
}

template <class Space>
void DesignForces<Space>::add(const Vector<Space>& scales, Vector<Space>& forces) const
{
  scales.require(*this->Elements, "A vector of values of elements");
  forces.require(*this->Unknowns, "A vector of forces");
  detail::addScaledForces(forces.context(), this->Unknowns->count(), scales.data(),
    this->Forces.data(), this->entries(), forces.data());
}

template <class Space>
void DesignForces<Space>::addWork(
  const Vector<Space>& u, double factor, Vector<Space>& result) const
{
  u.require(*this->Unknowns, "A vector of displacements");
  result.require(*this->Elements, "A vector of works of elements");
  detail::addWorkOfElements(result.context(), this->Elements->count(), factor, this->Forces.data(),
    this->entries(), u.data(), result.data());
}

template <class Space>
std::size_t DesignForces<Space>::memory(
  std::size_t entries, std::size_t nodes, std::size_t elements)
{
  return entries * (3 * sizeof(double) + 2 * sizeof(std::int32_t) + sizeof(std::int64_t)) +
    (nodes + elements + 2) * sizeof(std::int64_t);
}

template <class Space>
void addScaled(double factor, const Vector<Space>& values, Vector<Space>& target)
{
  values.require(target.layout(), "A vector that is added");
  detail::addScaledValues(
    target.context(), target.ownedSize(), factor, values.data(), target.data());
}

template class DesignForces<CompiledSpace>;
template void addScaled<CompiledSpace>(
  double factor, const Vector<CompiledSpace>& values, Vector<CompiledSpace>& target);
}

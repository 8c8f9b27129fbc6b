#include "Analysis/StructureOnGrid.h"

#include "Analysis/Parts/MappedStructure.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
StructureOnGrid::StructureOnGrid(const StructuralProblem& original, const VoxelLattice& lattice)
  : Numbering(lattice)
{
  const std::vector<std::int32_t>& nodes = this->Numbering.nodes;
  if (std::find(nodes.begin(), nodes.end(), -1) != nodes.end())
  {
    this->Idle.assign(3 * nodes.size(), 0.0);
    for (std::size_t i = 0; i < original.prescribedDisplacement.size(); ++i)
    {
      this->Idle[i] = original.supports[i] ? original.prescribedDisplacement[i] : 0.0;
    }
  }
}

StructuralProblem StructureOnGrid::renumbered(const StructuralProblem& original) const
{
  Mesh mesh;
  mesh.cellType = original.mesh.cellType;
  mesh.points = this->nodesOnGrid(original.mesh.points);
  mesh.connectivity = permuted(original.mesh.connectivity, this->Numbering.elements,
    original.mesh.nodesPerElement(), this->Numbering.elements.size());
  for (std::int32_t& node : mesh.connectivity)
  {
    node = this->Numbering.nodes[std::size_t(node)];
  }
  return mapStructure(
    original, std::move(mesh), [this](const auto& values) { return this->nodesOnGrid(values); },
    [this](const auto& values) { return this->elementsOnGrid(values); });
}

std::vector<double> StructureOnGrid::elementField(
  const std::vector<double>& values, std::size_t components) const
{
  std::vector<double> result(values.size());
  for (std::size_t e = 0; e < this->Numbering.elements.size(); ++e)
  {
    const std::size_t on = components * std::size_t(this->Numbering.elements[e]);
    std::copy_n(&values[on], components, &result[components * e]);
  }
  return result;
}

std::vector<double> StructureOnGrid::displacement(const std::vector<double>& values) const
{
  const std::vector<std::int32_t>& nodes = this->Numbering.nodes;
  std::vector<double> result = this->Idle;
  result.resize(3 * nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n)
  {
    for (std::size_t c = 0; c < 3 && nodes[n] >= 0; ++c)
    {
      result[3 * n + c] = values[3 * std::size_t(nodes[n]) + c];
    }
  }
  return result;
}

std::vector<double> StructureOnGrid::nodeField(const std::vector<double>& values) const
{
  const std::vector<std::int32_t>& nodes = this->Numbering.nodes;
  std::vector<double> result(nodes.size(), 0.0);
  for (std::size_t n = 0; n < nodes.size(); ++n)
  {
    result[n] = nodes[n] >= 0 ? values[std::size_t(nodes[n])] : 0.0;
  }
  return result;
}
}

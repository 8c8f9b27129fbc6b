#include "Optimization/Meshfree/MeshfreeFields.h"

#include <utility>

namespace trabecula
{
namespace
{
/// Returns means over the integration points of each cell, weighted by their volumes.
std::vector<double> meansOfCells(const IntegrationPoints& points, const std::vector<double>& values)
{
  const auto perCell = static_cast<std::size_t>(points.perCell);
  std::vector<double> means(points.size() / perCell);
  for (std::size_t cell = 0; cell < means.size(); ++cell)
  {
    double sum = 0.0;
    double volume = 0.0;
    for (std::size_t q = cell * perCell; q < (cell + 1) * perCell; ++q)
    {
      sum += points.weights[q] * values[q];
      volume += points.weights[q];
    }
    means[cell] = sum / volume;
  }
  return means;
}
}

MeshfreeFields::MeshfreeFields(
  const MeshfreeProblem& problem, HostCloud cloud, IntegrationPoints points)
  : TopologyFields(problem.structure.loadCases), HasOwnNodes(!problem.method.nodes.empty()),
    MeshPoints(problem.structure.mesh.points), Cloud(std::move(cloud)), Points(std::move(points))
{
}

std::vector<double> MeshfreeFields::atPoints(
  const std::vector<double>& ofNodes, std::size_t components) const
{
  if (!this->Interpolation)
  {
    this->Interpolation.emplace(this->Cloud, this->MeshPoints);
  }
  return (*this->Interpolation)(ofNodes, components);
}

std::vector<FieldDescription> MeshfreeFields::ownFields() const
{
  return { { "Density", FieldSupport::Elements, 1 },
    { "StrainEnergyDensity", FieldSupport::Elements, 1 }, { "Density", FieldSupport::Nodes, 1 },
    { "NodalDensity", this->HasOwnNodes ? FieldSupport::Cloud : FieldSupport::Nodes, 1 } };
}

std::vector<double> MeshfreeFields::ownField(std::size_t index, const Model& model) const
{
  switch (index)
  {
    case 0:
      return meansOfCells(this->Points, model.density());
    case 1:
      return meansOfCells(this->Points, model.strainEnergyDensity());
    case 2:
      return this->atPoints(model.filteredVariables(), 1);
    default:
      return model.filteredVariables();
  }
}
}

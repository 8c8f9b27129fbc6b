#include "Optimization/TopologyTask.h"

#include "Analysis/StructuralWarnings.h"
#include "Core/Hash.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Solid/SolidDistance.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/Validation/TopologyValidation.h"

#include <array>
#include <cstdio>
#include <utility>

namespace trabecula
{
HistoryColumns topologyColumns(const TopologyProblem& problem)
{
  const Objective objective = problem.settings.objective;
  const auto roleOf = [objective](Objective column)
  { return column == objective ? ColumnRole::Objective : ColumnRole::Other; };
  std::vector<HistoryColumn> columns;
  if (hasOutput(problem))
  {
    columns.push_back({ "OutputDisplacement", roleOf(Objective::OutputDisplacement), false });
  }
  columns.push_back({ "Compliance", roleOf(Objective::Compliance), false });
  for (const LoadCase& load : problem.loadCases)
  {
    if (problem.loadCases.size() > 1)
    {
      columns.push_back({ LoadCasePrefix + load.name, ColumnRole::Other, false });
    }
  }
  columns.push_back({ "VolumeFraction", roleOf(Objective::Volume), false });
  for (const ResponseBound& bound : problem.settings.bounds)
  {
    if (bound.response == BoundedResponse::RegionVolume)
    {
      columns.push_back(
        { RegionVolumePrefix + std::to_string(bound.region), ColumnRole::Other, false });
    }
  }
  columns.push_back({ "Greyness", ColumnRole::Other, false });
  columns.push_back({ "BoundExcess", ColumnRole::Other, false });
  columns.push_back({ "DensityChange", ColumnRole::Change, false });
  columns.push_back({ "SolverIterations", ColumnRole::Other, true });
  columns.push_back({ "Residual", ColumnRole::Other, false });
  columns.push_back({ "Seconds", ColumnRole::Seconds, false });
  return HistoryColumns(std::move(columns));
}

void TopologyTask::validate() const
{
  trabecula::validate(this->problem());
}

std::size_t TopologyTask::keepConditionsSolid(int layers, double most)
{
  return trabecula::keepConditionsSolid(this->changeable(), layers, most);
}

KeptSolid TopologyTask::keepNeighbourhoodSolid(double most)
{
  return trabecula::keepNeighbourhoodSolid(this->changeable(), most);
}

std::vector<std::string> TopologyTask::warnings() const
{
  std::vector<std::string> warnings = warningsOf(this->problem());
  const std::string radius =
    warningOfFilterRadius(this->problem().mesh.points, this->problem().settings);
  if (!radius.empty())
  {
    warnings.push_back(radius);
  }
  return warnings;
}

void TopologyTask::checkDevice(const Device& device, std::size_t memoryLimit) const
{
  trabecula::checkDevice(this->problem(), device, memoryLimit);
}

std::unique_ptr<Optimization> TopologyTask::make(std::shared_ptr<const ExecutionContext> context,
  Observer& observer, std::size_t memoryLimit) const
{
  return std::make_unique<TopologyOptimizer>(
    this->problem(), std::move(context), observer, memoryLimit);
}

std::uint64_t TopologyTask::fingerprint() const
{
  return trabecula::fingerprint(this->problem());
}

ProblemIdentity TopologyTask::identity() const
{
  return identify(this->problem());
}

std::uint64_t TopologyTask::designSpace() const
{
  Hash hash;
  hash.add(this->problem().mesh.connectivity);
  if (!isHexahedral(this->problem().mesh))
  {
    hash.add(static_cast<std::uint64_t>(this->problem().mesh.cellType));
    hash.add(this->problem().mesh.offsets);
  }
  return hash.value();
}

std::string describeTopology(const HistoryColumns& names, const HistoryRow& row)
{
  std::array<char, 96> text{};
  std::snprintf(text.data(), text.size(), "compliance %.4g, %d solver iterations",
    valueOf(names, row, "Compliance"), static_cast<int>(valueOf(names, row, "SolverIterations")));
  return text.data();
}
}

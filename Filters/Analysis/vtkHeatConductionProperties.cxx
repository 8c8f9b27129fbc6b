// Properties and results of vtkHeatConduction.

#include "vtkHeatConductionInternals.h"

#include "HeatInputConverter.h"

#include "vtkDataSet.h"

#include <limits>
#include <string>

//------------------------------------------------------------------------------
void vtkHeatConduction::SetDefaultArrays()
{
  trabecula::filters::setDefaultHeatArrays(*this, 0);
}

//------------------------------------------------------------------------------
trabecula::HeatProblem vtkHeatConduction::MakeProblem(vtkDataSet* solid)
{
  const trabecula::filters::HeatArrays arrays =
    trabecula::filters::heatArrays([this](int i) { return this->GetInputArrayName(i); });
  trabecula::HeatProblem problem;
  trabecula::filters::readHeat(solid, arrays, problem);
  problem.conductivity = this->OfMaterial("Conductivity", this->Conductivity);
  problem.solver.tolerance = this->SolverTolerance;
  problem.solver.maximumIterations = this->MaximumIterations;
  return problem;
}

//------------------------------------------------------------------------------
void vtkHeatConduction::SetConductivity(double conductivity)
{
  this->SetParameter(this->Conductivity, conductivity);
}

namespace
{
double valueOf(const std::optional<trabecula::HeatSummary>& summary,
  double (*value)(const trabecula::HeatSummary&))
{
  return summary ? value(*summary) : std::numeric_limits<double>::quiet_NaN();
}
}

//------------------------------------------------------------------------------
double vtkHeatConduction::GetHighestTemperature()
{
  return valueOf(this->Internals->Summary,
    [](const trabecula::HeatSummary& summary) { return summary.highestTemperature.value; });
}
double vtkHeatConduction::GetLowestTemperature()
{
  return valueOf(this->Internals->Summary,
    [](const trabecula::HeatSummary& summary) { return summary.lowestTemperature.value; });
}
double vtkHeatConduction::GetLargestHeatFlux()
{
  return valueOf(this->Internals->Summary,
    [](const trabecula::HeatSummary& summary) { return summary.heatFlux.value; });
}
double vtkHeatConduction::GetHeatOfFixedTemperatures()
{
  return valueOf(
    this->Internals->Summary, [](const trabecula::HeatSummary& summary) { return summary.fixed; });
}
double vtkHeatConduction::GetHeatThroughFilms()
{
  return valueOf(
    this->Internals->Summary, [](const trabecula::HeatSummary& summary) { return summary.films; });
}
double vtkHeatConduction::GetImbalance()
{
  return valueOf(this->Internals->Summary,
    [](const trabecula::HeatSummary& summary) { return summary.imbalance; });
}

//------------------------------------------------------------------------------
void vtkHeatConduction::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Conductivity: " << this->Conductivity << "\n";
}

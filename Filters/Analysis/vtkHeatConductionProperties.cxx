// What vtkHeatConduction is told, and what it tells.

#include "vtkHeatConductionInternals.h"

#include "HeatInputConverter.h"

#include "vtkDataObject.h"
#include "vtkDataSet.h"

#include <array>
#include <limits>
#include <string>

namespace
{
using trabecula::filters::HeatArrays;

/// Input arrays to process, in this order: those of points, then those of cells.
constexpr std::array<std::string HeatArrays::*, 7> ArrayNames = { &HeatArrays::supports,
  &HeatArrays::prescribedTemperature, &HeatArrays::heatFlow, &HeatArrays::filmCoefficient,
  &HeatArrays::ambientTemperature, &HeatArrays::conductivity, &HeatArrays::heatSource };
constexpr std::size_t FirstOfCells = 5;
}

//------------------------------------------------------------------------------
void vtkHeatConduction::SetDefaultArrays()
{
  const HeatArrays names;
  for (std::size_t i = 0; i < ArrayNames.size(); ++i)
  {
    this->SetInputArrayToProcess(static_cast<int>(i), 0, 0,
      i < FirstOfCells ? vtkDataObject::FIELD_ASSOCIATION_POINTS
                       : vtkDataObject::FIELD_ASSOCIATION_CELLS,
      (names.*ArrayNames[i]).c_str());
  }
}

//------------------------------------------------------------------------------
trabecula::HeatProblem vtkHeatConduction::MakeProblem(vtkDataSet* solid)
{
  HeatArrays arrays;
  for (std::size_t i = 0; i < ArrayNames.size(); ++i)
  {
    arrays.*ArrayNames[i] = this->GetInputArrayName(static_cast<int>(i));
  }
  trabecula::HeatProblem problem;
  trabecula::filters::readHeat(solid, arrays, problem);
  problem.conductivity = this->Conductivity;
  problem.solver.tolerance = this->SolverTolerance;
  problem.solver.maximumIterations = this->MaximumIterations;
  return problem;
}

//------------------------------------------------------------------------------
vtkMTimeType vtkHeatConduction::GetParameterMTime()
{
  return this->GetMTimeOfParametersAndArrays();
}

//------------------------------------------------------------------------------
void vtkHeatConduction::Continue()
{
  this->ParameterTime.Modified();
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkHeatConduction::SetConductivity(double conductivity)
{
  this->SetParameter(this->Conductivity, conductivity);
}
void vtkHeatConduction::SetSolverTolerance(double tolerance)
{
  this->SetParameter(this->SolverTolerance, tolerance);
}
void vtkHeatConduction::SetMaximumIterations(int iterations)
{
  this->SetParameter(this->MaximumIterations, iterations);
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
const char* vtkHeatConduction::GetDeviceUsed()
{
  return this->Internals->DeviceUsed.c_str();
}

//------------------------------------------------------------------------------
void vtkHeatConduction::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Conductivity: " << this->Conductivity << "\n";
  os << indent << "SolverTolerance: " << this->SolverTolerance << "\n";
  os << indent << "MaximumIterations: " << this->MaximumIterations << "\n";
}

#include "vtkDensityOptimizationAlgorithm.h"

#include "PrintValues.h"
#include "ShownIterate.h"
#include "SolidMeshConverter.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Optimization/Verdict/JudgeDesign.h"

#include "vtkDataSet.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace
{
using trabecula::filters::TopologyRunDescription;

constexpr const char* DefaultPrescribedDisplacement = "PrescribedDisplacement";
constexpr const char* DefaultDesignRegion = "DesignRegion";
constexpr const char* DefaultSprings = "Springs";
constexpr const char* DefaultSolidFraction = "SolidFraction";
constexpr double AutomaticRadiusInElements = 3.0;

/// @throws trabecula::Error for a region that is no number of an array of whole numbers
trabecula::ResponseBound regionVolumeBound(double region, double fraction)
{
  constexpr double largest = std::numeric_limits<int>::max();
  if (!(std::abs(region) <= largest) || region != std::floor(region))
  {
    throw trabecula::Error("Region Volume Bounds name the region " + trabecula::shortText(region) +
      "; a region is a whole number, as in the array Volume Region.");
  }
  return { trabecula::BoundedResponse::RegionVolume, fraction, static_cast<int>(region) };
}
}

//------------------------------------------------------------------------------
vtkDensityOptimizationAlgorithm::vtkDensityOptimizationAlgorithm()
{
  this->SetInputArrayToProcess(SUPPORTS, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Supports");
  this->SetInputArrayToProcess(PRESCRIBED_DISPLACEMENT, 0, 0,
    vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultPrescribedDisplacement);
  this->SetInputArrayToProcess(
    DESIGN_REGION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultDesignRegion);
  this->SetInputArrayToProcess(
    OUTPUT_WEIGHTS, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "OutputWeights");
  this->SetInputArrayToProcess(
    SPRINGS, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultSprings);
  this->SetInputArrayToProcess(
    VOLUME_REGION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "VolumeRegion");
  this->SetInputArrayToProcess(
    SOLID_FRACTION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultSolidFraction);
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::SetSettings(trabecula::TopologyProblem& problem)
{
  problem.material.youngsModulus = this->YoungsModulus;
  problem.material.poissonsRatio = this->PoissonsRatio;
  problem.solver.tolerance = this->SolverTolerance;
  problem.solver.maximumIterations = this->SolverMaximumIterations;
  problem.solver.preconditioner = static_cast<trabecula::Preconditioner>(this->Preconditioner);
  problem.solver.reproducible = this->Reproducible;
  trabecula::OptimizationSettings& settings = problem.settings;
  settings.objective = static_cast<trabecula::Objective>(this->Objective);
  settings.optimizer = static_cast<trabecula::Optimizer>(this->Optimizer);
  settings.interpolation = static_cast<trabecula::Interpolation>(this->Interpolation);
  settings.penalization = this->Penalization;
  settings.minimumDensity = this->MinimumDensity;
  settings.minimumModulusRatio = this->MinimumModulusRatio;
  settings.volumeFraction = this->VolumeFraction;
  settings.filter = static_cast<trabecula::FilterKind>(this->FilterType);
  settings.filterRadius = this->FilterRadius;
  settings.volumeWeightedFilter = this->VolumeWeightedFilter;
  settings.moveLimit = this->MoveLimit;
  settings.damping = this->Damping;
  settings.densityChangeTolerance = this->DensityChangeTolerance;
  if (this->Constraint != NO_CONSTRAINT)
  {
    settings.bounds.push_back(
      { this->Constraint == COMPLIANCE_BOUND ? trabecula::BoundedResponse::Compliance
                                             : trabecula::BoundedResponse::OutputDisplacement,
        this->ConstraintBound });
  }
  for (const auto& [region, fraction] : this->RegionVolumeBounds)
  {
    settings.bounds.push_back(regionVolumeBound(region, fraction));
  }
}

//------------------------------------------------------------------------------
trabecula::filters::TopologyArrays vtkDensityOptimizationAlgorithm::GetArrays(
  const trabecula::TopologyProblem& problem)
{
  trabecula::filters::TopologyArrays arrays;
  arrays.supports = this->GetInputArrayName(SUPPORTS);
  arrays.prescribedDisplacement = this->GetInputArrayName(PRESCRIBED_DISPLACEMENT);
  arrays.prescribedDisplacementIsOptional =
    arrays.prescribedDisplacement == DefaultPrescribedDisplacement;
  arrays.forces = this->ForceArrays;
  arrays.weights = this->LoadCaseWeights;
  arrays.designRegion = this->GetInputArrayName(DESIGN_REGION);
  arrays.designRegionIsOptional = arrays.designRegion == DefaultDesignRegion;
  arrays.solidFraction = this->GetInputArrayName(SOLID_FRACTION);
  arrays.solidFractionIsOptional = arrays.solidFraction == DefaultSolidFraction;
  arrays.springs = this->GetInputArrayName(SPRINGS);
  arrays.springsAreOptional = arrays.springs == DefaultSprings;
  if (trabecula::hasOutput(problem))
  {
    arrays.outputWeights = this->GetInputArrayName(OUTPUT_WEIGHTS);
  }
  if (!this->RegionVolumeBounds.empty())
  {
    arrays.volumeRegion = this->GetInputArrayName(VOLUME_REGION);
  }
  return arrays;
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::SetAutomaticRadius(trabecula::TopologyProblem& problem)
{
  trabecula::OptimizationSettings& settings = problem.settings;
  if (settings.filter == trabecula::FilterKind::None)
  {
    settings.filterRadius = 0.0;
  }
  else if (this->FilterRadius == 0.0)
  {
    settings.filterRadius =
      AutomaticRadiusInElements * trabecula::filters::meanElementEdge(problem.mesh);
  }
}

//------------------------------------------------------------------------------
double vtkDensityOptimizationAlgorithm::GetConvergenceTolerance()
{
  return this->DensityChangeTolerance;
}

//------------------------------------------------------------------------------
bool vtkDensityOptimizationAlgorithm::Judge(
  const trabecula::filters::ShownIterate& shown, trabecula::DesignVerdict& verdict)
{
  const auto& run = static_cast<const TopologyRunDescription&>(*shown.input);
  verdict = this->JudgeMaterial(shown);
  // Later problems of a live run begin with the design of an earlier one.
  const std::vector<trabecula::HistoryRow>& rows = *shown.rows;
  const bool hasStart = shown.iterate->problem == shown.firstProblem && !rows.empty();
  trabecula::judgeHistory(verdict, run.conditions, shown.iterate->columns, shown.iterate->row,
    hasStart ? &rows.front() : nullptr, this->GetConvergenceTolerance());
  verdict.isSettled =
    run.conditions.convergence.isSettled(*shown.columns, rows, shown.iterate->number());
  return true;
}

//------------------------------------------------------------------------------
trabecula::DesignVerdict vtkDensityOptimizationAlgorithm::JudgeMaterial(
  const trabecula::filters::ShownIterate& shown)
{
  const auto& run = static_cast<const TopologyRunDescription&>(*shown.input);
  return trabecula::judgeElements(run.conditions,
    trabecula::filters::makeMesh(run.geometry.solid()), shown.iterate->field("Density"));
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::WriteResults(
  int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown)
{
  if (port == CONVERGENCE)
  {
    trabecula::filters::writeConvergence(vtkTable::SafeDownCast(output), shown.input->device,
      *shown.columns, *shown.rows, shown.iterate->number());
  }
  else
  {
    trabecula::filters::writeIterate(vtkDataSet::SafeDownCast(output),
      static_cast<const TopologyRunDescription&>(*shown.input), shown.iterate,
      port == ITERATIONS ? this->DensityThreshold : 0.0);
  }
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::SetYoungsModulus(double modulus)
{
  this->SetParameter(this->YoungsModulus, modulus);
}
void vtkDensityOptimizationAlgorithm::SetPoissonsRatio(double ratio)
{
  this->SetParameter(this->PoissonsRatio, ratio);
}
void vtkDensityOptimizationAlgorithm::SetObjective(int objective)
{
  this->SetParameter(this->Objective, objective);
}
void vtkDensityOptimizationAlgorithm::SetConstraint(int constraint)
{
  this->SetParameter(this->Constraint, constraint);
}
void vtkDensityOptimizationAlgorithm::SetConstraintBound(double bound)
{
  this->SetParameter(this->ConstraintBound, bound);
}
void vtkDensityOptimizationAlgorithm::SetOptimizer(int optimizer)
{
  this->SetParameter(this->Optimizer, optimizer);
}
void vtkDensityOptimizationAlgorithm::SetPreconditioner(int preconditioner)
{
  this->SetParameter(this->Preconditioner, preconditioner);
}
void vtkDensityOptimizationAlgorithm::SetReproducible(bool reproducible)
{
  this->SetParameter(this->Reproducible, reproducible);
}
void vtkDensityOptimizationAlgorithm::SetVolumeFraction(double fraction)
{
  this->SetParameter(this->VolumeFraction, fraction);
}
void vtkDensityOptimizationAlgorithm::SetInterpolation(int interpolation)
{
  this->SetParameter(this->Interpolation, interpolation);
}
void vtkDensityOptimizationAlgorithm::SetPenalization(double penalization)
{
  this->SetParameter(this->Penalization, penalization);
}
void vtkDensityOptimizationAlgorithm::SetMinimumDensity(double density)
{
  this->SetParameter(this->MinimumDensity, density);
}
void vtkDensityOptimizationAlgorithm::SetMinimumModulusRatio(double ratio)
{
  this->SetParameter(this->MinimumModulusRatio, ratio);
}
void vtkDensityOptimizationAlgorithm::SetFilterType(int type)
{
  this->SetParameter(this->FilterType, type);
}
void vtkDensityOptimizationAlgorithm::SetFilterRadius(double radius)
{
  this->SetParameter(this->FilterRadius, radius);
}
void vtkDensityOptimizationAlgorithm::SetVolumeWeightedFilter(bool weighted)
{
  this->SetParameter(this->VolumeWeightedFilter, weighted);
}
void vtkDensityOptimizationAlgorithm::SetMoveLimit(double limit)
{
  this->SetParameter(this->MoveLimit, limit);
}
void vtkDensityOptimizationAlgorithm::SetDamping(double damping)
{
  this->SetParameter(this->Damping, damping);
}
void vtkDensityOptimizationAlgorithm::SetDensityChangeTolerance(double tolerance)
{
  this->SetParameter(this->DensityChangeTolerance, tolerance);
}
void vtkDensityOptimizationAlgorithm::SetSolverTolerance(double tolerance)
{
  this->SetParameter(this->SolverTolerance, tolerance);
}
void vtkDensityOptimizationAlgorithm::SetSolverMaximumIterations(int iterations)
{
  this->SetParameter(this->SolverMaximumIterations, iterations);
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::AddForceArray(const char* name)
{
  this->AddNameToParameter(this->ForceArrays, name);
}
void vtkDensityOptimizationAlgorithm::ClearForceArrays()
{
  this->SetParameter(this->ForceArrays, {});
}
int vtkDensityOptimizationAlgorithm::GetNumberOfForceArrays()
{
  return static_cast<int>(this->ForceArrays.size());
}
const char* vtkDensityOptimizationAlgorithm::GetForceArray(int index)
{
  return index >= 0 && index < this->GetNumberOfForceArrays() ? this->ForceArrays[index].c_str()
                                                              : nullptr;
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::AddLoadCaseWeight(double weight)
{
  this->AddToParameter(this->LoadCaseWeights, weight);
}
void vtkDensityOptimizationAlgorithm::ClearLoadCaseWeights()
{
  this->SetParameter(this->LoadCaseWeights, {});
}
int vtkDensityOptimizationAlgorithm::GetNumberOfLoadCaseWeights()
{
  return static_cast<int>(this->LoadCaseWeights.size());
}
double vtkDensityOptimizationAlgorithm::GetLoadCaseWeight(int index)
{
  return index >= 0 && index < this->GetNumberOfLoadCaseWeights() ? this->LoadCaseWeights[index]
                                                                  : 0.0;
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::AddRegionVolumeBound(double region, double fraction)
{
  this->AddToParameter(this->RegionVolumeBounds, { region, fraction });
}
void vtkDensityOptimizationAlgorithm::ClearRegionVolumeBounds()
{
  this->SetParameter(this->RegionVolumeBounds, {});
}
int vtkDensityOptimizationAlgorithm::GetNumberOfRegionVolumeBounds()
{
  return static_cast<int>(this->RegionVolumeBounds.size());
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::SetDensityThreshold(double density)
{
  density = std::clamp(density, 0.0, 1.0);
  if (this->DensityThreshold != density)
  {
    this->DensityThreshold = density;
    this->ModifiedView();
  }
}

//------------------------------------------------------------------------------
double vtkDensityOptimizationAlgorithm::GetCompliance()
{
  return this->GetLastValue("Compliance");
}
double vtkDensityOptimizationAlgorithm::GetOutputDisplacement()
{
  return this->GetLastValue("OutputDisplacement");
}
double vtkDensityOptimizationAlgorithm::GetFilterRadiusUsed()
{
  const auto* run = static_cast<const TopologyRunDescription*>(this->GetRunInput());
  return run ? run->filterRadius : 0.0;
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  trabecula::filters::printSettings(os, indent,
    [this]
    {
      trabecula::TopologyProblem problem;
      this->SetSettings(problem);
      return trabecula::settingsOf(problem);
    });
  os << indent << "ConstraintBound: " << this->ConstraintBound << "\n";
  trabecula::filters::printList(os, indent, "ForceArrays", this->ForceArrays);
  trabecula::filters::printList(os, indent, "LoadCaseWeights", this->LoadCaseWeights);
  os << indent << "DensityThreshold: " << this->DensityThreshold << "\n";
}

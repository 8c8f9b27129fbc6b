#include "vtkTopologyOptimize.h"

#include "PrintValues.h"
#include "QuadraticGrid.h"
#include "ShownIterate.h"
#include "SolidMeshConverter.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Optimization/QuadraticTopology.h"
#include "Optimization/TopologyTask.h"

#include "vtkDataSet.h"
#include "vtkObjectFactory.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace
{
using trabecula::filters::TopologyRunDescription;

constexpr int SupportsIndex = 0;
constexpr int PrescribedDisplacementIndex = 1;
constexpr int DesignRegionIndex = 2;
constexpr int OutputWeightsIndex = 3;
constexpr int SpringsIndex = 4;
constexpr int VolumeRegionIndex = 5;
constexpr const char* DefaultPrescribedDisplacement = "PrescribedDisplacement";
constexpr const char* DefaultDesignRegion = "DesignRegion";
constexpr const char* DefaultSprings = "Springs";
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

vtkStandardNewMacro(vtkTopologyOptimize);

//------------------------------------------------------------------------------
vtkTopologyOptimize::vtkTopologyOptimize()
{
  this->SetInputArrayToProcess(
    SupportsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Supports");
  this->SetInputArrayToProcess(PrescribedDisplacementIndex, 0, 0,
    vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultPrescribedDisplacement);
  this->SetInputArrayToProcess(
    DesignRegionIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultDesignRegion);
  this->SetInputArrayToProcess(
    OutputWeightsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "OutputWeights");
  this->SetInputArrayToProcess(
    SpringsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultSprings);
  this->SetInputArrayToProcess(
    VolumeRegionIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "VolumeRegion");
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::SetSettings(trabecula::TopologyProblem& problem)
{
  problem.material.youngsModulus = this->YoungsModulus;
  problem.material.poissonsRatio = this->PoissonsRatio;
  problem.solver.tolerance = this->SolverTolerance;
  problem.solver.maximumIterations = this->SolverMaximumIterations;
  problem.solver.strategy = static_cast<trabecula::Strategy>(this->Strategy);
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
trabecula::filters::RunSetup vtkTopologyOptimize::MakeProblem(
  const trabecula::filters::ResultGeometry& input)
{
  trabecula::TopologyProblem problem;
  this->SetSettings(problem);
  trabecula::filters::TopologyArrays arrays;
  arrays.supports = this->GetInputArrayName(SupportsIndex);
  arrays.prescribedDisplacement = this->GetInputArrayName(PrescribedDisplacementIndex);
  arrays.prescribedDisplacementIsOptional =
    arrays.prescribedDisplacement == DefaultPrescribedDisplacement;
  arrays.forces = this->ForceArrays;
  arrays.weights = this->LoadCaseWeights;
  arrays.designRegion = this->GetInputArrayName(DesignRegionIndex);
  arrays.designRegionIsOptional = arrays.designRegion == DefaultDesignRegion;
  arrays.springs = this->GetInputArrayName(SpringsIndex);
  arrays.springsAreOptional = arrays.springs == DefaultSprings;
  if (trabecula::hasOutput(problem))
  {
    arrays.outputWeights = this->GetInputArrayName(OutputWeightsIndex);
  }
  if (!this->RegionVolumeBounds.empty())
  {
    arrays.volumeRegion = this->GetInputArrayName(VolumeRegionIndex);
  }

  trabecula::filters::readTopologyInput(input.solid(), arrays, problem);
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
  trabecula::filters::RunSetup setup;
  setup.input = std::make_shared<TopologyRunDescription>(trabecula::filters::describe(problem));
  setup.input->geometry = input;
  if (this->MakeQuadratic)
  {
    trabecula::checkMesh(problem.mesh);
    const trabecula::QuadraticMesh quadratic = trabecula::makeQuadratic(problem.mesh);
    const auto grid = trabecula::filters::makeQuadraticGrid(quadratic, problem.mesh, input.solid());
    problem = trabecula::quadraticProblem(problem, quadratic);
    trabecula::filters::setStructure(grid, arrays, problem);
    trabecula::filters::setPointVectors(grid, arrays.outputWeights, problem.outputWeights);
    setup.input->geometry = trabecula::filters::ResultGeometry(grid);
  }
  setup.task = std::make_unique<trabecula::TopologyTask>(std::move(problem));
  return setup;
}

//------------------------------------------------------------------------------
double vtkTopologyOptimize::GetConvergenceTolerance()
{
  return this->DensityChangeTolerance;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::WriteResults(
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
void vtkTopologyOptimize::SetYoungsModulus(double modulus)
{
  this->SetParameter(this->YoungsModulus, modulus);
}
void vtkTopologyOptimize::SetPoissonsRatio(double ratio)
{
  this->SetParameter(this->PoissonsRatio, ratio);
}
void vtkTopologyOptimize::SetObjective(int objective)
{
  this->SetParameter(this->Objective, objective);
}
void vtkTopologyOptimize::SetConstraint(int constraint)
{
  this->SetParameter(this->Constraint, constraint);
}
void vtkTopologyOptimize::SetConstraintBound(double bound)
{
  this->SetParameter(this->ConstraintBound, bound);
}
void vtkTopologyOptimize::SetOptimizer(int optimizer)
{
  this->SetParameter(this->Optimizer, optimizer);
}
void vtkTopologyOptimize::SetStrategy(int strategy)
{
  this->SetParameter(this->Strategy, strategy);
}
void vtkTopologyOptimize::SetPreconditioner(int preconditioner)
{
  this->SetParameter(this->Preconditioner, preconditioner);
}
void vtkTopologyOptimize::SetMakeQuadratic(bool make)
{
  this->SetParameter(this->MakeQuadratic, make);
}
void vtkTopologyOptimize::SetReproducible(bool reproducible)
{
  this->SetParameter(this->Reproducible, reproducible);
}
void vtkTopologyOptimize::SetVolumeFraction(double fraction)
{
  this->SetParameter(this->VolumeFraction, fraction);
}
void vtkTopologyOptimize::SetInterpolation(int interpolation)
{
  this->SetParameter(this->Interpolation, interpolation);
}
void vtkTopologyOptimize::SetPenalization(double penalization)
{
  this->SetParameter(this->Penalization, penalization);
}
void vtkTopologyOptimize::SetMinimumDensity(double density)
{
  this->SetParameter(this->MinimumDensity, density);
}
void vtkTopologyOptimize::SetMinimumModulusRatio(double ratio)
{
  this->SetParameter(this->MinimumModulusRatio, ratio);
}
void vtkTopologyOptimize::SetFilterType(int type)
{
  this->SetParameter(this->FilterType, type);
}
void vtkTopologyOptimize::SetFilterRadius(double radius)
{
  this->SetParameter(this->FilterRadius, radius);
}
void vtkTopologyOptimize::SetVolumeWeightedFilter(bool weighted)
{
  this->SetParameter(this->VolumeWeightedFilter, weighted);
}
void vtkTopologyOptimize::SetMoveLimit(double limit)
{
  this->SetParameter(this->MoveLimit, limit);
}
void vtkTopologyOptimize::SetDamping(double damping)
{
  this->SetParameter(this->Damping, damping);
}
void vtkTopologyOptimize::SetDensityChangeTolerance(double tolerance)
{
  this->SetParameter(this->DensityChangeTolerance, tolerance);
}
void vtkTopologyOptimize::SetSolverTolerance(double tolerance)
{
  this->SetParameter(this->SolverTolerance, tolerance);
}
void vtkTopologyOptimize::SetSolverMaximumIterations(int iterations)
{
  this->SetParameter(this->SolverMaximumIterations, iterations);
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::AddForceArray(const char* name)
{
  this->AddNameToParameter(this->ForceArrays, name);
}
void vtkTopologyOptimize::ClearForceArrays()
{
  this->SetParameter(this->ForceArrays, {});
}
int vtkTopologyOptimize::GetNumberOfForceArrays()
{
  return static_cast<int>(this->ForceArrays.size());
}
const char* vtkTopologyOptimize::GetForceArray(int index)
{
  return index >= 0 && index < this->GetNumberOfForceArrays() ? this->ForceArrays[index].c_str()
                                                              : nullptr;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::AddLoadCaseWeight(double weight)
{
  this->AddToParameter(this->LoadCaseWeights, weight);
}
void vtkTopologyOptimize::ClearLoadCaseWeights()
{
  this->SetParameter(this->LoadCaseWeights, {});
}
int vtkTopologyOptimize::GetNumberOfLoadCaseWeights()
{
  return static_cast<int>(this->LoadCaseWeights.size());
}
double vtkTopologyOptimize::GetLoadCaseWeight(int index)
{
  return index >= 0 && index < this->GetNumberOfLoadCaseWeights() ? this->LoadCaseWeights[index]
                                                                  : 0.0;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::AddRegionVolumeBound(double region, double fraction)
{
  this->AddToParameter(this->RegionVolumeBounds, { region, fraction });
}
void vtkTopologyOptimize::ClearRegionVolumeBounds()
{
  this->SetParameter(this->RegionVolumeBounds, {});
}
int vtkTopologyOptimize::GetNumberOfRegionVolumeBounds()
{
  return static_cast<int>(this->RegionVolumeBounds.size());
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::SetDensityThreshold(double density)
{
  density = std::clamp(density, 0.0, 1.0);
  if (this->DensityThreshold != density)
  {
    this->DensityThreshold = density;
    this->ModifiedView();
  }
}

//------------------------------------------------------------------------------
double vtkTopologyOptimize::GetCompliance()
{
  return this->GetLastValue("Compliance");
}
double vtkTopologyOptimize::GetOutputDisplacement()
{
  return this->GetLastValue("OutputDisplacement");
}
double vtkTopologyOptimize::GetFilterRadiusUsed()
{
  const auto* run = static_cast<const TopologyRunDescription*>(this->GetRunInput());
  return run ? run->filterRadius : 0.0;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  trabecula::filters::printSettings(os, indent,
    [this]
    {
      trabecula::TopologyProblem problem;
      this->SetSettings(problem);
      return trabecula::settingsOf(problem);
    });
  os << indent << "MakeQuadratic: " << this->MakeQuadratic << "\n";
  os << indent << "ConstraintBound: " << this->ConstraintBound << "\n";
  trabecula::filters::printList(os, indent, "ForceArrays", this->ForceArrays);
  trabecula::filters::printList(os, indent, "LoadCaseWeights", this->LoadCaseWeights);
  os << indent << "DensityThreshold: " << this->DensityThreshold << "\n";
}

#include "vtkStructuralOptimizationAlgorithm.h"

#include "PrintValues.h"
#include "ShownIterate.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Optimization/Responses/ResponseRows.h"
#include "Optimization/Verdict/JudgeDesign.h"

#include "vtkStringArray.h"
#include "vtkTable.h"

#include <cmath>
#include <limits>
#include <utility>

namespace
{
using trabecula::filters::TopologyRunDescription;

constexpr const char* DefaultPrescribedDisplacement = "PrescribedDisplacement";
constexpr const char* DefaultDesignRegion = "DesignRegion";
constexpr const char* DefaultSprings = "Springs";

/// @throws trabecula::Error for a region that is not a valid value of an integer array
trabecula::ResponseConstraint regionVolumeBound(double region, double fraction)
{
  constexpr double largest = std::numeric_limits<int>::max();
  if (!(std::abs(region) <= largest) || region != std::floor(region))
  {
    throw trabecula::Error("Region Volume Bounds name the region " + trabecula::shortText(region) +
      "; a region is a whole number, as in the array Volume Region.");
  }
  trabecula::ResponseConstraint constraint = { trabecula::volumeOfMesh(), fraction };
  constraint.response.region = static_cast<int>(region);
  return constraint;
}
}

//------------------------------------------------------------------------------
vtkStructuralOptimizationAlgorithm::vtkStructuralOptimizationAlgorithm()
  : Rows(std::make_unique<trabecula::ResponseRows>())
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
}

//------------------------------------------------------------------------------
vtkStructuralOptimizationAlgorithm::~vtkStructuralOptimizationAlgorithm() = default;

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::SetSettings(
  trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design)
{
  conditions.material.youngsModulus = this->YoungsModulus;
  conditions.material.poissonsRatio = this->PoissonsRatio;
  conditions.solver.tolerance = this->SolverTolerance;
  conditions.solver.maximumIterations = this->SolverMaximumIterations;
  conditions.solver.reproducible = this->Reproducible;
  trabecula::OptimizationSettings& settings = design.settings;
  settings.objective = { trabecula::responseName(
    static_cast<std::size_t>(this->Objective), "Objective") };
  settings.optimizer = static_cast<trabecula::Optimizer>(this->Optimizer);
  settings.minimumModulusRatio = this->MinimumModulusRatio;
  settings.volumeFraction = this->VolumeFraction;
  settings.moveLimit = this->MoveLimit;
  if (this->Constraint != NO_CONSTRAINT)
  {
    // Values follow NO_CONSTRAINT.
    const auto response = static_cast<std::size_t>(this->Constraint - 1);
    settings.constraints.push_back(
      { { trabecula::responseName(response, "Constraint") }, this->ConstraintBound });
  }
  for (const auto& [region, fraction] : this->RegionVolumeBounds)
  {
    settings.constraints.push_back(regionVolumeBound(region, fraction));
  }
  this->Rows->apply(settings);
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::SetChosenMaterial(
  trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design)
{
  if (!this->HasMaterial())
  {
    return;
  }
  trabecula::ElasticMaterial& material = conditions.material;
  material.youngsModulus = this->OfMaterial("YoungsModulus", material.youngsModulus);
  material.poissonsRatio = this->OfMaterial("PoissonsRatio", material.poissonsRatio);
  const double density = this->GetMassDensityInUse();
  const auto setDensity = [density](trabecula::ResponseSettings& response)
  {
    for (const std::string& name : trabecula::describe(response).parameters)
    {
      if (density > 0.0 && (name == "Density" || name == "MassDensity") &&
        std::isnan(response.parameter(name, std::nan(""))))
      {
        response.parameters.emplace_back(name, density);
      }
    }
  };
  setDensity(design.settings.objective);
  for (trabecula::ResponseConstraint& constraint : design.settings.constraints)
  {
    setDensity(constraint.response);
  }
}

//------------------------------------------------------------------------------
double vtkStructuralOptimizationAlgorithm::GetMassDensityInUse()
{
  return this->OfMaterial("MassDensity", 0.0, 0.0);
}

//------------------------------------------------------------------------------
trabecula::filters::DesignMaterial vtkStructuralOptimizationAlgorithm::GetDesignMaterial(
  double volume)
{
  trabecula::filters::DesignMaterial material;
  material.name = this->HasMaterial() ? this->GetSolidMaterial() : "";
  material.massDensity = this->GetMassDensityInUse();
  material.yieldStress = this->OfMaterial("YieldStress", 0.0, 0.0);
  material.wholeMass = material.massDensity * volume;
  return material;
}

//------------------------------------------------------------------------------
std::vector<trabecula::Setting> vtkStructuralOptimizationAlgorithm::GetSettings()
{
  trabecula::ElasticConditions conditions;
  trabecula::DesignProblem design;
  this->SetSettings(conditions, design);
  return trabecula::settingsOf(conditions, design.settings);
}

//------------------------------------------------------------------------------
trabecula::filters::TopologyArrays vtkStructuralOptimizationAlgorithm::GetArrays(
  const trabecula::DesignProblem& problem)
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
  arrays.springs = this->GetInputArrayName(SPRINGS);
  arrays.springsAreOptional = arrays.springs == DefaultSprings;
  if (trabecula::hasOutput(problem))
  {
    arrays.outputWeights = this->GetInputArrayName(OUTPUT_WEIGHTS);
  }
  if (trabecula::hasRegion(problem.settings))
  {
    arrays.volumeRegion = this->GetInputArrayName(VOLUME_REGION);
  }
  return arrays;
}

//------------------------------------------------------------------------------
bool vtkStructuralOptimizationAlgorithm::Judge(
  const trabecula::filters::ShownIterate& shown, trabecula::DesignVerdict& verdict)
{
  const auto& run = static_cast<const TopologyRunDescription&>(*shown.input);
  verdict = this->JudgeMaterial(shown);
  // Later problems of a live run begin with the design of an earlier problem.
  const std::vector<trabecula::HistoryRow>& rows = *shown.rows;
  const bool hasStart = shown.iterate->problem == shown.firstProblem && !rows.empty();
  trabecula::judgeHistory(verdict, run.conditions, shown.iterate->columns, shown.iterate->row,
    hasStart ? &rows.front() : nullptr, this->GetConvergenceTolerance());
  const trabecula::ConvergenceRule& rule = run.conditions.convergence;
  const int iteration = shown.iterate->number();
  verdict.isSettled = rule.isSettled(*shown.columns, rows, iteration);
  verdict.unfinished = rule.unfinished(*shown.columns, rows, iteration);
  return true;
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::WriteResults(
  int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown)
{
  if (port == CONVERGENCE)
  {
    trabecula::filters::writeConvergence(vtkTable::SafeDownCast(output), *shown.input,
      *shown.columns, *shown.rows, shown.iterate->number());
  }
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::SetYoungsModulus(double modulus)
{
  this->SetParameter(this->YoungsModulus, modulus);
}
void vtkStructuralOptimizationAlgorithm::SetPoissonsRatio(double ratio)
{
  this->SetParameter(this->PoissonsRatio, ratio);
}
void vtkStructuralOptimizationAlgorithm::SetObjective(int objective)
{
  this->SetParameter(this->Objective, objective);
}
void vtkStructuralOptimizationAlgorithm::SetConstraint(int constraint)
{
  this->SetParameter(this->Constraint, constraint);
}
void vtkStructuralOptimizationAlgorithm::SetConstraintBound(double bound)
{
  this->SetParameter(this->ConstraintBound, bound);
}
void vtkStructuralOptimizationAlgorithm::SetOptimizer(int optimizer)
{
  this->SetParameter(this->Optimizer, optimizer);
}
void vtkStructuralOptimizationAlgorithm::SetReproducible(bool reproducible)
{
  this->SetParameter(this->Reproducible, reproducible);
}
void vtkStructuralOptimizationAlgorithm::SetVolumeFraction(double fraction)
{
  this->SetParameter(this->VolumeFraction, fraction);
}
void vtkStructuralOptimizationAlgorithm::SetMinimumModulusRatio(double ratio)
{
  this->SetParameter(this->MinimumModulusRatio, ratio);
}
void vtkStructuralOptimizationAlgorithm::SetMoveLimit(double limit)
{
  this->SetParameter(this->MoveLimit, limit);
}
void vtkStructuralOptimizationAlgorithm::SetSolverTolerance(double tolerance)
{
  this->SetParameter(this->SolverTolerance, tolerance);
}
void vtkStructuralOptimizationAlgorithm::SetSolverMaximumIterations(int iterations)
{
  this->SetParameter(this->SolverMaximumIterations, iterations);
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::AddForceArray(const char* name)
{
  this->AddNameToParameter(this->ForceArrays, name);
}
void vtkStructuralOptimizationAlgorithm::ClearForceArrays()
{
  this->SetParameter(this->ForceArrays, {});
}
int vtkStructuralOptimizationAlgorithm::GetNumberOfForceArrays()
{
  return static_cast<int>(this->ForceArrays.size());
}
const char* vtkStructuralOptimizationAlgorithm::GetForceArray(int index)
{
  return index >= 0 && index < this->GetNumberOfForceArrays() ? this->ForceArrays[index].c_str()
                                                              : nullptr;
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::AddLoadCaseWeight(double weight)
{
  this->AddToParameter(this->LoadCaseWeights, weight);
}
void vtkStructuralOptimizationAlgorithm::ClearLoadCaseWeights()
{
  this->SetParameter(this->LoadCaseWeights, {});
}
int vtkStructuralOptimizationAlgorithm::GetNumberOfLoadCaseWeights()
{
  return static_cast<int>(this->LoadCaseWeights.size());
}
double vtkStructuralOptimizationAlgorithm::GetLoadCaseWeight(int index)
{
  return index >= 0 && index < this->GetNumberOfLoadCaseWeights() ? this->LoadCaseWeights[index]
                                                                  : 0.0;
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::AddRegionVolumeBound(double region, double fraction)
{
  this->AddToParameter(this->RegionVolumeBounds, { region, fraction });
}
void vtkStructuralOptimizationAlgorithm::ClearRegionVolumeBounds()
{
  this->SetParameter(this->RegionVolumeBounds, {});
}
int vtkStructuralOptimizationAlgorithm::GetNumberOfRegionVolumeBounds()
{
  return static_cast<int>(this->RegionVolumeBounds.size());
}

//------------------------------------------------------------------------------
double vtkStructuralOptimizationAlgorithm::GetCompliance()
{
  return this->GetLastValue("Compliance");
}
double vtkStructuralOptimizationAlgorithm::GetOutputDisplacement()
{
  return this->GetLastValue("OutputDisplacement");
}

//------------------------------------------------------------------------------
void vtkStructuralOptimizationAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  trabecula::filters::printSettings(os, indent, [this] { return this->GetSettings(); });
  os << indent << "ConstraintBound: " << this->ConstraintBound << "\n";
  trabecula::filters::printList(os, indent, "ForceArrays", this->ForceArrays);
  trabecula::filters::printList(os, indent, "LoadCaseWeights", this->LoadCaseWeights);
}

#include "vtkDensityOptimizationAlgorithm.h"

#include "InputArrays.h"
#include "ShownIterate.h"
#include "SolidMeshConverter.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"

#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Loads/DesignLoads.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Optimization/Responses/NamedResponseSettings.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Responses/ResponseRows.h"
#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/Validation/Conflicts.h"
#include "Optimization/Verdict/JudgeDesign.h"

#include "vtkDataSet.h"
#include "vtkPointData.h"

#include <algorithm>
#include <string>
#include <utility>

namespace
{
using trabecula::filters::TopologyRunDescription;

constexpr const char* DefaultSolidFraction = "SolidFraction";
constexpr const char* TemperatureOfDesign = "Temperature";
constexpr const char* DefaultPointMass = "PointMass";
constexpr double AutomaticRadiusInElements = 3.0;
}

//------------------------------------------------------------------------------
vtkDensityOptimizationAlgorithm::vtkDensityOptimizationAlgorithm()
  : Responses(std::make_unique<trabecula::NamedResponseSettings>())
{
  this->SetInputArrayToProcess(
    SOLID_FRACTION, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultSolidFraction);
  this->SetInputArrayToProcess(
    TEMPERATURE, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, TemperatureOfDesign);
  this->SetInputArrayToProcess(
    POINT_MASS, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultPointMass);
}

//------------------------------------------------------------------------------
vtkDensityOptimizationAlgorithm::~vtkDensityOptimizationAlgorithm() = default;

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::SetSettings(
  trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design)
{
  this->Superclass::SetSettings(conditions, design);
  conditions.solver.preconditioner = static_cast<trabecula::Preconditioner>(this->Preconditioner);
  design.settings.damping = this->Damping;
  design.settings.densityChangeTolerance = this->DensityChangeTolerance;
  this->Responses->apply(design.settings);
  trabecula::unifyResponses(design.settings);
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::SetDensitySettings(
  trabecula::ElasticConditions& conditions, trabecula::DensityDesign& design)
{
  this->SetSettings(conditions, design);
  trabecula::DensitySettings& densities = design.densities;
  densities.interpolation = static_cast<trabecula::Interpolation>(this->Interpolation);
  densities.penalization = this->Penalization;
  densities.minimumDensity = this->MinimumDensity;
  densities.filter = static_cast<trabecula::FilterKind>(this->FilterType);
  densities.filterRadius = this->FilterRadius;
  densities.volumeWeightedFilter = this->VolumeWeightedFilter;
  this->SetStages(densities.stages);
}

//------------------------------------------------------------------------------
std::vector<trabecula::Setting> vtkDensityOptimizationAlgorithm::GetSettings()
{
  trabecula::ElasticConditions conditions;
  trabecula::DensityDesign design;
  this->SetDensitySettings(conditions, design);
  return trabecula::settingsOf(conditions, design.settings, design.densities);
}

//------------------------------------------------------------------------------
std::vector<std::string> vtkDensityOptimizationAlgorithm::FindConflicts()
{
  trabecula::ElasticConditions conditions;
  trabecula::DensityDesign design;
  this->SetDensitySettings(conditions, design);
  std::vector<std::string> conflicts =
    trabecula::responseConflicts(design, trabecula::isOfHeat(design.settings));
  this->AddMissingArrays(design, conflicts);
  return conflicts;
}

//------------------------------------------------------------------------------
std::vector<std::string> vtkDensityOptimizationAlgorithm::FindStageConflicts()
{
  trabecula::ElasticConditions conditions;
  trabecula::DensityDesign design;
  this->SetDensitySettings(conditions, design);
  return trabecula::stageConflicts(design);
}

//------------------------------------------------------------------------------
trabecula::filters::TopologyArrays vtkDensityOptimizationAlgorithm::GetArrays(
  const trabecula::DesignProblem& problem)
{
  trabecula::filters::TopologyArrays arrays = this->Superclass::GetArrays(problem);
  arrays.solidFraction = this->GetInputArrayName(SOLID_FRACTION);
  arrays.solidFractionIsOptional = arrays.solidFraction == DefaultSolidFraction;
  return arrays;
}

//------------------------------------------------------------------------------
double vtkDensityOptimizationAlgorithm::GetMassDensityInUse()
{
  const double density = this->OfMaterial("MassDensity", this->MassDensity, 0.0);
  if (!(density >= 0.0))
  {
    throw trabecula::Error(
      "Mass Density is " + trabecula::shortText(density) + "; it must be zero or more.");
  }
  return density;
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::ReadLoadsOfDesign(
  vtkDataSet* solid, trabecula::ElasticConditions& structure, bool readTemperature)
{
  using namespace trabecula::filters;
  trabecula::LoadsOfDesign& loads = structure.ofDesign;
  const std::vector<double> masses = valuesOfOptional(solid->GetPointData(),
    this->GetInputArrayName(POINT_MASS), DefaultPointMass, "masses of points");
  structure.pointMasses = trabecula::onThreeComponents(masses);
  if (!masses.empty())
  {
    loads.ofPoints = this->Acceleration;
  }
  loads.weight = trabecula::weightPerVolume(this->GetMassDensityInUse(), this->Acceleration);
  loads.thermal.expansion = this->ThermalExpansion;
  loads.thermal.reference = this->ReferenceTemperature;
  const std::string name = this->GetInputArrayName(TEMPERATURE);
  if (readTemperature && this->ThermalExpansion != 0.0 && !name.empty())
  {
    loads.thermal.temperature =
      valuesOf(requireArray(solid->GetPointData(), name, "temperatures of points", 1));
  }
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::CompleteLoadsOfDesign(
  trabecula::StructuralProblem& structure, const trabecula::DesignProblem& design)
{
  if (!structure.ofDesign.hasWeightOfPoints() && !trabecula::needMass(design.settings))
  {
    structure.pointMasses.clear(); // they have no effect
  }
  if (structure.ofDesign.areSome())
  {
    trabecula::addCaseOfDesign(structure);
  }
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::SetAutomaticRadius(
  trabecula::DensitySettings& settings, const trabecula::Mesh& mesh)
{
  if (settings.filter == trabecula::FilterKind::None)
  {
    settings.filterRadius = 0.0;
  }
  else if (this->FilterRadius == 0.0)
  {
    settings.filterRadius = AutomaticRadiusInElements * trabecula::filters::meanElementEdge(mesh);
  }
}

//------------------------------------------------------------------------------
double vtkDensityOptimizationAlgorithm::GetConvergenceTolerance()
{
  return this->DensityChangeTolerance;
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
    this->Superclass::WriteResults(port, output, shown);
  }
  else
  {
    trabecula::filters::writeIterate(vtkDataSet::SafeDownCast(output),
      static_cast<const TopologyRunDescription&>(*shown.input), shown.iterate,
      port == ITERATIONS ? this->DensityThreshold : 0.0);
  }
}

//------------------------------------------------------------------------------
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
void vtkDensityOptimizationAlgorithm::SetDamping(double damping)
{
  this->SetParameter(this->Damping, damping);
}
void vtkDensityOptimizationAlgorithm::SetMassDensity(double density)
{
  this->SetParameter(this->MassDensity, density);
}
void vtkDensityOptimizationAlgorithm::SetAcceleration(double x, double y, double z)
{
  this->SetParameter(this->Acceleration, std::array<double, 3>{ x, y, z });
}
void vtkDensityOptimizationAlgorithm::SetThermalExpansion(double expansion)
{
  this->SetParameter(this->ThermalExpansion, expansion);
}
void vtkDensityOptimizationAlgorithm::SetReferenceTemperature(double temperature)
{
  this->SetParameter(this->ReferenceTemperature, temperature);
}
void vtkDensityOptimizationAlgorithm::SetDensityChangeTolerance(double tolerance)
{
  this->SetParameter(this->DensityChangeTolerance, tolerance);
}
void vtkDensityOptimizationAlgorithm::SetPreconditioner(int preconditioner)
{
  this->SetParameter(this->Preconditioner, preconditioner);
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::SetResponseSetting(const char* name, double value)
{
  trabecula::NamedResponseSettings changed = *this->Responses;
  changed.values[name ? name : ""] = value;
  this->SetParameter(*this->Responses, std::move(changed));
}
double vtkDensityOptimizationAlgorithm::GetResponseSetting(const char* name)
{
  const auto found = this->Responses->values.find(name ? name : "");
  return found == this->Responses->values.end() ? 0.0 : found->second;
}
void vtkDensityOptimizationAlgorithm::AddResponseLoadCase(const char* name)
{
  this->AddNameToParameter(this->Responses->loadCases, name);
}
void vtkDensityOptimizationAlgorithm::ClearResponseLoadCases()
{
  this->SetParameter(this->Responses->loadCases, {});
}
int vtkDensityOptimizationAlgorithm::GetNumberOfResponseLoadCases()
{
  return static_cast<int>(this->Responses->loadCases.size());
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
void vtkDensityOptimizationAlgorithm::SetResultGeometry(int geometry)
{
  geometry = std::clamp(geometry, int(HEXAHEDRA), int(AS_INPUT));
  if (this->ResultGeometry != geometry)
  {
    this->ResultGeometry = geometry;
    this->ModifiedView();
  }
}

//------------------------------------------------------------------------------
double vtkDensityOptimizationAlgorithm::GetFilterRadiusUsed()
{
  const auto* run = static_cast<const TopologyRunDescription*>(this->GetRunInput());
  return run && run->densities ? trabecula::filterRadiusOf(*run->densities) : 0.0;
}

//------------------------------------------------------------------------------
void vtkDensityOptimizationAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "MassDensity: " << this->MassDensity << "\n";
  os << indent << "Acceleration: " << this->Acceleration[0] << " " << this->Acceleration[1] << " "
     << this->Acceleration[2] << "\n";
  os << indent << "ThermalExpansion: " << this->ThermalExpansion << "\n";
  os << indent << "ReferenceTemperature: " << this->ReferenceTemperature << "\n";
  os << indent << "DensityThreshold: " << this->DensityThreshold << "\n";
  os << indent << "ResultGeometry: " << this->ResultGeometry << "\n";
}

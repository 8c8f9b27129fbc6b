// Properties and results of vtkElasticAnalysis.

#include "vtkElasticAnalysisInternals.h"

#include "InputArrays.h"
#include "PrintValues.h"
#include "StructureInputConverter.h"

#include "Analysis/Loads/BodyForce.h"
#include "Analysis/Static/StaticAnalysis.h"
#include "Core/Error.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"

#include <algorithm>
#include <cmath>

static_assert(
  static_cast<int>(trabecula::StressRecovery::Extrapolated) == vtkElasticAnalysis::EXTRAPOLATED &&
    static_cast<int>(trabecula::StressRecovery::Direct) == vtkElasticAnalysis::DIRECT,
  "The library numbers ways of recovery as the filter does.");

namespace
{
constexpr int SupportsIndex = 0;
constexpr int PrescribedDisplacementIndex = 1;
constexpr int SpringsIndex = 2;
constexpr int YoungsModulusIndex = 3;
constexpr int PoissonsRatioIndex = 4;
constexpr int TemperatureIndex = 5;
constexpr int ThermalExpansionIndex = 6;
constexpr const char* DefaultPrescribedDisplacement = "PrescribedDisplacement";
constexpr const char* DefaultSprings = "Springs";
constexpr const char* SolidFractionName = "SolidFraction";
constexpr const char* DefaultYoungsModulus = "YoungsModulus";
constexpr const char* DefaultPoissonsRatio = "PoissonsRatio";
constexpr const char* DefaultTemperature = "Temperature";
constexpr const char* DefaultThermalExpansion = "ThermalExpansion";

/// Reports a missing force. A part with supports and a temperature but without forces is assumed to
/// be loaded by its thermal expansion.
void requireLoadOrExpansion(
  vtkPointData* points, const std::string& supports, const std::string& temperature)
{
  if (trabecula::filters::forceArraysOf(points).empty() && points->HasArray(supports.c_str()) &&
    points->HasArray(temperature.c_str()))
  {
    throw trabecula::Error("The input has no load: there are a temperature, the point array " +
      trabecula::filters::inQuotes(temperature) +
      ", and supports, but neither a thermal expansion nor a force. Give Thermal Expansion the "
      "coefficient of the material, or apply Trabecula > Mechanical Load to the input first.");
  }
}
}

//------------------------------------------------------------------------------
void vtkElasticAnalysis::SetDefaultArrays()
{
  this->SetInputArrayToProcess(
    SupportsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Supports");
  this->SetInputArrayToProcess(PrescribedDisplacementIndex, 0, 0,
    vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultPrescribedDisplacement);
  this->SetInputArrayToProcess(
    SpringsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultSprings);
  this->SetInputArrayToProcess(
    YoungsModulusIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultYoungsModulus);
  this->SetInputArrayToProcess(
    PoissonsRatioIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultPoissonsRatio);
  this->SetInputArrayToProcess(
    TemperatureIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultTemperature);
  this->SetInputArrayToProcess(
    ThermalExpansionIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultThermalExpansion);
}

//------------------------------------------------------------------------------
void vtkElasticAnalysis::ReadTemperature(vtkDataSet* solid, trabecula::StaticProblem& problem)
{
  using namespace trabecula::filters;
  trabecula::ThermalStrain& strain = problem.thermalStrain;
  const std::string name = this->GetInputArrayName(TemperatureIndex);
  strain.expansions = valuesOfOptional(solid->GetCellData(),
    this->GetInputArrayName(ThermalExpansionIndex), DefaultThermalExpansion, "thermal expansion");
  strain.expansion = this->ThermalExpansion;
  strain.reference = this->ReferenceTemperature;
  if (name.empty() || (strain.expansion == 0.0 && strain.expansions.empty()))
  {
    strain = {};
    return;
  }
  if (name == DefaultTemperature && !solid->GetPointData()->HasArray(DefaultTemperature))
  {
    throw trabecula::Error(
      std::string(
        "The input has a thermal expansion, but no temperature: the point array "
        "\"Temperature\" is missing. Apply Trabecula > Heat Conduction to it first, choose "
        "another array, or None. Point arrays in the input: ") +
      listOfArrays(solid->GetPointData()) + ".");
  }
  strain.temperature =
    valuesOf(requireArray(solid->GetPointData(), name, "temperatures of points", 1));
}

//------------------------------------------------------------------------------
trabecula::StaticProblem vtkElasticAnalysis::MakeProblem(
  vtkDataSet* solid, trabecula::filters::StructureArrays& arrays)
{
  using namespace trabecula::filters;
  trabecula::StaticProblem problem;
  problem.bodyForce = trabecula::weightPerVolume(this->GetMassDensityInUse(), this->Acceleration);
  for (std::size_t c = 0; c < 3; ++c)
  {
    problem.bodyForce[c] += this->BodyForce[c];
  }
  arrays.supports = this->GetInputArrayName(SupportsIndex);
  arrays.prescribedDisplacement = this->GetInputArrayName(PrescribedDisplacementIndex);
  arrays.prescribedDisplacementIsOptional =
    arrays.prescribedDisplacement == DefaultPrescribedDisplacement;
  arrays.springs = this->GetInputArrayName(SpringsIndex);
  arrays.springsAreOptional = arrays.springs == DefaultSprings;
  arrays.forces = this->ForceArrays;
  this->ReadTemperature(solid, problem);
  arrays.forcesAreOptional = problem.bodyForce != std::array<double, 3>{} ||
    problem.thermalStrain.isPresent() ||
    solid->GetPointData()->HasArray(arrays.prescribedDisplacement.c_str());
  if (!arrays.forcesAreOptional && arrays.forces.empty())
  {
    requireLoadOrExpansion(
      solid->GetPointData(), arrays.supports, this->GetInputArrayName(TemperatureIndex));
  }
  readStructure(solid, arrays, problem.structure);
  vtkCellData* cells = solid->GetCellData();
  problem.moduli = valuesOfOptional(
    cells, this->GetInputArrayName(YoungsModulusIndex), DefaultYoungsModulus, "Young's modulus");
  problem.structure.poissonsRatios = valuesOfOptional(
    cells, this->GetInputArrayName(PoissonsRatioIndex), DefaultPoissonsRatio, "Poisson's ratio");
  problem.structure.material.youngsModulus = this->OfMaterial("YoungsModulus", this->YoungsModulus);
  problem.structure.material.poissonsRatio = this->OfMaterial("PoissonsRatio", this->PoissonsRatio);
  trabecula::setSolidFractions(
    problem, valuesOfOptional(cells, SolidFractionName, SolidFractionName, "solid fraction"));
  problem.structure.solver.tolerance = this->SolverTolerance;
  problem.structure.solver.maximumIterations = this->MaximumIterations;
  problem.structure.solver.strategy = static_cast<trabecula::Strategy>(this->Strategy);
  problem.recovery = static_cast<trabecula::StressRecovery>(this->StressRecovery);
  problem.yieldStress = this->OfMaterial("YieldStress", this->YieldStress, 0.0);
  return problem;
}

//------------------------------------------------------------------------------
double vtkElasticAnalysis::GetMassDensityInUse()
{
  const double density = this->OfMaterial("MassDensity", this->MassDensity, 0.0);
  if (!(density >= 0.0))
  {
    throw trabecula::Error(
      "Mass Density is " + std::to_string(density) + "; it must be zero or more.");
  }
  return density;
}

//------------------------------------------------------------------------------
void vtkElasticAnalysis::SetYoungsModulus(double modulus)
{
  this->SetParameter(this->YoungsModulus, modulus);
}
void vtkElasticAnalysis::SetPoissonsRatio(double ratio)
{
  this->SetParameter(this->PoissonsRatio, ratio);
}
void vtkElasticAnalysis::SetYieldStress(double stress)
{
  this->SetParameter(this->YieldStress, stress);
}
void vtkElasticAnalysis::SetThermalExpansion(double expansion)
{
  this->SetParameter(this->ThermalExpansion, expansion);
}
void vtkElasticAnalysis::SetReferenceTemperature(double temperature)
{
  this->SetParameter(this->ReferenceTemperature, temperature);
}
void vtkElasticAnalysis::SetBodyForce(double x, double y, double z)
{
  this->SetParameter(this->BodyForce, std::array<double, 3>{ x, y, z });
}
void vtkElasticAnalysis::SetMassDensity(double density)
{
  this->SetParameter(this->MassDensity, density);
}
void vtkElasticAnalysis::SetAcceleration(double x, double y, double z)
{
  this->SetParameter(this->Acceleration, std::array<double, 3>{ x, y, z });
}
void vtkElasticAnalysis::SetStressRecovery(int recovery)
{
  this->SetParameter(this->StressRecovery, std::clamp(recovery, int(EXTRAPOLATED), int(DIRECT)));
}
void vtkElasticAnalysis::SetStrategy(int strategy)
{
  this->SetParameter(this->Strategy, strategy);
}
void vtkElasticAnalysis::SetMatrixFile(const char* name)
{
  this->SetParameter(this->MatrixFile, std::string(name ? name : ""));
}
void vtkElasticAnalysis::SetMakeQuadratic(bool make)
{
  this->SetParameter(this->MakeQuadratic, make);
}
void vtkElasticAnalysis::AddForceArray(const char* name)
{
  this->AddNameToParameter(this->ForceArrays, name);
}
void vtkElasticAnalysis::ClearForceArrays()
{
  this->SetParameter(this->ForceArrays, {});
}

//------------------------------------------------------------------------------
double vtkElasticAnalysis::GetCompliance()
{
  return this->Internals->Compliance;
}
double vtkElasticAnalysis::GetLargestDisplacement()
{
  return this->Internals->LargestDisplacement;
}
double vtkElasticAnalysis::GetLargestStress()
{
  return this->Internals->LargestStress;
}
double vtkElasticAnalysis::GetRelativeError()
{
  return this->Internals->RelativeError;
}
double vtkElasticAnalysis::GetSafetyFactor()
{
  return this->Internals->SafetyFactor;
}
double vtkElasticAnalysis::GetMass()
{
  return this->Internals->Mass;
}
double vtkElasticAnalysis::GetDeformationScaleUsed()
{
  return this->Internals->DeformationScaleUsed;
}

//------------------------------------------------------------------------------
void vtkElasticAnalysis::PrintSelf(ostream& os, vtkIndent indent)
{
  using trabecula::filters::printList;
  const auto print = [&](const char* name, const std::array<double, 3>& v)
  { printList(os, indent, name, std::vector<double>(v.begin(), v.end())); };
  this->Superclass::PrintSelf(os, indent);
  os << indent << "YoungsModulus: " << this->YoungsModulus << "\n";
  os << indent << "PoissonsRatio: " << this->PoissonsRatio << "\n";
  os << indent << "YieldStress: " << this->YieldStress << "\n";
  printList(os, indent, "ForceArrays", this->ForceArrays);
  print("BodyForce", this->BodyForce);
  os << indent << "MassDensity: " << this->MassDensity << "\n";
  print("Acceleration", this->Acceleration);
  os << indent << "ThermalExpansion: " << this->ThermalExpansion << "\n";
  os << indent << "ReferenceTemperature: " << this->ReferenceTemperature << "\n";
  os << indent << "Strategy: " << this->Strategy << "\n";
  os << indent << "MatrixFile: " << this->MatrixFile << "\n";
  os << indent << "MakeQuadratic: " << this->MakeQuadratic << "\n";
  os << indent << "StressRecovery: " << this->StressRecovery << "\n";
  os << indent << "AutomaticDeformationScale: " << this->AutomaticDeformationScale << "\n";
  os << indent << "DeformationScale: " << this->DeformationScale << "\n";
}

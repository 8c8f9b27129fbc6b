// Properties and results of vtkBodyAnalysis.

#include "vtkBodyAnalysisInternals.h"

#include "InputArrays.h"
#include "LoadsOfDesignFields.h"
#include "PrintValues.h"
#include "TopologyInputConverter.h"

#include "Analysis/Rigid/RigidMotions.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkAlgorithmOutput.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkStringArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>

namespace
{
using trabecula::Error;

constexpr int SupportsIndex = 0;
constexpr int PrescribedDisplacementIndex = 1;
constexpr int SpringsIndex = 2;
constexpr int DensityIndex = 3;
constexpr const char* DefaultPrescribedDisplacement = "PrescribedDisplacement";
constexpr const char* DefaultSprings = "Springs";
/// Interpolation between nodes can exceed the nodal densities by a few hundredths.
constexpr double MostOvershoot = 0.1;

/// Returns a number from the field data, or a default.
double numberOf(vtkFieldData* fields, const char* name, double instead)
{
  vtkDataArray* array = fields->GetArray(name);
  return array && array->GetNumberOfValues() > 0 ? array->GetComponent(0, 0) : instead;
}

std::vector<double> readDensity(vtkUnstructuredGrid* grid, const std::string& name)
{
  using namespace trabecula::filters;
  std::vector<double> density = valuesOf(requireArray(grid->GetCellData(), name, "density", 1));
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    if (!(density[e] >= -MostOvershoot && density[e] <= 1.0 + MostOvershoot))
    {
      throw Error("Cell array " + inQuotes(name) + " has the value " +
        trabecula::shortText(density[e]) + " in cell " + std::to_string(e) +
        "; a density is from 0 to 1.");
    }
    density[e] = std::clamp(density[e], 0.0, 1.0);
  }
  return density;
}
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::SetDefaultArrays()
{
  this->SetInputArrayToProcess(
    SupportsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Supports");
  this->SetInputArrayToProcess(PrescribedDisplacementIndex, 0, 0,
    vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultPrescribedDisplacement);
  this->SetInputArrayToProcess(
    SpringsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultSprings);
  this->SetInputArrayToProcess(
    DensityIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Density");
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::SetSettings(trabecula::TopologyProblem& optimized)
{
  optimized.structure.material.youngsModulus = this->YoungsModulus;
  optimized.structure.material.poissonsRatio = this->PoissonsRatio;
  optimized.design.densities.interpolation =
    static_cast<trabecula::Interpolation>(this->Interpolation);
  optimized.design.densities.penalization = this->Penalization;
  optimized.design.densities.minimumDensity = this->MinimumDensity;
  optimized.design.settings.minimumModulusRatio = this->MinimumModulusRatio;
  optimized.structure.solver.tolerance = this->SolverTolerance;
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::SetMaterialOf(Problem& problem, vtkFieldData* fields)
{
  if (!(this->YieldStress >= 0.0))
  {
    throw Error("Yield Stress is " + trabecula::shortText(this->YieldStress) +
      "; it must be above zero, or 0 for none.");
  }
  trabecula::ElasticMaterial& material = problem.Design.structure.material;
  const auto choose = [&](const char* property, double custom, double absent)
  { return this->OfMaterial(property, numberOf(fields, property, custom), absent); };
  material.youngsModulus = choose("YoungsModulus", material.youngsModulus, std::nan(""));
  material.poissonsRatio = choose("PoissonsRatio", material.poissonsRatio, std::nan(""));
  problem.MassDensity = choose("MassDensity", 0.0, 0.0);
  problem.YieldStress = this->YieldStress > 0.0 && !this->HasMaterial()
    ? this->YieldStress
    : choose("YieldStress", 0.0, 0.0);
}

//------------------------------------------------------------------------------
vtkBodyAnalysis::Problem vtkBodyAnalysis::MakeProblem(vtkUnstructuredGrid* grid)
{
  vtkNew<vtkFieldData> none;
  vtkFieldData* fields = this->MaterialFromDesign ? grid->GetFieldData() : none.Get();
  const double trimmed = numberOf(grid->GetFieldData(), "DensityThreshold", 0.0);
  if (trimmed > 0.0)
  {
    throw Error("The design is without cells of a density below " + trabecula::shortText(trimmed) +
      ", which Density Threshold of Topology Optimize left out. Set it to 0, or take the port "
      "Final design.");
  }
  if (grid->GetFieldData()->HasArray("ThermalCompliance"))
  {
    throw Error(
      "The design is that of a body that conducts heat, which is no structure. Analyse it "
      "with Heat Conduction.");
  }
  trabecula::filters::TopologyArrays arrays;
  arrays.supports = this->GetInputArrayName(SupportsIndex);
  arrays.prescribedDisplacement = this->GetInputArrayName(PrescribedDisplacementIndex);
  arrays.prescribedDisplacementIsOptional =
    arrays.prescribedDisplacement == DefaultPrescribedDisplacement;
  arrays.springs = this->GetInputArrayName(SpringsIndex);
  arrays.springsAreOptional = arrays.springs == DefaultSprings;
  arrays.solidFraction = "SolidFraction";
  arrays.solidFractionIsOptional = true;
  arrays.forces = this->ForceArrays;
  arrays.weights = this->LoadCaseWeights;
  auto* names = vtkStringArray::SafeDownCast(fields->GetAbstractArray("LoadCases"));
  for (vtkIdType i = 0; names && this->ForceArrays.empty() && i < names->GetNumberOfValues(); ++i)
  {
    arrays.forces.push_back(names->GetValue(i));
  }
  vtkDataArray* weights = fields->GetArray("LoadCaseWeights");
  if (weights && names && this->ForceArrays.empty() && this->LoadCaseWeights.empty())
  {
    arrays.weights = trabecula::filters::valuesOf(weights);
  }
  std::vector<double> pointMasses;
  const trabecula::LoadsOfDesign ofDesign =
    trabecula::filters::readLoadsOfDesign(fields, grid, pointMasses);
  if (ofDesign.areSome() && this->ForceArrays.empty())
  {
    trabecula::filters::allowCasesOfDesign(grid, arrays);
  }

  Problem result;
  trabecula::TopologyProblem& optimized = result.Design;
  trabecula::filters::readTopologyInput(
    grid, arrays, optimized.structure, optimized.design, optimized.solidFractions);
  trabecula::requireNoRigidFaces(optimized.structure.rigid, "Body Analysis");
  optimized.structure.pointMasses = std::move(pointMasses);
  trabecula::filters::setLoadsOfDesign(optimized.structure, ofDesign);
  this->SetSettings(optimized);
  this->SetMaterialOf(result, fields);
  result.Density = readDensity(grid, this->GetInputArrayName(DensityIndex));
  const trabecula::OptimizationSettings& settings = optimized.design.settings;
  const trabecula::DensitySettings& densities = optimized.design.densities;
  // The solid fractions of a level set are not penalized.
  const bool isLevelSet =
    fields->HasArray("MinimumModulusRatio") && !fields->HasArray("Interpolation");
  const double interpolation = numberOf(fields, "Interpolation", this->Interpolation);
  const bool simp = !isLevelSet && interpolation == SIMP;
  const bool ramp = !isLevelSet && interpolation == RAMP;
  const double exponent =
    isLevelSet ? 1.0 : numberOf(fields, "Penalization", densities.penalization);
  const double lowest = numberOf(fields, "MinimumDensity", densities.minimumDensity);
  const double ratio = numberOf(fields, "MinimumModulusRatio", settings.minimumModulusRatio);
  if (!(exponent >= (ramp ? 0.0 : 1.0)) || !(lowest > 0.0 && lowest < 1.0) ||
    !(ratio > 0.0 && ratio < 1.0))
  {
    throw Error("Penalization must be at least 1, or 0 with RAMP, Minimum Density and Minimum "
                "Modulus Ratio above 0 "
                "and below 1; they are " +
      trabecula::shortText(exponent) + ", " + trabecula::shortText(lowest) + " and " +
      trabecula::shortText(ratio) + ".");
  }
  const double ofVoid = simp ? std::pow(lowest, exponent) : ratio;
  for (std::size_t e = 0; e < result.Density.size(); ++e)
  {
    double& density = result.Density[e];
    const double ofSolid =
      ramp ? density / (1.0 + exponent * (1.0 - density)) : std::pow(density, exponent);
    double share =
      simp ? std::pow(std::max(density, lowest), exponent) : ratio + ofSolid * (1.0 - ratio);
    if (!optimized.solidFractions.empty())
    {
      // As in the optimization, the rest of the cell is void.
      share = ofVoid + optimized.solidFractions[e] * (share - ofVoid);
      density *= optimized.solidFractions[e];
    }
    result.Shares.push_back(share);
  }
  return result;
}

//------------------------------------------------------------------------------
vtkUnstructuredGrid* vtkBodyAnalysis::GetOutput()
{
  return this->GetOutput(0);
}
vtkUnstructuredGrid* vtkBodyAnalysis::GetOutput(int port)
{
  return vtkUnstructuredGrid::SafeDownCast(this->GetOutputDataObject(port));
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::SetSurfaceConnection(vtkAlgorithmOutput* output)
{
  this->SetInputConnection(SURFACE, output);
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::AddForceArray(const char* name)
{
  this->AddNameToParameter(this->ForceArrays, name);
}
void vtkBodyAnalysis::ClearForceArrays()
{
  this->SetParameter(this->ForceArrays, {});
}
void vtkBodyAnalysis::AddLoadCaseWeight(double weight)
{
  this->AddToParameter(this->LoadCaseWeights, weight);
}
void vtkBodyAnalysis::ClearLoadCaseWeights()
{
  this->SetParameter(this->LoadCaseWeights, {});
}

//------------------------------------------------------------------------------
double vtkBodyAnalysis::GetBodyCompliance()
{
  return this->Internals->Compliance;
}
double vtkBodyAnalysis::GetComplianceRatio()
{
  return this->Internals->ComplianceRatio;
}
double vtkBodyAnalysis::GetBodyStress()
{
  return this->Internals->Stress;
}
double vtkBodyAnalysis::GetStressRatio()
{
  return this->Internals->StressRatio;
}
double vtkBodyAnalysis::GetSafetyFactor()
{
  return this->Internals->SafetyFactor;
}
double vtkBodyAnalysis::GetMass()
{
  return this->Internals->Mass;
}
double vtkBodyAnalysis::GetCommonCompliance()
{
  return this->Internals->CommonCompliance;
}
double vtkBodyAnalysis::GetCommonComplianceError()
{
  return this->Internals->CommonComplianceError;
}
const char* vtkBodyAnalysis::GetConstraintVerdict()
{
  return this->Internals->ConstraintVerdict.c_str();
}
double vtkBodyAnalysis::GetWallThickness()
{
  return this->Internals->WallThickness;
}
double vtkBodyAnalysis::GetOverhangingShare()
{
  return this->Internals->OverhangingShare;
}
double vtkBodyAnalysis::GetUnsupportedPlaces()
{
  return this->Internals->UnsupportedPlaces;
}
const char* vtkBodyAnalysis::GetDeviceUsed()
{
  return this->Internals->DeviceUsed.c_str();
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "MaterialFromDesign: " << this->MaterialFromDesign << "\n";
  os << indent << "YieldStress: " << this->YieldStress << "\n";
  trabecula::filters::printSettings(os, indent,
    [this]
    {
      trabecula::TopologyProblem optimized;
      this->SetSettings(optimized);
      std::vector<trabecula::Setting> settings =
        trabecula::materialSettings(optimized.structure.material);
      for (const auto& others :
        { trabecula::interpolationSettings(optimized.design.settings, optimized.design.densities),
          trabecula::solverSettings(optimized.structure.solver) })
      {
        settings.insert(settings.end(), others.begin(), others.end());
      }
      return settings;
    });
  trabecula::filters::printList(os, indent, "ForceArrays", this->ForceArrays);
  trabecula::filters::printList(os, indent, "LoadCaseWeights", this->LoadCaseWeights);
  os << indent << "Refinement: " << this->Refinement << "\n";
  os << indent << "Samples: " << this->Samples << "\n";
  os << indent << "CommonAnalysis: " << this->CommonAnalysis << "\n";
}

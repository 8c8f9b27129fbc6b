// Properties and results of vtkNaturalFrequencies.

#include "vtkNaturalFrequenciesInternals.h"

#include "InputArrays.h"
#include "RigidBodyArrays.h"

#include "Analysis/Frequency/FrequencyAnalysis.h"

#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace
{
constexpr int SupportsIndex = 0;
constexpr int PointMassIndex = 1;
constexpr int YoungsModulusIndex = 2;
constexpr int PoissonsRatioIndex = 3;
constexpr const char* DefaultPointMass = "PointMass";
constexpr const char* DefaultYoungsModulus = "YoungsModulus";
constexpr const char* DefaultPoissonsRatio = "PoissonsRatio";
constexpr const char* SolidFractionName = "SolidFraction";
}

//------------------------------------------------------------------------------
void vtkNaturalFrequencies::SetDefaultArrays()
{
  this->SetInputArrayToProcess(SupportsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS,
    trabecula::filters::DefaultSupports);
  this->SetInputArrayToProcess(
    PointMassIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultPointMass);
  this->SetInputArrayToProcess(
    YoungsModulusIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultYoungsModulus);
  this->SetInputArrayToProcess(
    PoissonsRatioIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultPoissonsRatio);
}

//------------------------------------------------------------------------------
trabecula::FrequencyProblem vtkNaturalFrequencies::MakeProblem(vtkDataSet* solid)
{
  using namespace trabecula::filters;
  trabecula::FrequencyProblem problem;
  vtkPointData* points = solid->GetPointData();
  vtkCellData* cells = solid->GetCellData();
  requireNoRigidBodies(solid, "An analysis of frequencies");
  const std::string supports = this->GetInputArrayName(SupportsIndex);
  const bool isFree =
    supports.empty() || (supports == DefaultSupports && !points->HasArray(DefaultSupports));
  problem.structure.supports = isFree
    ? std::vector<std::uint8_t>(3 * static_cast<std::size_t>(solid->GetNumberOfPoints()), 0)
    : readSupports(points, supports);
  problem.pointMasses = valuesOfOptional(
    points, this->GetInputArrayName(PointMassIndex), DefaultPointMass, "masses of points");
  problem.moduli = valuesOfOptional(
    cells, this->GetInputArrayName(YoungsModulusIndex), DefaultYoungsModulus, "Young's modulus");
  problem.structure.poissonsRatios = valuesOfOptional(
    cells, this->GetInputArrayName(PoissonsRatioIndex), DefaultPoissonsRatio, "Poisson's ratio");
  problem.solidFractions =
    valuesOfOptional(cells, SolidFractionName, SolidFractionName, "solid fraction");
  problem.structure.material.youngsModulus = this->OfMaterial("YoungsModulus", this->YoungsModulus);
  problem.structure.material.poissonsRatio = this->OfMaterial("PoissonsRatio", this->PoissonsRatio);
  problem.density = this->OfMaterial("MassDensity", this->MassDensity);
  problem.isLumped = this->Mass == LUMPED;
  problem.modes = this->NumberOfModes;
  problem.tolerance = this->SolverTolerance;
  problem.maximumIterations = this->MaximumIterations;
  return problem;
}

//------------------------------------------------------------------------------
void vtkNaturalFrequencies::SetYoungsModulus(double modulus)
{
  this->SetParameter(this->YoungsModulus, modulus);
}
void vtkNaturalFrequencies::SetPoissonsRatio(double ratio)
{
  this->SetParameter(this->PoissonsRatio, ratio);
}
void vtkNaturalFrequencies::SetMassDensity(double density)
{
  this->SetParameter(this->MassDensity, density);
}
void vtkNaturalFrequencies::SetMass(int mass)
{
  this->SetParameter(this->Mass, std::clamp(mass, int(CONSISTENT), int(LUMPED)));
}
void vtkNaturalFrequencies::SetNumberOfModes(int modes)
{
  this->SetParameter(this->NumberOfModes, modes);
}
void vtkNaturalFrequencies::SetMakeQuadratic(bool make)
{
  this->SetParameter(this->MakeQuadratic, make);
}

//------------------------------------------------------------------------------
double vtkNaturalFrequencies::GetFirstFrequency()
{
  const std::vector<double>& found = this->Internals->Frequencies;
  return found.empty() ? std::numeric_limits<double>::quiet_NaN() : found.front();
}
double vtkNaturalFrequencies::GetTotalMass()
{
  return this->Internals->Mass;
}
double vtkNaturalFrequencies::GetRigidMotions()
{
  return this->Internals->RigidMotions;
}

//------------------------------------------------------------------------------
void vtkNaturalFrequencies::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "YoungsModulus: " << this->YoungsModulus << "\n";
  os << indent << "PoissonsRatio: " << this->PoissonsRatio << "\n";
  os << indent << "MassDensity: " << this->MassDensity << "\n";
  os << indent << "Mass: " << this->Mass << "\n";
  os << indent << "NumberOfModes: " << this->NumberOfModes << "\n";
  os << indent << "MakeQuadratic: " << this->MakeQuadratic << "\n";
  os << indent << "FramesPerMode: " << this->FramesPerMode << "\n";
  os << indent << "ShownDeflection: " << this->ShownDeflection << "\n";
}

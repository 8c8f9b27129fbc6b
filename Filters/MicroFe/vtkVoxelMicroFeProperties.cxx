// Properties of vtkVoxelMicroFe, and the settings derived from them.

#include "VoxelMaterial.h"
#include "vtkVoxelMicroFeInternals.h"

#include "Core/Error.h"

#include <limits>
#include <string>

static_assert(static_cast<int>(trabecula::MechanicalTest::Uniaxial) == vtkVoxelMicroFe::UNIAXIAL &&
    static_cast<int>(trabecula::MechanicalTest::Axial) == vtkVoxelMicroFe::AXIAL &&
    static_cast<int>(trabecula::MechanicalTest::Confined) == vtkVoxelMicroFe::CONFINED &&
    static_cast<int>(trabecula::MechanicalTest::Shear) == vtkVoxelMicroFe::SHEAR &&
    static_cast<int>(trabecula::MechanicalTest::Bending) == vtkVoxelMicroFe::BENDING &&
    static_cast<int>(trabecula::MechanicalTest::Torsion) == vtkVoxelMicroFe::TORSION &&
    static_cast<int>(trabecula::MechanicalTest::ApparentStiffness) ==
      vtkVoxelMicroFe::APPARENT_STIFFNESS &&
    static_cast<int>(trabecula::MechanicalTest::FreeForm) == vtkVoxelMicroFe::FREE_FORM &&
    static_cast<int>(trabecula::TestBox::Solid) == vtkVoxelMicroFe::BOX_OF_SOLID &&
    static_cast<int>(trabecula::TestBox::Kept) == vtkVoxelMicroFe::BOX_OF_KEPT &&
    static_cast<int>(trabecula::TestBox::Image) == vtkVoxelMicroFe::BOX_OF_IMAGE &&
    static_cast<int>(trabecula::filters::VoxelMaterial::Automatic) ==
      vtkVoxelMicroFe::AUTOMATIC_MATERIAL &&
    static_cast<int>(trabecula::filters::VoxelMaterial::AboveThreshold) ==
      vtkVoxelMicroFe::ABOVE_THRESHOLD &&
    static_cast<int>(trabecula::filters::VoxelMaterial::BetweenThresholds) ==
      vtkVoxelMicroFe::BETWEEN_THRESHOLDS &&
    static_cast<int>(trabecula::filters::VoxelMaterial::Labels) == vtkVoxelMicroFe::LABELS &&
    static_cast<int>(trabecula::filters::VoxelMaterial::PowerLaw) == vtkVoxelMicroFe::POWER_LAW &&
    static_cast<int>(trabecula::filters::VoxelMaterial::Moduli) == vtkVoxelMicroFe::MODULI &&
    static_cast<int>(trabecula::filters::VoxelMaterial::Fractions) ==
      vtkVoxelMicroFe::SOLID_FRACTIONS,
  "The library numbers tests, boxes and materials as the filter does.");

namespace
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::SetSettings(trabecula::VoxelMicroFeProblem& problem)
{
  const auto choose = [](int value, int last, const char* property)
  {
    if (value < 0 || value > last)
    {
      throw trabecula::Error(std::string(property) + " is " + std::to_string(value) +
        "; it must be 0 to " + std::to_string(last) + ".");
    }
    return value;
  };
  problem.poissonsRatio = this->OfMaterial("PoissonsRatio", this->PoissonsRatio);
  const int parts = choose(this->Parts, ONE_PART_ONLY, "Parts");
  problem.parts =
    parts == LARGEST_PART ? trabecula::VoxelParts::Largest : trabecula::VoxelParts::All;
  problem.requireOnePart = parts == ONE_PART_ONLY;
  problem.test = static_cast<trabecula::MechanicalTest>(choose(this->Test, FREE_FORM, "Test"));
  problem.box = static_cast<trabecula::TestBox>(choose(this->TestBox, BOX_OF_IMAGE, "Test Box"));
  problem.axis = choose(this->Axis, 2, "Axis");
  problem.direction = choose(this->Direction, 2, "Direction");
  problem.strain = this->Strain;
  problem.angle = this->Angle;
  problem.fieldLoad = choose(this->FieldLoad, 5, "Field Load");
  problem.tolerance = this->Tolerance;
  problem.maximumIterations = this->MaximumIterations;
  problem.criticalVolume = this->CriticalVolume;
  problem.criticalStrain = this->CriticalStrain;
  problem.fields.strain = this->TensorFields;
  problem.fields.stress = this->TensorFields;
  problem.fieldRoom = this->GivesImage() ? trabecula::FieldRoom::Image
    : this->ResultGeometry == SURFACE    ? trabecula::FieldRoom::Surface
                                         : trabecula::FieldRoom::Hexahedra;
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::AddLabelModulus(double label, double modulus)
{
  this->AddToParameter(this->LabelModuli, { label, modulus });
}
void vtkVoxelMicroFe::ClearLabelModuli()
{
  this->SetParameter(this->LabelModuli, {});
}
int vtkVoxelMicroFe::GetNumberOfLabelModuli()
{
  return static_cast<int>(this->LabelModuli.size());
}

//------------------------------------------------------------------------------
double vtkVoxelMicroFe::GetStiffness()
{
  return this->Internals->Analyses > 0 ? this->Internals->Summary.stiffness : NotANumber;
}
double vtkVoxelMicroFe::GetApparentModulus()
{
  return this->Internals->Analyses > 0 ? this->Internals->Summary.apparentModulus : NotANumber;
}
double vtkVoxelMicroFe::GetFailureLoad()
{
  return this->Internals->Analyses > 0 ? this->Internals->Summary.failureLoad : NotANumber;
}
double vtkVoxelMicroFe::GetBoneVolumeFraction()
{
  return this->Internals->Analyses > 0 ? this->Internals->Summary.volumeFraction : NotANumber;
}
double vtkVoxelMicroFe::GetThresholdUsed()
{
  return this->Internals->Threshold;
}
int vtkVoxelMicroFe::GetSolverIterations()
{
  return this->Internals->Summary.solverIterations;
}
const char* vtkVoxelMicroFe::GetDeviceUsed()
{
  return this->Internals->Device.c_str();
}
int vtkVoxelMicroFe::GetNumberOfAnalyses()
{
  return this->Internals->Analyses;
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Material: " << this->Material << "\n";
  os << indent << "YoungsModulus: " << this->YoungsModulus << "\n";
  os << indent << "LowerThreshold: " << this->LowerThreshold << "\n";
  os << indent << "UpperThreshold: " << this->UpperThreshold << "\n";
  os << indent << "LabelModuli:";
  for (const auto& [label, modulus] : this->LabelModuli)
  {
    os << " " << label << ": " << modulus;
  }
  os << "\n" << indent << "Coefficient: " << this->Coefficient << "\n";
  os << indent << "Exponent: " << this->Exponent << "\n";
  os << indent << "DensityThreshold: " << this->DensityThreshold << "\n";
  os << indent << "PoissonsRatio: " << this->PoissonsRatio << "\n";
  os << indent << "Parts: " << this->Parts << "\n";
  os << indent << "Test: " << this->Test << "\n";
  os << indent << "Axis: " << this->Axis << "\n";
  os << indent << "Direction: " << this->Direction << "\n";
  os << indent << "Strain: " << this->Strain << "\n";
  os << indent << "Angle: " << this->Angle << "\n";
  os << indent << "FieldLoad: " << this->FieldLoad << "\n";
  os << indent << "TestBox: " << this->TestBox << "\n";
  os << indent << "CriticalVolume: " << this->CriticalVolume << "\n";
  os << indent << "CriticalStrain: " << this->CriticalStrain << "\n";
  os << indent << "TensorFields: " << this->TensorFields << "\n";
  os << indent << "ResultGeometry: " << this->ResultGeometry << "\n";
  os << indent << "Tolerance: " << this->Tolerance << "\n";
  os << indent << "MaximumIterations: " << this->MaximumIterations << "\n";
}

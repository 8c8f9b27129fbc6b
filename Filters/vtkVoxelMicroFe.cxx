#include "vtkVoxelMicroFe.h"

#include "FilterObserver.h"
#include "InputStamp.h"
#include "VoxelImageConverter.h"
#include "VoxelMicroFeOutputWriter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Problem/VoxelMicroFe.h"

#include "vtkCommunicator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace
{
using trabecula::filters::FilterObserver;
using SDDP = vtkStreamingDemandDrivenPipeline;

constexpr int Ports = 3;
constexpr int ScalarsIndex = 0;
constexpr int SupportsIndex = 1;
constexpr int DisplacementIndex = 2;
constexpr int ForceIndex = 3;
constexpr const char* DefaultDisplacement = "PrescribedDisplacement";
constexpr const char* DefaultForce = "Force";
constexpr const char* RatioField = "PoissonsRatio";
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
}

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
    static_cast<int>(trabecula::filters::VoxelMaterial::Moduli) == vtkVoxelMicroFe::MODULI,
  "The library numbers tests, boxes and materials as the filter does.");

/// What is kept between executions.
class vtkVoxelMicroFe::vtkInternals
{
public:
  /// Of the last complete analysis.
  vtkSmartPointer<vtkDataObject> Results[Ports];
  trabecula::VoxelMicroFeSummary Summary;
  std::string Device;
  int Analyses = 0;

  /// What the last analysis, or the failure or stop of one, was of.
  trabecula::filters::InputStamp Input;
  vtkMTimeType ParameterTime = 0;
  bool IsSettled = false;

  /// Class of the input if it is composite, else empty.
  std::string CompositeInput;
  /// A composite input has been refused and the filter not modified since.
  vtkMTimeType RefusedTime = 0;

  std::string Status = "Nothing computed yet.";
};

vtkStandardNewMacro(vtkVoxelMicroFe);
vtkCxxSetObjectMacro(vtkVoxelMicroFe, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkVoxelMicroFe::vtkVoxelMicroFe() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(Ports);
  this->SetInputArrayToProcess(
    ScalarsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS_THEN_CELLS, "");
  this->SetInputArrayToProcess(
    SupportsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Supports");
  this->SetInputArrayToProcess(
    DisplacementIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultDisplacement);
  this->SetInputArrayToProcess(
    ForceIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultForce);
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

//------------------------------------------------------------------------------
vtkVoxelMicroFe::~vtkVoxelMicroFe()
{
  this->SetController(nullptr);
}

//------------------------------------------------------------------------------
int vtkVoxelMicroFe::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkVoxelMicroFe::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == SOLID ? "vtkUnstructuredGrid" : "vtkTable");
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkVoxelMicroFe::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(SDDP::REQUEST_UPDATE_TIME()))
  {
    // Executives call filters like this one once for each block of composite data, whose results
    // could not be told apart after a stop or an error. This is the last pass that sees the whole.
    vtkDataObject* whole = vtkDataObject::GetData(inputVector[0]->GetInformationObject(0));
    const bool isComposite = vtkCompositeDataSet::SafeDownCast(whole) != nullptr;
    this->Internals->CompositeInput = isComposite ? whole->GetClassName() : "";
  }
  return this->Superclass::ProcessRequest(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
bool vtkVoxelMicroFe::IsBlock()
{
  const std::string& whole = this->Internals->CompositeInput;
  if (whole.empty())
  {
    return false;
  }
  if (this->Internals->RefusedTime != this->GetMTime())
  {
    this->ReportError("The input is a " + whole +
      ", and one image is needed. Take one out of it with the filter Extract Block.");
    this->Internals->RefusedTime = this->GetMTime();
  }
  return true;
}

//------------------------------------------------------------------------------
int vtkVoxelMicroFe::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  // Part of an image is another sample. On several ranks what each has is looked at later.
  if (!this->Controller || this->Controller->GetNumberOfProcesses() < 2)
  {
    vtkInformation* inInfo = inputVector[0]->GetInformationObject(0);
    if (inInfo->Has(SDDP::WHOLE_EXTENT()))
    {
      inInfo->Set(SDDP::UPDATE_EXTENT(), inInfo->Get(SDDP::WHOLE_EXTENT()), 6);
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkVoxelMicroFe::RequestData(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->AbortExecute = 0; // whatever it was meant for, it was not this execution

  vtkImageData* input = vtkImageData::GetData(inputVector[0]);
  const bool alone = !this->Controller || this->Controller->GetNumberOfProcesses() < 2;
  const int piece = outputVector->GetInformationObject(SOLID)->Get(SDDP::UPDATE_PIECE_NUMBER());
  // Of several pieces on one rank, the first has everything.
  if (!this->IsBlock() && !(alone && piece > 0) && this->IsRunHere(input))
  {
    this->Run(input);
    for (int port = 0; port < Ports; ++port)
    {
      if (this->Internals->Results[port])
      {
        vtkDataObject::GetData(outputVector, port)->ShallowCopy(this->Internals->Results[port]);
      }
    }
  }
  // Left set, it would make filters downstream give up too.
  this->AbortExecute = 0;
  return 1;
}

//------------------------------------------------------------------------------
bool vtkVoxelMicroFe::IsRunHere(vtkImageData* input)
{
  if (!this->Controller || this->Controller->GetNumberOfProcesses() < 2)
  {
    return true;
  }
  const int mine = input && input->GetNumberOfCells() > 0 ? 1 : 0;
  int holders = 0;
  this->Controller->AllReduce(&mine, &holders, 1, vtkCommunicator::SUM_OP);
  if (holders > 1)
  {
    this->ReportError("The image is spread over " + std::to_string(holders) +
      " ranks, and Voxel Micro-FE runs on one rank only so far. Run on one rank, or bring all "
      "voxels "
      "onto one rank first with the filter Aggregate Dataset and one target process.");
    return false;
  }
  return holders == 1 ? mine == 1 : this->Controller->GetLocalProcessId() == 0;
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::ReportError(const std::string& message)
{
  this->Internals->Status = "Error: " + message;
  vtkErrorMacro(<< message);
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::Run(vtkImageData* input)
{
  vtkInternals& internals = *this->Internals;
  const trabecula::filters::InputStamp stamp(input);
  if (internals.IsSettled && internals.Input == stamp &&
    internals.ParameterTime == this->GetMTime())
  {
    return;
  }
  try
  {
    this->Compute(input);
  }
  catch (const trabecula::Error& error)
  {
    this->ReportError(error.what());
  }
  catch (const std::bad_alloc&)
  {
    this->ReportError(
      "There is not enough memory for an image of this size. Crop or coarsen it, or "
      "use a machine with more.");
  }
  internals.Input = stamp;
  internals.ParameterTime = this->GetMTime(); // a stop has changed it
  internals.IsSettled = true;
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::Compute(vtkImageData* input)
{
  vtkInternals& internals = *this->Internals;
  FilterObserver observer(this);
  observer.setRange(0.0, 0.1);
  observer.setText("Reading the image");
  trabecula::setHostThreads(this->Threads); // the device is named with them

  trabecula::filters::ImageVoxels voxels;
  trabecula::VoxelMicroFeProblem problem;
  {
    trabecula::filters::VoxelMaterial material;
    material.kind = static_cast<trabecula::filters::VoxelMaterial::Kind>(this->Material);
    material.youngsModulus = this->YoungsModulus;
    material.lowerThreshold = this->LowerThreshold;
    material.upperThreshold = this->UpperThreshold;
    material.table = this->LabelModuli;
    material.coefficient = this->Coefficient;
    material.exponent = this->Exponent;
    material.densityThreshold = this->DensityThreshold;
    voxels = trabecula::filters::findVoxels(input, this->GetInputArrayName(ScalarsIndex),
      this->GetInputArrayInformation(ScalarsIndex)->Get(vtkDataObject::FIELD_ASSOCIATION()));
    problem.image = trabecula::filters::makeVoxelImage(voxels, material);
  }
  this->SetSettings(problem);
  if (this->Test == FREE_FORM)
  {
    trabecula::filters::FreeFormArrays arrays;
    arrays.supports = this->GetInputArrayName(SupportsIndex);
    arrays.displacement = this->GetInputArrayName(DisplacementIndex);
    arrays.displacementIsOptional = arrays.displacement == DefaultDisplacement;
    arrays.force = this->GetInputArrayName(ForceIndex);
    arrays.forceIsOptional = arrays.force == DefaultForce;
    trabecula::filters::readFreeForm(input, voxels, arrays, problem);
  }
  this->WarnAboutRatio(input);

  observer.setText(""); // from here on the library's
  observer.setRange(0.1, 0.3);
  const std::size_t limit = static_cast<std::size_t>(this->MemoryLimit) << 20;
  trabecula::VoxelMicroFe analysis(problem,
    trabecula::selectDevice(static_cast<trabecula::DeviceRequest>(this->Device)), observer, limit);
  problem.image.moduli = {};
  observer.setRange(0.3, 0.9);
  if (!analysis.solve(observer))
  {
    internals.Status =
      "Stopped before there was a result. A further Apply, or Continue in a script, "
      "computes again.";
    return;
  }

  observer.setRange(0.9, 1.0);
  observer.setText("Writing results");
  vtkNew<vtkUnstructuredGrid> solid;
  vtkNew<vtkTable> summary;
  vtkNew<vtkTable> convergence;
  trabecula::filters::writeSolid(solid, analysis, input, voxels);
  trabecula::filters::describeAnalysis(solid->GetFieldData(), analysis, problem);
  trabecula::filters::writeSummary(summary, trabecula::filters::summarize(analysis, problem));
  trabecula::filters::writeHistory(convergence, analysis);
  internals.Results[SOLID] = solid;
  internals.Results[SUMMARY] = summary;
  internals.Results[CONVERGENCE] = convergence;
  internals.Summary = analysis.summary();
  internals.Device = analysis.device().name;
  ++internals.Analyses;

  const trabecula::VoxelMicroFeSummary& found = internals.Summary;
  internals.Status = "Solved " + trabecula::countText(found.numberOfElements, "voxel") + " in " +
    trabecula::countText(found.solverIterations, "iteration") + ", " +
    trabecula::shortText(found.setupSeconds + found.solveSeconds + found.fieldsSeconds) + " s.";
  for (const std::string& message : observer.messages())
  {
    internals.Status += " " + message;
    vtkWarningMacro(<< message);
  }
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
  problem.poissonsRatio = this->PoissonsRatio;
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
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::WarnAboutRatio(vtkImageData* input)
{
  vtkDataArray* ratio = input->GetFieldData()->GetArray(RatioField);
  if (ratio && ratio->GetNumberOfValues() == 1)
  {
    const double stated = ratio->GetComponent(0, 0);
    if (stated != this->PoissonsRatio)
    {
      vtkWarningMacro(<< "The input says that Poisson's ratio is " << stated
                      << " (field data), and the property Poisson's Ratio is "
                      << this->PoissonsRatio << ", which is what counts.");
    }
  }
}

//------------------------------------------------------------------------------
std::string vtkVoxelMicroFe::GetInputArrayName(int index)
{
  const char* name = this->GetInputArrayInformation(index)->Get(vtkDataObject::FIELD_NAME());
  // "None" is what array selectors show, and set, for no array.
  return name && std::string(name) != "None" ? name : "";
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::AddLabelModulus(double label, double modulus)
{
  this->LabelModuli.emplace_back(label, modulus);
  this->Modified();
}
void vtkVoxelMicroFe::ClearLabelModuli()
{
  if (!this->LabelModuli.empty())
  {
    this->LabelModuli.clear();
    this->Modified();
  }
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
int vtkVoxelMicroFe::GetSolverIterations()
{
  return this->Internals->Summary.solverIterations;
}
const char* vtkVoxelMicroFe::GetDeviceUsed()
{
  return this->Internals->Device.c_str();
}
const char* vtkVoxelMicroFe::GetStatus()
{
  return this->Internals->Status.c_str();
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
  os << indent << "Tolerance: " << this->Tolerance << "\n";
  os << indent << "MaximumIterations: " << this->MaximumIterations << "\n";
  os << indent << "Device: " << this->Device << "\n";
  os << indent << "Threads: " << this->Threads << "\n";
  os << indent << "MemoryLimit: " << this->MemoryLimit << "\n";
  os << indent << "Controller: " << this->Controller << "\n";
  os << indent << "Status: " << this->GetStatus() << "\n";
}

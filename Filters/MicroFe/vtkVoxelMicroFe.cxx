#include "vtkVoxelMicroFeInternals.h"

#include "CompositeInput.h"
#include "FilterObserver.h"
#include "ResultGeometry.h"
#include "VoxelImageConverter.h"
#include "VoxelMicroFeOutputWriter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "MicroFe/VoxelMicroFe.h"

#include "vtkCommunicator.h"
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

#include <new>

namespace
{
using trabecula::filters::FilterObserver;
using SDDP = vtkStreamingDemandDrivenPipeline;

constexpr int ScalarsIndex = 0;
constexpr int SupportsIndex = 1;
constexpr int DisplacementIndex = 2;
constexpr int ForceIndex = 3;
constexpr const char* DefaultDisplacement = "PrescribedDisplacement";
constexpr const char* DefaultForce = "Force";
constexpr const char* RatioField = "PoissonsRatio";
}

vtkStandardNewMacro(vtkVoxelMicroFe);
vtkCxxSetObjectMacro(vtkVoxelMicroFe, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkVoxelMicroFe::vtkVoxelMicroFe() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(vtkInternals::NumberOfPorts);
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
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == SOLID ? "vtkDataSet" : "vtkTable");
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkVoxelMicroFe::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(SDDP::REQUEST_DATA_OBJECT()))
  {
    trabecula::filters::requestImage(outputVector, SOLID, this->GivesImage());
    return 1;
  }
  if (request->Has(SDDP::REQUEST_UPDATE_TIME()))
  {
    this->Internals->CompositeInput = trabecula::filters::compositeInput(inputVector[0]);
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
bool vtkVoxelMicroFe::GivesImage()
{
  // On several ranks, one that has no part of an image would execute alone, time and again.
  return this->ResultGeometry == IMAGE &&
    (!this->Controller || this->Controller->GetNumberOfProcesses() < 2);
}

//------------------------------------------------------------------------------
bool vtkVoxelMicroFe::HasVoxelsAtPoints(vtkImageData* input)
{
  try
  {
    return trabecula::filters::findVoxels(input, this->GetInputArrayName(ScalarsIndex),
      this->GetInputArrayInformation(ScalarsIndex)->Get(vtkDataObject::FIELD_ASSOCIATION()))
      .atPoints;
  }
  catch (const trabecula::Error&)
  {
    return false; // said when it runs
  }
}

//------------------------------------------------------------------------------
int vtkVoxelMicroFe::RequestInformation(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkInformation* outInfo = outputVector->GetInformationObject(SOLID);
  if (!this->GivesImage() || !outInfo->Has(SDDP::WHOLE_EXTENT()))
  {
    return 1;
  }
  // Without a choice it is known once there are data, at the latest when the filter runs.
  vtkInformation* scalars = this->GetInputArrayInformation(ScalarsIndex);
  const bool isChosen = !this->GetInputArrayName(ScalarsIndex).empty() &&
    scalars->Get(vtkDataObject::FIELD_ASSOCIATION()) == vtkDataObject::FIELD_ASSOCIATION_POINTS;
  if (isChosen || this->HasVoxelsAtPoints(vtkImageData::GetData(inputVector[0])))
  {
    int extent[6];
    inputVector[0]->GetInformationObject(0)->Get(SDDP::WHOLE_EXTENT(), extent);
    const int cells[6] = { 0, extent[1] - extent[0] + 1, 0, extent[3] - extent[2] + 1, 0,
      extent[5] - extent[4] + 1 };
    outInfo->Set(SDDP::WHOLE_EXTENT(), cells, 6);
  }
  return 1;
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
    for (int port = 0; port < vtkInternals::NumberOfPorts; ++port)
    {
      vtkDataObject* result = this->Internals->Results[port];
      vtkDataObject* output = vtkDataObject::GetData(outputVector, port);
      if (result && result->GetDataObjectType() == output->GetDataObjectType())
      {
        output->ShallowCopy(result);
      }
    }
    if (vtkImageData* image = vtkImageData::GetData(outputVector, SOLID))
    {
      outputVector->GetInformationObject(SOLID)->Set(SDDP::WHOLE_EXTENT(), image->GetExtent(), 6);
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
  vtkSmartPointer<vtkDataSet> solid;
  vtkNew<vtkTable> summary;
  vtkNew<vtkTable> convergence;
  if (this->GivesImage())
  {
    vtkNew<vtkImageData> image;
    trabecula::filters::writeSolidImage(image, analysis, input, voxels);
    solid = image;
  }
  else
  {
    vtkNew<vtkUnstructuredGrid> grid;
    trabecula::filters::writeSolid(grid, analysis, input, voxels);
    solid = grid;
  }
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

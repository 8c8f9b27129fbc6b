#include "vtkVoxelMicroFeInternals.h"

#include "ResultGeometry.h"
#include "VoxelImageConverter.h"
#include "VoxelMaterial.h"
#include "VoxelMicroFeOutputWriter.h"
#include "VoxelSummary.h"

#include "Core/Communication/Parts.h"
#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "MicroFe/VoxelMicroFe.h"
#include "Run/RunObserver.h"

#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <memory>
#include <string>
#include <vector>

namespace
{
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

//------------------------------------------------------------------------------
vtkVoxelMicroFe::vtkVoxelMicroFe() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(3);
  this->SetInputArrayToProcess(
    ScalarsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS_THEN_CELLS, "");
  this->SetInputArrayToProcess(
    SupportsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Supports");
  this->SetInputArrayToProcess(
    DisplacementIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultDisplacement);
  this->SetInputArrayToProcess(
    ForceIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultForce);
}

//------------------------------------------------------------------------------
vtkVoxelMicroFe::~vtkVoxelMicroFe() = default;

//------------------------------------------------------------------------------
vtkUnstructuredGrid* vtkVoxelMicroFe::GetOutput()
{
  return this->GetOutput(0);
}
vtkUnstructuredGrid* vtkVoxelMicroFe::GetOutput(int port)
{
  return vtkUnstructuredGrid::SafeDownCast(this->GetOutputDataObject(port));
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
vtkTypeBool vtkVoxelMicroFe::Answer(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(SDDP::REQUEST_DATA_OBJECT()))
  {
    trabecula::filters::requestType(outputVector, SOLID,
      this->GivesImage()                  ? VTK_IMAGE_DATA
        : this->ResultGeometry == SURFACE ? VTK_POLY_DATA
                                          : VTK_UNSTRUCTURED_GRID);
    return 1;
  }
  return this->Superclass::Answer(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
bool vtkVoxelMicroFe::GivesImage()
{
  return this->ResultGeometry == IMAGE;
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
    return false; // the error is reported when the filter executes
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
  // If no array is chosen, the association is known once there are data, at the latest when the
  // filter executes.
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
void vtkVoxelMicroFe::Execute(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->Superclass::Execute(request, inputVector, outputVector);
  if (vtkImageData* image = vtkImageData::GetData(outputVector, SOLID))
  {
    outputVector->GetInformationObject(SOLID)->Set(SDDP::WHOLE_EXTENT(), image->GetExtent(), 6);
  }
}

//------------------------------------------------------------------------------
std::string vtkVoxelMicroFe::DescribeComposite(const std::string& type)
{
  return "The input is a " + type +
    ", and one image is needed. Take one out of it with the filter Extract Block.";
}

//------------------------------------------------------------------------------
std::string vtkVoxelMicroFe::DescribeLackOfMemory()
{
  return "There is not enough memory for an image of this size. Crop or coarsen it, or use a "
         "machine with more.";
}

//------------------------------------------------------------------------------
vtkVoxelMicroFe::Work vtkVoxelMicroFe::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver& preparing)
{
  // A copy is used because the input may change while the filter computes.
  const auto input = vtkSmartPointer<vtkImageData>::New();
  input->ShallowCopy(vtkImageData::GetData(inputVector[0]));
  preparing.setRange(0.0, 0.1);
  preparing.setText("Reading the image");
  this->UseThreads(); // the name of the device contains the number of threads

  const trabecula::filters::ImageVoxels voxels =
    trabecula::filters::findVoxels(input, this->GetInputArrayName(ScalarsIndex),
      this->GetInputArrayInformation(ScalarsIndex)->Get(vtkDataObject::FIELD_ASSOCIATION()));
  trabecula::filters::MaterialChoice choice;
  const auto problem = std::make_shared<trabecula::VoxelMicroFeProblem>();
  problem->image = trabecula::filters::makeVoxelImage(voxels, this->MakeMaterial(), choice);
  this->SetSettings(*problem);
  if (this->Test == FREE_FORM)
  {
    trabecula::filters::FreeFormArrays arrays;
    arrays.supports = this->GetInputArrayName(SupportsIndex);
    arrays.displacement = this->GetInputArrayName(DisplacementIndex);
    arrays.displacementIsOptional = arrays.displacement == DefaultDisplacement;
    arrays.force = this->GetInputArrayName(ForceIndex);
    arrays.forceIsOptional = arrays.force == DefaultForce;
    trabecula::filters::readFreeForm(input, voxels, arrays, *problem);
  }
  this->WarnAboutRatio(input);

  return [this, input, voxels, choice, problem, threads = this->Threads,
           makeParts = this->MakePartsMaker(),
           limit = this->MemoryLimitInBytes()](trabecula::RunObserver& observer) -> Publication
  {
    trabecula::setHostThreads(threads);
    observer.setRange(0.1, 0.3);
    const std::shared_ptr<trabecula::Parts> parts = makeParts();
    std::unique_ptr<trabecula::VoxelMicroFe> made;
    bool isSolved = false;
    parts->together(
      [&]
      {
        made = std::make_unique<trabecula::VoxelMicroFe>(*problem, parts, observer, limit);
        problem->image.moduli = {};
        observer.setRange(0.3, 0.9);
        isSolved = made->solve(observer);
      });
    if (!isSolved)
    {
      return nullptr;
    }
    if (parts->first() > 0)
    {
      return [] {}; // the first rank has the results
    }
    const trabecula::VoxelMicroFe& analysis = *made;

    observer.setRange(0.9, 1.0);
    observer.setText("Writing results");
    vtkSmartPointer<vtkDataSet> solid;
    const auto summary = vtkSmartPointer<vtkTable>::New();
    const auto convergence = vtkSmartPointer<vtkTable>::New();
    if (problem->fieldRoom == trabecula::FieldRoom::Image)
    {
      vtkNew<vtkImageData> image;
      trabecula::filters::writeSolidImage(image, analysis, input, voxels);
      solid = image;
    }
    else if (problem->fieldRoom == trabecula::FieldRoom::Surface)
    {
      vtkNew<vtkPolyData> surface;
      trabecula::filters::writeSolidSurface(surface, analysis, input, voxels);
      solid = surface;
    }
    else
    {
      vtkNew<vtkUnstructuredGrid> grid;
      trabecula::filters::writeSolid(grid, analysis, input, voxels);
      solid = grid;
    }
    trabecula::filters::describeAnalysis(solid->GetFieldData(), analysis, *problem);
    std::vector<trabecula::filters::Quantity> quantities =
      trabecula::filters::summarize(analysis, *problem);
    if (!choice.method.empty())
    {
      quantities.push_back({ "ThresholdByHistogram", choice.threshold, "value" });
    }
    trabecula::filters::writeSummary(summary, quantities);
    trabecula::filters::writeHistory(convergence, analysis);
    return [this, solid, summary, convergence, choice, found = analysis.summary(),
             name = trabecula::filters::nameOfDevices(analysis)]
    {
      this->SetResult(SOLID, solid);
      this->SetResult(SUMMARY, summary);
      this->SetResult(CONVERGENCE, convergence);
      vtkInternals& internals = *this->Internals;
      internals.Summary = found;
      internals.Device = name;
      internals.Threshold = choice.threshold;
      ++internals.Analyses;
      this->SetStatus("Solved " + trabecula::countText(found.numberOfElements, "voxel") + " in " +
        trabecula::countText(found.solverIterations, "iteration") + ", " +
        trabecula::shortText(found.setupSeconds + found.solveSeconds + found.fieldsSeconds) +
        " s." + (choice.method.empty() ? "" : " ") + choice.method + this->DescribeMaterial());
      if (!choice.warning.empty())
      {
        this->ReportWarning(choice.warning);
      }
    };
  };
}

//------------------------------------------------------------------------------
trabecula::filters::VoxelMaterial vtkVoxelMicroFe::MakeMaterial()
{
  trabecula::filters::VoxelMaterial material;
  material.kind = static_cast<trabecula::filters::VoxelMaterial::Kind>(this->Material);
  material.youngsModulus = this->OfMaterial("YoungsModulus", this->YoungsModulus);
  material.lowerThreshold = this->LowerThreshold;
  material.upperThreshold = this->UpperThreshold;
  material.table = this->LabelModuli;
  material.coefficient = this->Coefficient;
  material.exponent = this->Exponent;
  material.densityThreshold = this->DensityThreshold;
  return material;
}

//------------------------------------------------------------------------------
void vtkVoxelMicroFe::WarnAboutRatio(vtkImageData* input)
{
  vtkDataArray* ratio = input->GetFieldData()->GetArray(RatioField);
  if (ratio && ratio->GetNumberOfValues() == 1)
  {
    const double stated = ratio->GetComponent(0, 0);
    const double chosen = this->OfMaterial("PoissonsRatio", this->PoissonsRatio);
    if (stated != chosen && this->IsFirstRank())
    {
      vtkWarningMacro(<< "The input says that Poisson's ratio is " << stated
                      << " (field data), and "
                      << (this->HasMaterial() ? "that of the material"
                                              : "the property Poisson's Ratio")
                      << " is " << chosen << ", which is what counts.");
    }
  }
}

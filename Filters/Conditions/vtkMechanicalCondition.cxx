#include "vtkMechanicalConditionInternals.h"

#include "CompositeInput.h"
#include "HexMeshConverter.h"
#include "SpatialRegion.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkCommunicator.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkIdList.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSelection.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <new>

namespace
{
using trabecula::filters::BodyArray;
using trabecula::filters::BodySurface;
using trabecula::filters::CaughtRegion;
using trabecula::filters::RegionSettings;
using SDDP = vtkStreamingDemandDrivenPipeline;

constexpr const char* DefaultBody = "Solid";

double volumeOf(vtkDataSet* data, const std::vector<vtkIdType>& cells)
{
  vtkNew<vtkIdList> buffer;
  double sum = 0.0;
  for (const vtkIdType cell : cells)
  {
    sum += trabecula::filters::cellVolume(data, cell, buffer);
  }
  return sum;
}

double areaOf(const BodySurface& surface, const std::vector<vtkIdType>& faces)
{
  trabecula::QuadSurface caught;
  caught.points = surface.faces.points;
  for (const vtkIdType face : faces)
  {
    const auto* quad = &surface.faces.quads[4 * static_cast<std::size_t>(face)];
    caught.quads.insert(caught.quads.end(), quad, quad + 4);
  }
  return trabecula::areaOf(caught);
}
}

vtkCxxSetObjectMacro(vtkMechanicalCondition, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkMechanicalCondition::vtkMechanicalCondition() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(2);
  this->SetInputArrayToProcess(
    vtkInternals::RegionIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "");
  this->SetInputArrayToProcess(
    vtkInternals::BodyIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultBody);
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

//------------------------------------------------------------------------------
vtkMechanicalCondition::~vtkMechanicalCondition()
{
  this->SetController(nullptr);
}

//------------------------------------------------------------------------------
int vtkMechanicalCondition::FillInputPortInformation(int port, vtkInformation* info)
{
  if (port == 0)
  {
    info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkUnstructuredGrid");
    info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  }
  else
  {
    info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkSelection");
    info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkMechanicalCondition::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == MESH ? "vtkDataSet" : "vtkPolyData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkMechanicalCondition::RequestDataObject(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  vtkInformation* meshInfo = outputVector->GetInformationObject(MESH);
  vtkDataSet* mesh = vtkDataSet::GetData(meshInfo);
  if (!mesh || (input && !mesh->IsA(input->GetClassName())))
  {
    // Producers may have nothing yet, after a state was loaded for example.
    vtkSmartPointer<vtkDataSet> instance;
    if (input)
    {
      instance.TakeReference(input->NewInstance());
    }
    else
    {
      instance = vtkSmartPointer<vtkUnstructuredGrid>::New();
    }
    meshInfo->Set(vtkDataObject::DATA_OBJECT(), instance);
  }
  vtkInformation* markersInfo = outputVector->GetInformationObject(MARKERS);
  if (!vtkPolyData::GetData(markersInfo))
  {
    vtkNew<vtkPolyData> markers;
    markersInfo->Set(vtkDataObject::DATA_OBJECT(), markers);
  }
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkMechanicalCondition::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(SDDP::REQUEST_UPDATE_TIME()))
  {
    this->Internals->CompositeInput = trabecula::filters::compositeInput(inputVector[0]);
  }
  return this->Superclass::ProcessRequest(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkMechanicalCondition::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  vtkInformation* inInfo = inputVector[0]->GetInformationObject(0);
  inInfo->Set(SDDP::UPDATE_NUMBER_OF_GHOST_LEVELS(), 0);
  if (!this->Controller || this->Controller->GetNumberOfProcesses() < 2)
  {
    // The surface of a part is another one.
    inInfo->Set(SDDP::UPDATE_PIECE_NUMBER(), 0);
    inInfo->Set(SDDP::UPDATE_NUMBER_OF_PIECES(), 1);
    if (inInfo->Has(SDDP::WHOLE_EXTENT()))
    {
      inInfo->Set(SDDP::UPDATE_EXTENT(), inInfo->Get(SDDP::WHOLE_EXTENT()), 6);
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkMechanicalCondition::RequestData(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  vtkDataSet* mesh = vtkDataSet::GetData(outputVector, MESH);
  vtkPolyData* markers = vtkPolyData::GetData(outputVector, MARKERS);
  markers->Initialize();
  mesh->Initialize();
  this->ResetResults();
  if (input)
  {
    mesh->ShallowCopy(input);
  }
  try
  {
    if (!this->Internals->CompositeInput.empty())
    {
      throw trabecula::Error("The input is a " + this->Internals->CompositeInput +
        ", and each of its blocks would be a part of its own. Make it one grid first with the "
        "filter Merge Blocks.");
    }
    if (this->IsWholeHere(input))
    {
      this->Mark(mesh, inputVector, markers);
    }
  }
  catch (const trabecula::Error& error)
  {
    markers->Initialize();
    this->ReportError(error.what());
  }
  catch (const std::bad_alloc&)
  {
    markers->Initialize();
    this->ReportError("There is not enough memory for a mesh of this size. Use a coarser mesh or a "
                      "machine with more memory.");
  }
  return 1;
}

//------------------------------------------------------------------------------
void vtkMechanicalCondition::Mark(
  vtkDataSet* output, vtkInformationVector** inputVector, vtkPolyData* markers)
{
  vtkInternals& internals = *this->Internals;
  BodyArray body;
  body.name = this->GetInputArrayName(vtkInternals::BodyIndex);
  body.threshold = this->BodyThreshold;
  if (body.name == DefaultBody && !output->GetCellData()->HasArray(DefaultBody))
  {
    body.name.clear();
  }
  const BodySurface& surface = internals.SurfaceOf(output, body);
  this->UpdateProgress(0.6);

  const RegionSettings settings = this->GetRegionSettings();
  const CaughtRegion region = trabecula::filters::catchRegion(
    output, vtkSelection::GetData(inputVector[1]), surface, settings);
  this->UpdateProgress(0.8);
  internals.Points = static_cast<int>(region.points.size());
  internals.Faces = static_cast<int>(region.faces.size());
  internals.Cells = static_cast<int>(region.cells.size());
  internals.Area = areaOf(surface, region.faces);
  internals.Volume = volumeOf(output, region.cells);
  if (this->IsEmpty(region))
  {
    internals.Status = "The " + trabecula::filters::nameOf(settings) +
      " catches nothing of the mesh, which passes unchanged. Move or enlarge the region, or choose "
      "another.";
    vtkWarningMacro(<< internals.Status);
    return;
  }
  internals.Inside = this->IsInside(surface, region);
  internals.Status = this->AddCondition(output, surface, region, markers);
  internals.Status += (region.note.empty() ? "" : " ") + region.note;
}

//------------------------------------------------------------------------------
bool vtkMechanicalCondition::IsInside(const BodySurface& surface, const CaughtRegion& region)
{
  return std::none_of(surface.points.begin(), surface.points.end(),
    [&](vtkIdType point)
    { return std::binary_search(region.points.begin(), region.points.end(), point); });
}

//------------------------------------------------------------------------------
bool vtkMechanicalCondition::IsWholeHere(vtkDataSet* input)
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
    throw trabecula::Error("The input is spread over " + std::to_string(holders) +
      " ranks, whose parts have surfaces of their own. Run on one rank, or bring all cells onto "
      "one "
      "rank first with the filter Aggregate Dataset and one target process.");
  }
  return holders == 1 ? mine == 1 : this->Controller->GetLocalProcessId() == 0;
}

//------------------------------------------------------------------------------
void vtkMechanicalCondition::ReportError(const std::string& message)
{
  this->Internals->Status = "Error: " + message;
  vtkErrorMacro(<< message);
}

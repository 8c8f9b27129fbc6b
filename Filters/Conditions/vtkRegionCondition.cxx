#include "vtkRegionConditionInternals.h"

#include "ConditionArrays.h"
#include "RegionMarkers.h"
#include "SolidMeshConverter.h"
#include "SpatialRegion.h"

#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkIdList.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSelection.h"
#include "vtkSmartPointer.h"
#include "vtkStructuredGrid.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <memory>

namespace
{
using trabecula::filters::BodyArray;
using trabecula::filters::BodySurface;
using trabecula::filters::RegionEntities;
using trabecula::filters::RegionSettings;

double volumeOf(vtkDataSet* data, const std::vector<vtkIdType>& cells)
{
  vtkNew<vtkIdList> buffer;
  double sum = 0.0;
  if (vtkPolyData::SafeDownCast(data)) // a surface, whose cells have no volume
  {
    return sum;
  }
  for (const vtkIdType cell : cells)
  {
    sum += trabecula::filters::solidCellVolume(data, cell, buffer);
  }
  return sum;
}

double areaOf(const BodySurface& surface, const std::vector<vtkIdType>& faces)
{
  trabecula::FaceSurface caught;
  caught.points = surface.faces.points;
  for (const vtkIdType face : faces)
  {
    const auto f = static_cast<std::size_t>(face);
    caught.append(surface.faces.face(f), surface.faces.nodesOf(f));
  }
  return trabecula::areaOf(caught);
}
}

//------------------------------------------------------------------------------
vtkRegionCondition::vtkRegionCondition() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(3);
  this->SetInputArrayToProcess(
    vtkInternals::RegionIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "");
  this->SetInputArrayToProcess(vtkInternals::BodyIndex, 0, 0,
    vtkDataObject::FIELD_ASSOCIATION_CELLS, trabecula::filters::DefaultBodyName);
  this->SetStatus("");
}

//------------------------------------------------------------------------------
vtkRegionCondition::~vtkRegionCondition() = default;

//------------------------------------------------------------------------------
vtkDataSet* vtkRegionCondition::GetOutput()
{
  return this->GetOutput(0);
}
vtkDataSet* vtkRegionCondition::GetOutput(int port)
{
  return vtkDataSet::SafeDownCast(this->GetOutputDataObject(port));
}

//------------------------------------------------------------------------------
int vtkRegionCondition::FillInputPortInformation(int port, vtkInformation* info)
{
  if (port == 0)
  {
    return this->Superclass::FillInputPortInformation(port, info);
  }
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkSelection");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  return 1;
}

//------------------------------------------------------------------------------
int vtkRegionCondition::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == MESH ? "vtkDataSet" : "vtkPolyData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkRegionCondition::RequestDataObject(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  vtkInformation* meshInfo = outputVector->GetInformationObject(MESH);
  vtkDataSet* mesh = vtkDataSet::GetData(meshInfo);
  if (!mesh || (input && !mesh->IsA(input->GetClassName())))
  {
    // The producer may have no data yet, for example after a state was loaded.
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
  for (const int port : { MARKERS, CAUGHT })
  {
    vtkInformation* info = outputVector->GetInformationObject(port);
    if (!vtkPolyData::GetData(info))
    {
      vtkNew<vtkPolyData> surface;
      info->Set(vtkDataObject::DATA_OBJECT(), surface);
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkRegionCondition::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  vtkDataSet* mesh = vtkDataSet::GetData(outputVector, MESH);
  vtkPolyData::GetData(outputVector, MARKERS)->Initialize();
  vtkPolyData::GetData(outputVector, CAUGHT)->Initialize();
  mesh->Initialize();
  this->ResetResults();
  // If no condition is added, the input is passed unchanged.
  if (input && !this->IsExtraPiece(request, outputVector))
  {
    mesh->ShallowCopy(input);
  }
  return this->Superclass::RequestData(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
void vtkRegionCondition::Execute(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkPolyData* markers = vtkPolyData::GetData(outputVector, MARKERS);
  vtkDataSet* mesh = vtkDataSet::GetData(outputVector, MESH);
  mesh->ShallowCopy(vtkDataSet::GetData(inputVector[0])); // all pieces, with several ranks
  if (!this->Try([&] { this->RequireValidInputs(inputVector); }))
  {
    mesh->Initialize(); // invalid data are not passed on
  }
  else if (!this->Try([&] { this->Mark(mesh, inputVector, outputVector); }))
  {
    vtkPolyData::GetData(outputVector, CAUGHT)->Initialize();
    markers->Initialize();
  }
}

//------------------------------------------------------------------------------
void vtkRegionCondition::Mark(
  vtkDataSet* output, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkPolyData* markers = vtkPolyData::GetData(outputVector, MARKERS);
  vtkInternals& internals = *this->Internals;
  this->SetStatus("");
  const BodyArray body = trabecula::filters::bodyOf(
    output, this->GetInputArrayName(vtkInternals::BodyIndex), this->BodyThreshold);
  internals.Patch.reset();
  if (auto* net = vtkStructuredGrid::SafeDownCast(output))
  {
    internals.Patch = std::make_unique<trabecula::filters::PatchBody>(net);
  }
  // The dataset that is marked is the output, or the patch with its arrays.
  vtkDataSet* marked = internals.Patch ? internals.Patch->grid() : output;
  const RegionSettings settings = this->GetRegionSettings();
  internals.Find(output, body, settings);
  const BodySurface& surface = internals.Patch ? internals.Patch->surface() : *internals.Surface;
  this->UpdateProgress(0.6);

  const RegionEntities region = trabecula::filters::findRegion(
    marked, vtkSelection::GetData(inputVector[1]), surface, settings, internals.BodyFaces.get());
  this->UpdateProgress(0.8);
  internals.Points = static_cast<int>(region.points.size());
  internals.Faces = static_cast<int>(region.faces.size());
  internals.Cells = static_cast<int>(region.cells.size());
  internals.Area = internals.Patch
    ? trabecula::areaOf(internals.Patch->patch(), internals.Patch->pieces(region.faces))
    : areaOf(surface, region.faces);
  internals.Volume =
    internals.Patch ? internals.Patch->volumeOf(region.cells) : volumeOf(output, region.cells);
  if (this->IsEmpty(region))
  {
    this->SetStatus("The " + trabecula::filters::nameOf(settings) +
      " catches nothing of the mesh, which passes unchanged. Move or enlarge the region, or choose "
      "another.");
    vtkWarningMacro(<< this->GetStatus());
    return;
  }
  internals.Inside = this->IsInside(surface, region);
  const std::string status = this->AddCondition(marked, surface, region, markers);
  if (this->IsCaughtShown())
  {
    trabecula::filters::makeCaughtMarkers(
      marked, surface, region, vtkPolyData::GetData(outputVector, CAUGHT));
  }
  if (marked != output)
  {
    output->GetPointData()->ShallowCopy(marked->GetPointData());
    output->GetCellData()->ShallowCopy(marked->GetCellData());
  }
  this->SetStatus(status + (region.note.empty() ? "" : " ") + region.note);
}

//------------------------------------------------------------------------------
const trabecula::filters::PatchBody* vtkRegionCondition::GetPatch()
{
  return this->Internals->Patch.get();
}

//------------------------------------------------------------------------------
bool vtkRegionCondition::IsEmpty(const RegionEntities& region)
{
  return this->AppliesToCells() ? region.cells.empty() : region.points.empty();
}

//------------------------------------------------------------------------------
bool vtkRegionCondition::IsInside(const BodySurface& surface, const RegionEntities& region)
{
  const bool ofCells = this->AppliesToCells();
  const std::vector<vtkIdType>& onSurface = ofCells ? surface.cells : surface.points;
  const std::vector<vtkIdType>& inRegion = ofCells ? region.cells : region.points;
  return std::none_of(onSurface.begin(), onSurface.end(),
    [&](vtkIdType entity) { return std::binary_search(inRegion.begin(), inRegion.end(), entity); });
}

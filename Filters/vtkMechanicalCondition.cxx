#include "vtkMechanicalCondition.h"

#include "BodySurface.h"
#include "HexMeshConverter.h"
#include "InputStamp.h"
#include "SpatialRegion.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkCommunicator.h"
#include "vtkCompositeDataSet.h"
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
using trabecula::filters::InputStamp;
using trabecula::filters::RegionSettings;
using SDDP = vtkStreamingDemandDrivenPipeline;

constexpr int RegionIndex = 0;
constexpr int BodyIndex = 1;
constexpr const char* DefaultBody = "Solid";

trabecula::Vector3 vector(const double values[3])
{
  return { values[0], values[1], values[2] };
}

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

//------------------------------------------------------------------------------
class vtkMechanicalCondition::vtkInternals
{
public:
  std::string CompositeInput;
  std::string Status;
  int Points = 0;
  int Faces = 0;
  int Cells = 0;
  double Area = 0.0;
  double Volume = 0.0;

  /// The surface takes longest, and stays while only the region changes.
  const BodySurface& SurfaceOf(vtkDataSet* input, const BodyArray& body)
  {
    auto geometry = vtk::TakeSmartPointer(input->NewInstance());
    geometry->CopyStructure(input);
    if (!body.name.empty())
    {
      geometry->GetCellData()->AddArray(input->GetCellData()->GetArray(body.name.c_str()));
    }
    const InputStamp stamp(geometry);
    if (!this->HasSurface || !(stamp == this->Stamp) || body.name != this->Body.name ||
      body.threshold != this->Body.threshold)
    {
      this->HasSurface = false;
      this->Surface = trabecula::filters::makeBodySurface(input, body);
      this->Stamp = stamp;
      this->Body = body;
      this->HasSurface = true;
    }
    return this->Surface;
  }

private:
  bool HasSurface = false;
  InputStamp Stamp;
  BodyArray Body;
  BodySurface Surface;
};

vtkCxxSetObjectMacro(vtkMechanicalCondition, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkMechanicalCondition::vtkMechanicalCondition() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(2);
  this->SetInputArrayToProcess(RegionIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "");
  this->SetInputArrayToProcess(
    BodyIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultBody);
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
    // Executives call filters like this one once for each block of composite data, but a block is
    // not the part. This is the last pass that sees the whole.
    vtkDataObject* whole = vtkDataObject::GetData(inputVector[0]->GetInformationObject(0));
    const bool isComposite = vtkCompositeDataSet::SafeDownCast(whole) != nullptr;
    this->Internals->CompositeInput = isComposite ? whole->GetClassName() : "";
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
  body.name = this->GetInputArrayName(BodyIndex);
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
  internals.Status = this->AddCondition(output, surface, region, markers);
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
RegionSettings vtkMechanicalCondition::GetRegionSettings()
{
  RegionSettings region;
  region.kind = static_cast<RegionSettings::Kind>(this->Region);
  region.side = this->Side;
  region.boxPosition = vector(this->BoxPosition);
  region.boxRotation = vector(this->BoxRotation);
  region.boxLength = vector(this->BoxLength);
  region.sphereCenter = vector(this->SphereCenter);
  region.sphereRadius = this->SphereRadius;
  region.cylinderCenter = vector(this->CylinderCenter);
  region.cylinderAxis = vector(this->CylinderAxis);
  region.cylinderRadius = this->CylinderRadius;
  region.planeOrigin = vector(this->PlaneOrigin);
  region.planeNormal = vector(this->PlaneNormal);
  region.tolerance = this->Tolerance;
  region.patchAngle = this->PatchAngle;
  region.facing = vector(this->Facing);
  region.array = this->GetInputArrayName(RegionIndex);
  region.arrayIsOfCells =
    this->GetInputArrayInformation(RegionIndex)->Get(vtkDataObject::FIELD_ASSOCIATION()) ==
    vtkDataObject::FIELD_ASSOCIATION_CELLS;
  region.arrayRule = static_cast<RegionSettings::ArrayRule>(this->ArrayRule);
  region.arrayRange = { this->ArrayRange[0], this->ArrayRange[1] };
  return region;
}

//------------------------------------------------------------------------------
std::string vtkMechanicalCondition::GetInputArrayName(int index)
{
  const char* name = this->GetInputArrayInformation(index)->Get(vtkDataObject::FIELD_NAME());
  // "None" is what array selectors show, and set, for no array.
  return name && std::string(name) != "None" ? name : "";
}

//------------------------------------------------------------------------------
void vtkMechanicalCondition::ResetResults()
{
  vtkInternals& internals = *this->Internals;
  internals.Status.clear();
  internals.Points = internals.Faces = internals.Cells = 0;
  internals.Area = internals.Volume = 0.0;
}

//------------------------------------------------------------------------------
void vtkMechanicalCondition::ReportError(const std::string& message)
{
  this->Internals->Status = "Error: " + message;
  vtkErrorMacro(<< message);
}

//------------------------------------------------------------------------------
int vtkMechanicalCondition::GetNumberOfCaughtPoints()
{
  return this->Internals->Points;
}

//------------------------------------------------------------------------------
int vtkMechanicalCondition::GetNumberOfCaughtFaces()
{
  return this->Internals->Faces;
}

//------------------------------------------------------------------------------
int vtkMechanicalCondition::GetNumberOfCaughtCells()
{
  return this->Internals->Cells;
}

//------------------------------------------------------------------------------
double vtkMechanicalCondition::GetCaughtArea()
{
  return this->Internals->Area;
}

//------------------------------------------------------------------------------
double vtkMechanicalCondition::GetCaughtVolume()
{
  return this->Internals->Volume;
}

//------------------------------------------------------------------------------
const char* vtkMechanicalCondition::GetStatus()
{
  return this->Internals->Status.c_str();
}

//------------------------------------------------------------------------------
void vtkMechanicalCondition::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  const auto print = [&](const char* name, const double* v)
  { os << indent << name << ": " << v[0] << " " << v[1] << " " << v[2] << "\n"; };
  os << indent << "Region: " << this->Region << "\n";
  os << indent << "Side: " << this->Side << "\n";
  print("BoxPosition", this->BoxPosition);
  print("BoxRotation", this->BoxRotation);
  print("BoxLength", this->BoxLength);
  print("SphereCenter", this->SphereCenter);
  os << indent << "SphereRadius: " << this->SphereRadius << "\n";
  print("CylinderCenter", this->CylinderCenter);
  print("CylinderAxis", this->CylinderAxis);
  os << indent << "CylinderRadius: " << this->CylinderRadius << "\n";
  print("PlaneOrigin", this->PlaneOrigin);
  print("PlaneNormal", this->PlaneNormal);
  os << indent << "Tolerance: " << this->Tolerance << "\n";
  os << indent << "PatchAngle: " << this->PatchAngle << "\n";
  print("Facing", this->Facing);
  os << indent << "ArrayRule: " << this->ArrayRule << "\n";
  os << indent << "ArrayRange: " << this->ArrayRange[0] << " " << this->ArrayRange[1] << "\n";
  os << indent << "BodyThreshold: " << this->BodyThreshold << "\n";
  os << indent << "Status: " << this->Internals->Status << "\n";
  os << indent << "Controller: " << this->Controller << "\n";
}

#include "vtkTopologySurface.h"

#include "CompositeInput.h"
#include "FilterObserver.h"
#include "HexMeshConverter.h"
#include "TopologySurfaceConverter.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCommunicator.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkUnstructuredGrid.h"

#include <limits>
#include <new>

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;

constexpr int DensityIndex = 0;
constexpr int DesignRegionIndex = 1;
constexpr const char* DefaultDensity = "Density";
constexpr const char* DefaultDesignRegion = "DesignRegion";
/// What vtkTopologyOptimize adds where it leaves out cells.
constexpr const char* DensityThresholdField = "DensityThreshold";
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

std::string describe(const trabecula::SurfaceTopology& topology)
{
  return topology.isClosedManifold()
    ? "yes"
    : "no: " + trabecula::countText(topology.openEdges, "open edge") + ", " +
      trabecula::countText(topology.crowdedEdges + topology.misorientedEdges, "bad edge") + ", " +
      trabecula::countText(topology.pinchedPoints, "pinched point");
}
}

class vtkTopologySurface::vtkInternals
{
public:
  vtkNew<vtkPolyData> Output; ///< of the last execution without error
  double Threshold = NotANumber;
  double Volume = NotANumber;
  double FieldVolume = NotANumber;
  double Area = NotANumber;
  int Pieces = 0;
  std::string CompositeInput;   ///< its class, if there is one
  vtkMTimeType RefusedTime = 0; ///< when it was last refused
  std::string Closed = "nothing computed yet";
  std::string Status = "Nothing computed yet.";
};

vtkStandardNewMacro(vtkTopologySurface);
vtkCxxSetObjectMacro(vtkTopologySurface, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkTopologySurface::vtkTopologySurface() : Internals(std::make_unique<vtkInternals>())
{
  this->SetInputArrayToProcess(
    DensityIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultDensity);
  this->SetInputArrayToProcess(
    DesignRegionIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultDesignRegion);
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

//------------------------------------------------------------------------------
vtkTopologySurface::~vtkTopologySurface()
{
  this->SetController(nullptr);
}

//------------------------------------------------------------------------------
int vtkTopologySurface::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkUnstructuredGrid");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkTopologySurface::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(SDDP::REQUEST_UPDATE_TIME()))
  {
    this->Internals->CompositeInput = trabecula::filters::compositeInput(inputVector[0]);
  }
  return this->Superclass::ProcessRequest(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkTopologySurface::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  vtkInformation* inInfo = inputVector[0]->GetInformationObject(0);
  inInfo->Set(SDDP::UPDATE_NUMBER_OF_GHOST_LEVELS(), 0);
  if (!this->Controller || this->Controller->GetNumberOfProcesses() < 2)
  {
    // A part of a mesh would have a surface of its own where it was cut off.
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
int vtkTopologySurface::RequestData(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->AbortExecute = 0; // whatever it was meant for, it was not this execution
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  vtkInformation* outInfo = outputVector->GetInformationObject(0);
  const bool isAlone = !this->Controller || this->Controller->GetNumberOfProcesses() < 2;
  // Of several pieces on one rank, the first has everything.
  if (!this->IsBlock() && !(isAlone && outInfo->Get(SDDP::UPDATE_PIECE_NUMBER()) > 0) &&
    this->IsRunHere(input))
  {
    this->Compute(input);
    vtkPolyData::GetData(outInfo)->ShallowCopy(this->Internals->Output);
  }
  this->AbortExecute = 0; // left set, it would make filters downstream give up too
  return 1;
}

//------------------------------------------------------------------------------
bool vtkTopologySurface::IsBlock()
{
  const std::string& whole = this->Internals->CompositeInput;
  if (whole.empty())
  {
    return false;
  }
  if (this->Internals->RefusedTime != this->GetMTime())
  {
    this->ReportError("The input is a " + whole +
      ", and each of its blocks would have a surface of its own. Take one out of it with the "
      "filter "
      "Extract Block, or make it one grid with Merge Blocks.");
    this->Internals->RefusedTime = this->GetMTime();
  }
  return true;
}

//------------------------------------------------------------------------------
bool vtkTopologySurface::IsRunHere(vtkDataSet* input)
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
    this->ReportError("The input is spread over " + std::to_string(holders) +
      " ranks, and Topology Surface runs on one rank only so far. Run on one rank, or bring all "
      "cells onto one rank first with the filter Aggregate Dataset and one target process.");
    return false;
  }
  return holders == 1 ? mine == 1 : this->Controller->GetLocalProcessId() == 0;
}

//------------------------------------------------------------------------------
void vtkTopologySurface::ReportError(const std::string& message)
{
  this->Internals->Status = "Error: " + message;
  vtkErrorMacro(<< message);
}

//------------------------------------------------------------------------------
std::string vtkTopologySurface::GetInputArrayName(int index)
{
  const char* name = this->GetInputArrayInformation(index)->Get(vtkDataObject::FIELD_NAME());
  // "None" is what array selectors show, and set, for no array.
  return name && std::string(name) != "None" ? name : "";
}

//------------------------------------------------------------------------------
void vtkTopologySurface::Compute(vtkDataSet* input)
{
  using trabecula::shortText;
  vtkInternals& internals = *this->Internals;
  try
  {
    trabecula::filters::FilterObserver observer(this);
    trabecula::TopologySurfaceProblem problem;
    auto& settings = problem.settings;
    settings.thresholdBy =
      static_cast<trabecula::TopologySurfaceSettings::ThresholdBy>(this->ThresholdBy);
    settings.volumeFraction = this->VolumeFraction;
    settings.threshold = this->Threshold;
    settings.smooth = this->Smoothing;
    settings.smoothingIterations = this->SmoothingIterations;
    settings.passBand = this->PassBand;
    settings.holdBoundary = this->HoldBoundary;
    settings.pieces = static_cast<trabecula::TopologySurfaceSettings::Pieces>(this->Keep);
    settings.minimumPieceShare = this->MinimumPieceShare;

    trabecula::filters::TopologySurfaceArrays arrays;
    arrays.density = this->GetInputArrayName(DensityIndex);
    arrays.densityIsDefault = arrays.density == DefaultDensity;
    arrays.designRegion = this->GetInputArrayName(DesignRegionIndex);
    arrays.designRegionIsOptional = arrays.designRegion == DefaultDesignRegion;
    const auto grid = trabecula::filters::makeHexahedralGrid(input);
    trabecula::filters::readSurfaceInput(grid, arrays, problem);

    trabecula::TopologySurface surface;
    if (!trabecula::makeTopologySurface(problem, observer, surface))
    {
      internals.Status = "Stopped. A further Apply starts again.";
      return;
    }
    vtkNew<vtkPolyData> output;
    output->GetFieldData()->PassData(input->GetFieldData());
    trabecula::filters::writeSurface(surface, output);
    internals.Output->ShallowCopy(output);
    internals.Threshold = surface.threshold;
    internals.Volume = surface.volume;
    internals.FieldVolume = surface.fieldVolume;
    internals.Area = surface.area;
    internals.Pieces = static_cast<int>(surface.numberOfPieces);
    internals.Closed = describe(surface.topology);
    internals.Status = trabecula::countText(surface.numberOfPieces, "piece") + ", " +
      trabecula::countText(
        static_cast<std::int64_t>(surface.mesh.numberOfTriangles()), "triangle") +
      ".";

    std::string warnings;
    const auto warn = [&](const std::string& text)
    { warnings += (warnings.empty() ? "" : " ") + text; };
    vtkDataArray* trimmed = input->GetFieldData()->GetArray(DensityThresholdField);
    if (trimmed && trimmed->GetNumberOfValues() > 0)
    {
      warn("The input is without cells of a density below " +
        shortText(trimmed->GetComponent(0, 0)) +
        ", which Density Threshold of Topology Optimize left out: the surface is that of the rest. "
        "Set it to 0, or take the port Final design.");
    }
    for (const std::string& message : observer.messages())
    {
      warn(message);
    }
    if (!warnings.empty())
    {
      internals.Status += " " + warnings;
      vtkWarningMacro(<< warnings);
    }
  }
  catch (const trabecula::Error& error)
  {
    this->ReportError(error.what());
  }
  catch (const std::bad_alloc&)
  {
    this->ReportError("There is not enough memory for a surface of this mesh. Use a coarser mesh "
                      "or a machine with more memory.");
  }
}

//------------------------------------------------------------------------------
double vtkTopologySurface::GetThresholdUsed()
{
  return this->Internals->Threshold;
}
double vtkTopologySurface::GetVolume()
{
  return this->Internals->Volume;
}
double vtkTopologySurface::GetFieldVolume()
{
  return this->Internals->FieldVolume;
}
double vtkTopologySurface::GetArea()
{
  return this->Internals->Area;
}
int vtkTopologySurface::GetNumberOfPieces()
{
  return this->Internals->Pieces;
}
const char* vtkTopologySurface::GetClosed()
{
  return this->Internals->Closed.c_str();
}
const char* vtkTopologySurface::GetStatus()
{
  return this->Internals->Status.c_str();
}

//------------------------------------------------------------------------------
void vtkTopologySurface::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "ThresholdBy: " << this->ThresholdBy << "\n";
  os << indent << "VolumeFraction: " << this->VolumeFraction << "\n";
  os << indent << "Threshold: " << this->Threshold << "\n";
  os << indent << "Smoothing: " << this->Smoothing << "\n";
  os << indent << "SmoothingIterations: " << this->SmoothingIterations << "\n";
  os << indent << "PassBand: " << this->PassBand << "\n";
  os << indent << "HoldBoundary: " << this->HoldBoundary << "\n";
  os << indent << "Keep: " << this->Keep << "\n";
  os << indent << "MinimumPieceShare: " << this->MinimumPieceShare << "\n";
  os << indent << "Controller: " << this->Controller << "\n";
  os << indent << "Status: " << this->GetStatus() << "\n";
}

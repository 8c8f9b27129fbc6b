#include "vtkBodyAnalysisInternals.h"

#include "BodyAnalysisWriter.h"
#include "CompositeInput.h"
#include "FilterObserver.h"
#include "HexMeshConverter.h"
#include "PartialObserver.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Analysis/RefinedProblem.h"
#include "Geometry/Triangles/SolidFraction.h"

#include "vtkAlgorithmOutput.h"
#include "vtkCellArray.h"
#include "vtkCellArrayIterator.h"
#include "vtkCleanPolyData.h"
#include "vtkCommunicator.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkTriangleFilter.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace
{
using trabecula::Error;
using trabecula::filters::AnalysedStructure;
using SDDP = vtkStreamingDemandDrivenPipeline;

/// Young's modulus of void around the body, over the solid's.
constexpr double VoidShare = 1e-6;
/// A cell that is solid to less can bear no load.
constexpr double LeastSolid = 1e-3;
/// Part of the enclosed volume that may lie outside of the mesh, or be lost to sampling, in
/// silence.
constexpr double LostVolume = 0.02;

/// Triangles of a surface's polygons. An STL file has a point of its own for each corner of each of
/// them, so points in one place become one.
trabecula::TriangleMesh trianglesOf(vtkPolyData* surface)
{
  vtkNew<vtkTriangleFilter> split;
  split->SetInputData(surface);
  split->PassLinesOff();
  split->PassVertsOff();
  vtkNew<vtkCleanPolyData> clean;
  clean->SetInputConnection(split->GetOutputPort());
  clean->SetTolerance(0.0);
  clean->ConvertLinesToPointsOff();
  clean->ConvertPolysToLinesOff();
  clean->Update();
  vtkPolyData* result = clean->GetOutput();
  trabecula::TriangleMesh mesh;
  for (vtkIdType p = 0; p < result->GetNumberOfPoints(); ++p)
  {
    const double* x = result->GetPoint(p);
    mesh.points.insert(mesh.points.end(), x, x + 3);
  }
  const auto corners = vtk::TakeSmartPointer(result->GetPolys()->NewIterator());
  for (corners->GoToFirstCell(); !corners->IsDoneWithTraversal(); corners->GoToNextCell())
  {
    vtkIdType count = 0;
    const vtkIdType* points = nullptr;
    corners->GetCurrentCell(count, points);
    for (vtkIdType i = 0; i < count; ++i)
    {
      mesh.triangles.push_back(static_cast<std::int32_t>(points[i]));
    }
  }
  return mesh;
}

/// Analyses a structure; false if stopped.
bool analyse(AnalysedStructure& structure, const trabecula::TopologyProblem& problem,
  const std::vector<double>& shares, const trabecula::Device& device, trabecula::Observer& observer)
{
  auto analysis = trabecula::analyseElastic(problem, shares, device, observer);
  if (!analysis)
  {
    return false;
  }
  structure.mesh = problem.mesh;
  structure.analysis = std::move(*analysis);
  return true;
}
}

vtkStandardNewMacro(vtkBodyAnalysis);
vtkCxxSetObjectMacro(vtkBodyAnalysis, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkBodyAnalysis::vtkBodyAnalysis() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(2);
  this->SetDefaultArrays();
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

//------------------------------------------------------------------------------
vtkBodyAnalysis::~vtkBodyAnalysis()
{
  this->SetController(nullptr);
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::SetSurfaceConnection(vtkAlgorithmOutput* output)
{
  this->SetInputConnection(1, output);
}

//------------------------------------------------------------------------------
int vtkBodyAnalysis::FillInputPortInformation(int port, vtkInformation* info)
{
  if (port == 1)
  {
    info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
    return 1;
  }
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkUnstructuredGrid");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkBodyAnalysis::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(
    vtkDataObject::DATA_TYPE_NAME(), port == COMPARISON ? "vtkTable" : "vtkUnstructuredGrid");
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkBodyAnalysis::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(SDDP::REQUEST_UPDATE_TIME()))
  {
    const std::string design = trabecula::filters::compositeInput(inputVector[0]);
    this->Internals->CompositeInput =
      design.empty() ? trabecula::filters::compositeInput(inputVector[1]) : design;
  }
  return this->Superclass::ProcessRequest(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkBodyAnalysis::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  for (int port = 0; port < 2; ++port)
  {
    vtkInformation* inInfo = inputVector[port]->GetInformationObject(0);
    inInfo->Set(SDDP::UPDATE_NUMBER_OF_GHOST_LEVELS(), 0);
    if (!this->Controller || this->Controller->GetNumberOfProcesses() < 2)
    {
      // Part of a mesh is another problem.
      inInfo->Set(SDDP::UPDATE_PIECE_NUMBER(), 0);
      inInfo->Set(SDDP::UPDATE_NUMBER_OF_PIECES(), 1);
      if (inInfo->Has(SDDP::WHOLE_EXTENT()))
      {
        inInfo->Set(SDDP::UPDATE_EXTENT(), inInfo->Get(SDDP::WHOLE_EXTENT()), 6);
      }
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkBodyAnalysis::RequestData(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->AbortExecute = 0; // whatever it was meant for, it was not this execution
  vtkDataSet* design = vtkDataSet::GetData(inputVector[0]);
  const bool isAlone = !this->Controller || this->Controller->GetNumberOfProcesses() < 2;
  const int piece = outputVector->GetInformationObject(BODY)->Get(SDDP::UPDATE_PIECE_NUMBER());
  // Of several pieces on one rank, the first has everything.
  if (!this->IsBlock() && !(isAlone && piece > 0) && this->IsRunHere(design))
  {
    this->Compute(design, vtkPolyData::GetData(inputVector[1]));
    vtkUnstructuredGrid::GetData(outputVector, BODY)->ShallowCopy(this->Internals->Body);
    vtkTable::GetData(outputVector, COMPARISON)->ShallowCopy(this->Internals->Comparison);
  }
  this->AbortExecute = 0; // left set, it would make filters downstream give up too
  return 1;
}

//------------------------------------------------------------------------------
bool vtkBodyAnalysis::IsBlock()
{
  const std::string& whole = this->Internals->CompositeInput;
  if (whole.empty())
  {
    return false;
  }
  if (this->Internals->RefusedTime != this->GetMTime())
  {
    this->ReportError("The design or the surface is a " + whole +
      ", and one dataset is needed. Take one out of it with the filter Extract Block, or make it "
      "one with Merge Blocks.");
    this->Internals->RefusedTime = this->GetMTime();
  }
  return true;
}

//------------------------------------------------------------------------------
bool vtkBodyAnalysis::IsRunHere(vtkDataSet* design)
{
  if (!this->Controller || this->Controller->GetNumberOfProcesses() < 2)
  {
    return true;
  }
  const int mine = design && design->GetNumberOfCells() > 0 ? 1 : 0;
  int holders = 0;
  this->Controller->AllReduce(&mine, &holders, 1, vtkCommunicator::SUM_OP);
  if (holders > 1)
  {
    this->ReportError("The design is spread over " + std::to_string(holders) +
      " ranks, and Body Analysis runs on one rank only so far. Run on one rank, or bring all cells "
      "onto one rank first with the filter Aggregate Dataset and one target process.");
    return false;
  }
  return holders == 1 ? mine == 1 : this->Controller->GetLocalProcessId() == 0;
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::ReportError(const std::string& message)
{
  this->Internals->Status = "Error: " + message;
  vtkErrorMacro(<< message);
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::Compute(vtkDataSet* input, vtkPolyData* surface)
{
  vtkInternals& internals = *this->Internals;
  try
  {
    trabecula::setHostThreads(this->Threads);
    trabecula::filters::FilterObserver observer(this);
    const trabecula::Device device =
      trabecula::selectDevice(static_cast<trabecula::DeviceRequest>(this->Device));
    const auto grid = trabecula::filters::makeHexahedralGrid(input);
    const Problem problem = this->MakeProblem(grid);
    const trabecula::TriangleMesh triangles = trianglesOf(surface);
    trabecula::requireClosedSurface(triangles);

    const trabecula::MeshRefinement refinement(problem.Design.mesh, this->Refinement);
    const trabecula::TopologyProblem fine = trabecula::refineProblem(problem.Design, refinement);
    AnalysedStructure body;
    AnalysedStructure field;
    body.name = "Body";
    field.name = "Density field";
    field.solid = problem.Density;
    trabecula::filters::PartialObserver measuring(observer, 0.0, 0.3);
    trabecula::filters::PartialObserver first(observer, 0.3, 0.8);
    trabecula::filters::PartialObserver second(observer, 0.8, 1.0);
    auto solid = trabecula::solidFractions(fine.mesh, triangles, this->Samples, measuring);
    bool isDone = solid.has_value();
    if (isDone)
    {
      body.solid = std::move(*solid);
      if (*std::max_element(body.solid.begin(), body.solid.end()) == 0.0)
      {
        throw Error("The surface encloses nothing of the design's mesh: they lie apart, or have "
                    "other units. Take a surface that was made of this design.");
      }
      trabecula::requireBodyBearsLoads(fine, body.solid, LeastSolid);
      std::vector<double> shares = body.solid;
      for (double& share : shares)
      {
        share = std::clamp(share, VoidShare, 1.0);
      }
      isDone = analyse(body, fine, shares, device, first) &&
        analyse(field, problem.Design, problem.Shares, device, second);
    }
    if (!isDone)
    {
      internals.Status = "Stopped. A further Apply starts again.";
      return;
    }
    vtkNew<vtkUnstructuredGrid> output;
    vtkNew<vtkTable> table;
    trabecula::filters::writeBody(body, output);
    trabecula::filters::writeComparison(body, field, table);
    internals.Body->ShallowCopy(output);
    internals.Comparison->ShallowCopy(table);
    internals.DeviceUsed = device.name;
    const auto value = [&](vtkIdType row, const char* column)
    { return vtkDataArray::SafeDownCast(table->GetColumnByName(column))->GetComponent(row, 0); };
    internals.Compliance = value(0, "Compliance");
    internals.ComplianceRatio = value(2, "Compliance");
    internals.Stress = value(0, "LargestVonMisesStress");
    internals.StressRatio = value(2, "LargestVonMisesStress");
    internals.Status = "Compliance " + trabecula::shortText(internals.Compliance) + ", " +
      trabecula::shortText(internals.ComplianceRatio) + " of the density field's.";

    std::vector<std::string> warnings = observer.messages();
    const double enclosed = std::abs(trabecula::enclosedVolume(triangles));
    const double found = trabecula::filters::solidVolume(body);
    if (std::abs(found - enclosed) > LostVolume * enclosed)
    {
      warnings.push_back("The surface encloses " + trabecula::shortText(enclosed) +
        ", of which the mesh has " + trabecula::shortText(found) +
        ": part of the body lies outside of the mesh, or is too thin for its cells. Raise "
        "Samples or Refinement, or take a surface within the design.");
    }
    for (const std::string& warning : warnings)
    {
      internals.Status += " " + warning;
      vtkWarningMacro(<< warning);
    }
  }
  catch (const Error& error)
  {
    this->ReportError(error.what());
  }
  catch (const std::bad_alloc&)
  {
    this->ReportError(
      "There is not enough memory for a mesh of this size. Use a smaller Refinement "
      "or a machine with more memory.");
  }
}

#include "vtkBodyAnalysis.h"

#include "BodyAnalysisWriter.h"
#include "FilterObserver.h"
#include "HexMeshConverter.h"
#include "InputArrays.h"
#include "PartialObserver.h"
#include "TopologyInputConverter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Problem/RefinedProblem.h"
#include "Problem/SolidFraction.h"

#include "vtkAlgorithmOutput.h"
#include "vtkCellArray.h"
#include "vtkCellArrayIterator.h"
#include "vtkCellData.h"
#include "vtkCleanPolyData.h"
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
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkTriangleFilter.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace
{
using trabecula::Error;
using trabecula::filters::AnalysedStructure;
using SDDP = vtkStreamingDemandDrivenPipeline;

constexpr int SupportsIndex = 0;
constexpr int PrescribedDisplacementIndex = 1;
constexpr int SpringsIndex = 2;
constexpr int DensityIndex = 3;
constexpr const char* DefaultSprings = "Springs";
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

/// Young's modulus of void around the body, over the solid's.
constexpr double VoidShare = 1e-6;
/// A cell that is solid to less can bear no load.
constexpr double LeastSolid = 1e-3;
/// Part of the enclosed volume that may lie outside of the mesh, or be lost to sampling, in
/// silence.
constexpr double LostVolume = 0.02;

/// A number of the field data, or what there is instead.
double numberOf(vtkFieldData* fields, const char* name, double instead)
{
  vtkDataArray* array = fields->GetArray(name);
  return array && array->GetNumberOfValues() > 0 ? array->GetComponent(0, 0) : instead;
}

std::vector<double> readDensity(vtkUnstructuredGrid* grid, const std::string& name)
{
  using namespace trabecula::filters;
  std::vector<double> density = valuesOf(requireArray(grid->GetCellData(), name, "density", 1));
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    if (!(density[e] >= 0.0 && density[e] <= 1.0 + 1e-9))
    {
      throw Error("Cell array " + inQuotes(name) + " has the value " +
        trabecula::shortText(density[e]) + " in cell " + std::to_string(e) +
        "; a density is from 0 to 1.");
    }
    density[e] = std::min(density[e], 1.0);
  }
  return density;
}

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

class vtkBodyAnalysis::vtkInternals
{
public:
  vtkNew<vtkUnstructuredGrid> Body; ///< of the last execution without error
  vtkNew<vtkTable> Comparison;
  double Compliance = NotANumber;
  double ComplianceRatio = NotANumber;
  double Stress = NotANumber;
  double StressRatio = NotANumber;
  std::string DeviceUsed;
  std::string Status = "Nothing computed yet.";
};

/// The design as it is analysed.
struct vtkBodyAnalysis::Problem
{
  trabecula::TopologyProblem Design;
  std::vector<double> Density; ///< one per cell
  std::vector<double> Shares;  ///< Young's modulus over the solid's, one per cell
};

vtkStandardNewMacro(vtkBodyAnalysis);
vtkCxxSetObjectMacro(vtkBodyAnalysis, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkBodyAnalysis::vtkBodyAnalysis() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(2);
  this->SetInputArrayToProcess(
    SupportsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Supports");
  this->SetInputArrayToProcess(
    PrescribedDisplacementIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "");
  this->SetInputArrayToProcess(
    SpringsIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, DefaultSprings);
  this->SetInputArrayToProcess(
    DensityIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Density");
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
  if (!(isAlone && piece > 0) && this->IsRunHere(design))
  {
    this->Compute(design, vtkPolyData::GetData(inputVector[1]));
    vtkUnstructuredGrid::GetData(outputVector, BODY)->ShallowCopy(this->Internals->Body);
    vtkTable::GetData(outputVector, COMPARISON)->ShallowCopy(this->Internals->Comparison);
  }
  this->AbortExecute = 0; // left set, it would make filters downstream give up too
  return 1;
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
std::string vtkBodyAnalysis::GetInputArrayName(int index)
{
  const char* name = this->GetInputArrayInformation(index)->Get(vtkDataObject::FIELD_NAME());
  // "None" is what array selectors show, and set, for no array.
  return name && std::string(name) != "None" ? name : "";
}

//------------------------------------------------------------------------------
vtkBodyAnalysis::Problem vtkBodyAnalysis::MakeProblem(vtkUnstructuredGrid* grid)
{
  vtkNew<vtkFieldData> none;
  vtkFieldData* fields = this->MaterialFromDesign ? grid->GetFieldData() : none.Get();
  const double trimmed = numberOf(grid->GetFieldData(), "DensityThreshold", 0.0);
  if (trimmed > 0.0)
  {
    throw Error("The design is without cells of a density below " + trabecula::shortText(trimmed) +
      ", which Density Threshold of Topology Optimize left out. Set it to 0, or take the port "
      "Final "
      "design.");
  }
  trabecula::filters::TopologyArrays arrays;
  arrays.supports = this->GetInputArrayName(SupportsIndex);
  arrays.prescribedDisplacement = this->GetInputArrayName(PrescribedDisplacementIndex);
  arrays.springs = this->GetInputArrayName(SpringsIndex);
  arrays.springsAreOptional = arrays.springs == DefaultSprings;
  arrays.forces = this->ForceArrays;
  arrays.weights = this->LoadCaseWeights;
  auto* names = vtkStringArray::SafeDownCast(fields->GetAbstractArray("LoadCases"));
  for (vtkIdType i = 0; names && this->ForceArrays.empty() && i < names->GetNumberOfValues(); ++i)
  {
    arrays.forces.push_back(names->GetValue(i));
  }
  vtkDataArray* weights = fields->GetArray("LoadCaseWeights");
  if (weights && names && this->ForceArrays.empty() && this->LoadCaseWeights.empty())
  {
    arrays.weights = trabecula::filters::valuesOf(weights);
  }

  Problem result;
  trabecula::TopologyProblem& design = result.Design;
  trabecula::filters::readTopologyInput(grid, arrays, design);
  design.material.youngsModulus = numberOf(fields, "YoungsModulus", this->YoungsModulus);
  design.material.poissonsRatio = numberOf(fields, "PoissonsRatio", this->PoissonsRatio);
  design.solver.tolerance = this->SolverTolerance;
  result.Density = readDensity(grid, this->GetInputArrayName(DensityIndex));
  const bool simp = numberOf(fields, "Interpolation", this->Interpolation) == SIMP;
  const double exponent = numberOf(fields, "Penalization", this->Penalization);
  const double lowest = numberOf(fields, "MinimumDensity", this->MinimumDensity);
  const double ratio = numberOf(fields, "MinimumModulusRatio", this->MinimumModulusRatio);
  if (!(exponent >= 1.0) || !(lowest > 0.0 && lowest < 1.0) || !(ratio > 0.0 && ratio < 1.0))
  {
    throw Error(
      "Penalization must be at least 1, Minimum Density and Minimum Modulus Ratio above 0 "
      "and below 1; they are " +
      trabecula::shortText(exponent) + ", " + trabecula::shortText(lowest) + " and " +
      trabecula::shortText(ratio) + ".");
  }
  for (const double density : result.Density)
  {
    result.Shares.push_back(simp ? std::pow(std::max(density, lowest), exponent)
                                 : ratio + std::pow(density, exponent) * (1.0 - ratio));
  }
  return result;
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
    grid->SetFieldData(input->GetFieldData());
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
        ": part of the body lies outside of the mesh, or is too thin for its cells. Raise Samples "
        "or "
        "Refinement, or take a surface within the design.");
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

//------------------------------------------------------------------------------
void vtkBodyAnalysis::AddForceArray(const char* name)
{
  if (name && *name)
  {
    this->ForceArrays.emplace_back(name);
    this->Modified();
  }
}
void vtkBodyAnalysis::ClearForceArrays()
{
  if (!this->ForceArrays.empty())
  {
    this->ForceArrays.clear();
    this->Modified();
  }
}
void vtkBodyAnalysis::AddLoadCaseWeight(double weight)
{
  this->LoadCaseWeights.push_back(weight);
  this->Modified();
}
void vtkBodyAnalysis::ClearLoadCaseWeights()
{
  if (!this->LoadCaseWeights.empty())
  {
    this->LoadCaseWeights.clear();
    this->Modified();
  }
}

//------------------------------------------------------------------------------
double vtkBodyAnalysis::GetBodyCompliance()
{
  return this->Internals->Compliance;
}
double vtkBodyAnalysis::GetComplianceRatio()
{
  return this->Internals->ComplianceRatio;
}
double vtkBodyAnalysis::GetBodyStress()
{
  return this->Internals->Stress;
}
double vtkBodyAnalysis::GetStressRatio()
{
  return this->Internals->StressRatio;
}
const char* vtkBodyAnalysis::GetDeviceUsed()
{
  return this->Internals->DeviceUsed.c_str();
}
const char* vtkBodyAnalysis::GetStatus()
{
  return this->Internals->Status.c_str();
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "MaterialFromDesign: " << this->MaterialFromDesign << "\n";
  os << indent << "YoungsModulus: " << this->YoungsModulus << "\n";
  os << indent << "PoissonsRatio: " << this->PoissonsRatio << "\n";
  os << indent << "Interpolation: " << this->Interpolation << "\n";
  os << indent << "Penalization: " << this->Penalization << "\n";
  os << indent << "MinimumDensity: " << this->MinimumDensity << "\n";
  os << indent << "MinimumModulusRatio: " << this->MinimumModulusRatio << "\n";
  os << indent << "ForceArrays:";
  for (const std::string& name : this->ForceArrays)
  {
    os << " " << name;
  }
  os << "\n" << indent << "LoadCaseWeights:";
  for (const double weight : this->LoadCaseWeights)
  {
    os << " " << weight;
  }
  os << "\n" << indent << "Refinement: " << this->Refinement << "\n";
  os << indent << "Samples: " << this->Samples << "\n";
  os << indent << "SolverTolerance: " << this->SolverTolerance << "\n";
  os << indent << "Device: " << this->Device << "\n";
  os << indent << "Threads: " << this->Threads << "\n";
  os << indent << "Controller: " << this->Controller << "\n";
  os << indent << "Status: " << this->GetStatus() << "\n";
}

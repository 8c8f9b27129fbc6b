#include "vtkBodyAnalysisInternals.h"

#include "BodyAnalysisWriter.h"
#include "FilterObserver.h"
#include "PartialObserver.h"
#include "SolidMeshConverter.h"

#include "Analysis/Refinement/RefinedProblem.h"
#include "Analysis/StructuralValidation.h"
#include "Analysis/StructuralWarnings.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Triangles/SolidFraction.h"

#include "vtkAlgorithmOutput.h"
#include "vtkCellArray.h"
#include "vtkCellArrayIterator.h"
#include "vtkCleanPolyData.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkTable.h"
#include "vtkTriangleFilter.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>

namespace
{
using trabecula::Error;
using trabecula::filters::AnalysedStructure;

/// Young's modulus of void around the body, over the solid's.
constexpr double VoidShare = 1e-6;
/// Smallest solid fraction of cells that can carry loads.
constexpr double LeastSolid = 1e-3;
/// Fraction of the enclosed volume outside of the mesh, or lost to sampling, above which a warning
/// is given.
constexpr double LostVolume = 0.02;

/// Triangles of a surface's polygons. STL files repeat the points of each triangle,
/// so coincident points are merged.
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

/// The design's problem on cells divided into parts each way.
trabecula::StructuralProblem refined(const trabecula::StructuralProblem& design, int parts)
{
  if (trabecula::isHexahedral(design.mesh))
  {
    return trabecula::refineProblem(design, trabecula::MeshRefinement(design.mesh, parts));
  }
  if (parts > 1)
  {
    throw Error("Refinement is " + std::to_string(parts) +
      ", but only eight-node hexahedra can be divided, and the design has " +
      trabecula::cellTypesText(design.mesh) + ". Set it to 1, or take a finer mesh.");
  }
  return design;
}

/// Analyses a structure; false if stopped.
bool analyse(AnalysedStructure& structure, const trabecula::StructuralProblem& problem,
  const std::vector<double>& shares, const trabecula::Device& device, std::size_t memoryLimit,
  trabecula::Observer& observer)
{
  auto analysis = trabecula::analyseElastic(problem, shares, device, observer, memoryLimit);
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

//------------------------------------------------------------------------------
vtkBodyAnalysis::vtkBodyAnalysis() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(2);
  this->SetDefaultArrays();
}

//------------------------------------------------------------------------------
vtkBodyAnalysis::~vtkBodyAnalysis() = default;

//------------------------------------------------------------------------------
vtkUnstructuredGrid* vtkBodyAnalysis::GetOutput()
{
  return this->GetOutput(0);
}
vtkUnstructuredGrid* vtkBodyAnalysis::GetOutput(int port)
{
  return vtkUnstructuredGrid::SafeDownCast(this->GetOutputDataObject(port));
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::SetSurfaceConnection(vtkAlgorithmOutput* output)
{
  this->SetInputConnection(1, output);
}

//------------------------------------------------------------------------------
std::string vtkBodyAnalysis::GetNameOfInput(int port, int)
{
  return port == 1 ? "Surface" : "";
}

//------------------------------------------------------------------------------
int vtkBodyAnalysis::FillInputPortInformation(int port, vtkInformation* info)
{
  if (port == 1)
  {
    info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
    return 1;
  }
  return this->Superclass::FillInputPortInformation(port, info);
}

//------------------------------------------------------------------------------
int vtkBodyAnalysis::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(
    vtkDataObject::DATA_TYPE_NAME(), port == COMPARISON ? "vtkTable" : "vtkUnstructuredGrid");
  return 1;
}

//------------------------------------------------------------------------------
std::string vtkBodyAnalysis::DescribeComposite(const std::string& type)
{
  return "The design or the surface is a " + type +
    ", and one dataset is needed. Take one out of it with the filter Extract Block, or make it one "
    "with Merge Blocks.";
}

//------------------------------------------------------------------------------
std::string vtkBodyAnalysis::DescribeSpread(int ranks)
{
  return "The design is spread over " + std::to_string(ranks) +
    " ranks, and Body Analysis runs on one rank only so far. Run on one rank, or bring all cells "
    "onto one rank first with the filter Aggregate Dataset and one target process.";
}

//------------------------------------------------------------------------------
std::string vtkBodyAnalysis::DescribeLackOfMemory()
{
  return "There is not enough memory for a mesh of this size. Use a smaller Refinement or a "
         "machine with more memory.";
}

//------------------------------------------------------------------------------
void vtkBodyAnalysis::Compute(vtkInformationVector** inputVector)
{
  vtkInternals& internals = *this->Internals;
  this->UseThreads();
  trabecula::filters::FilterObserver observer(this);
  const trabecula::Device device = trabecula::selectDevice(this->RequestedDevice());
  const std::size_t limit = this->MemoryLimitInBytes();
  std::string note;
  const auto grid = trabecula::filters::makeSolidGrid(vtkDataSet::GetData(inputVector[0]), note);
  const Problem problem = this->MakeProblem(grid);
  const trabecula::TriangleMesh triangles = trianglesOf(vtkPolyData::GetData(inputVector[1]));
  trabecula::requireClosedSurface(triangles);
  try
  {
    trabecula::checkMesh(problem.Design.mesh);
    trabecula::checkElementShapes(problem.Design.mesh);
  }
  catch (const Error& error)
  {
    throw Error(trabecula::filters::withNote(error.what(), note));
  }

  const trabecula::StructuralProblem fine = refined(problem.Design, this->Refinement);
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
    isDone = analyse(body, fine, shares, device, limit, first) &&
      analyse(field, problem.Design, problem.Shares, device, limit, second);
  }
  if (!isDone)
  {
    this->SetStatus("Stopped. A further Apply starts again.");
    return;
  }
  vtkNew<vtkUnstructuredGrid> output;
  vtkNew<vtkTable> table;
  trabecula::filters::writeBody(body, output);
  trabecula::filters::writeComparison(body, field, table);
  this->SetResult(BODY, output);
  this->SetResult(COMPARISON, table);
  internals.DeviceUsed = device.name;
  const auto value = [&](vtkIdType row, const char* column)
  { return vtkDataArray::SafeDownCast(table->GetColumnByName(column))->GetComponent(row, 0); };
  internals.Compliance = value(0, "Compliance");
  internals.ComplianceRatio = value(2, "Compliance");
  internals.Stress = value(0, "LargestVonMisesStress");
  internals.StressRatio = value(2, "LargestVonMisesStress");
  this->SetStatus("Compliance " + trabecula::shortText(internals.Compliance) + ", " +
    trabecula::shortText(internals.ComplianceRatio) + " of the density field's." +
    (note.empty() ? "" : " ") + note);

  std::vector<std::string> warnings = trabecula::warningsOf(fine);
  warnings.insert(warnings.end(), observer.messages().begin(), observer.messages().end());
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
    this->ReportWarning(warning);
  }
}

#include "vtkBodyAnalysisInternals.h"

#include "BodyAnalysisWriter.h"
#include "PartialObserver.h"
#include "SolidMeshConverter.h"

#include "Analysis/Loads/LoadsOnBody.h"
#include "Analysis/Refinement/RefinedProblem.h"
#include "Analysis/StructuralValidation.h"
#include "Analysis/StructuralWarnings.h"
#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Triangles/SolidFraction.h"
#include "Run/RunObserver.h"

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
#include <memory>
#include <utility>

namespace
{
using trabecula::Error;
using trabecula::filters::AnalysedStructure;

/// Young's modulus of void around the body, over the solid's.
constexpr double VoidShare = 1e-6;
/// Smallest solid fraction of cells that can carry loads.
constexpr double LeastSolid = 1e-3;
/// Loads of partly solid cells move by this many diagonals of a cell at most: beside a curved side
/// of radius r, cells of width h with less than half solid, which a surface of densities leaves
/// out, are a strip of 0.4 sqrt(r h).
constexpr double MostDiagonals = 4.0;
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

/// The diagonal of the box of the mesh's first cell.
double diagonalOfCell(const trabecula::Mesh& mesh)
{
  double low[3];
  double high[3];
  std::copy_n(&mesh.points[3 * static_cast<std::size_t>(mesh.element(0)[0])], 3, low);
  std::copy_n(low, 3, high);
  for (std::size_t a = 1; a < mesh.nodesOf(0); ++a)
  {
    const double* x = &mesh.points[3 * static_cast<std::size_t>(mesh.element(0)[a])];
    for (int c = 0; c < 3; ++c)
    {
      low[c] = std::min(low[c], x[c]);
      high[c] = std::max(high[c], x[c]);
    }
  }
  return std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/// Loads of cells that the part's surface passes through act on corners outside of it, too.
/// @return a sentence on what was moved; empty if nothing was
std::string moveLoads(const trabecula::TopologyProblem& design, trabecula::StructuralProblem& body,
  const std::vector<double>& solid)
{
  if (design.solidFractions.empty())
  {
    return "";
  }
  // A cell's parts follow each other (MeshRefinement).
  const std::size_t parts = solid.size() / design.solidFractions.size();
  std::vector<double> fractions(solid.size());
  for (std::size_t e = 0; e < fractions.size(); ++e)
  {
    fractions[e] = design.solidFractions[e / parts];
  }
  const trabecula::MovedLoads moved = trabecula::moveLoadsOntoBody(
    body, solid, LeastSolid, fractions, MostDiagonals * diagonalOfCell(design.mesh));
  return moved.share > 0.0 ? "Of the loads " + trabecula::shortText(100.0 * moved.share) +
      " % are at corners of partly solid cells outside of the body and act on its nearest nodes, "
      "at most " +
      trabecula::shortText(moved.distance) + " away."
                           : std::string();
}

/// A warning where the mesh does not have the volume that the surface encloses; else empty.
std::string warningOfLostVolume(double enclosed, double found)
{
  return std::abs(found - enclosed) <= LostVolume * enclosed ? ""
                                                             : "The surface encloses " +
      trabecula::shortText(enclosed) + ", of which the mesh has " + trabecula::shortText(found) +
      ": part of the body lies outside of the mesh, or is too thin for its cells. Raise Samples or "
      "Refinement, or take a surface within the design.";
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
  this->SetInputConnection(SURFACE, output);
}

//------------------------------------------------------------------------------
std::string vtkBodyAnalysis::GetNameOfInput(int port, int)
{
  return port == SURFACE ? "Surface" : "";
}

//------------------------------------------------------------------------------
vtkDataSet* vtkBodyAnalysis::FindDesign(vtkInformationVector** inputVector)
{
  const int count = inputVector[DESIGN]->GetNumberOfInformationObjects();
  vtkDataSet* design = nullptr;
  for (int i = 0; i < count; ++i)
  {
    vtkDataSet* data = vtkDataSet::GetData(inputVector[DESIGN], i);
    if (vtkPolyData::SafeDownCast(data))
    {
      continue;
    }
    if (design)
    {
      throw Error("There are two designs among the inputs. Take one, and the surface of its body.");
    }
    design = data;
  }
  if (!design)
  {
    throw Error("The input is a surface without the design that it was made of. Select both, or "
                "connect the design as Input: usually the output Final design of the "
                "optimization.");
  }
  return design;
}

//------------------------------------------------------------------------------
vtkPolyData* vtkBodyAnalysis::FindSurface(vtkInformationVector** inputVector)
{
  vtkPolyData* surface = vtkPolyData::GetData(inputVector[SURFACE]);
  const int count = inputVector[DESIGN]->GetNumberOfInformationObjects();
  for (int i = 0; i < count && !surface; ++i)
  {
    surface = vtkPolyData::GetData(inputVector[DESIGN], i);
  }
  if (!surface)
  {
    throw Error("The design has no surface that bounds a body. Make one of it with Topology "
                "Surface, select that and choose Body Analysis; or connect a closed surface as "
                "Surface.");
  }
  return surface;
}

//------------------------------------------------------------------------------
int vtkBodyAnalysis::FillInputPortInformation(int port, vtkInformation* info)
{
  if (port == SURFACE)
  {
    info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
    info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
    return 1;
  }
  const int result = this->Superclass::FillInputPortInformation(port, info);
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  info->Set(vtkAlgorithm::INPUT_IS_REPEATABLE(), 1);
  return result;
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
bool vtkBodyAnalysis::Analyse(Problem& problem, const trabecula::Device& device,
  std::size_t memoryLimit, trabecula::Observer& observer, AnalysedStructure& body,
  AnalysedStructure& field)
{
  body.name = "Body";
  field.name = "Density field";
  field.solid = problem.Density;
  trabecula::filters::PartialObserver measuring(observer, 0.0, 0.3);
  trabecula::filters::PartialObserver first(observer, 0.3, 0.8);
  trabecula::filters::PartialObserver second(observer, 0.8, 1.0);
  auto solid =
    trabecula::solidFractions(problem.Body.mesh, problem.Surface, problem.Samples, measuring);
  if (!solid)
  {
    return false;
  }
  body.solid = std::move(*solid);
  if (*std::max_element(body.solid.begin(), body.solid.end()) == 0.0)
  {
    throw Error("The surface encloses nothing of the design's mesh: they lie apart, or have other "
                "units. Take a surface that was made of this design.");
  }
  problem.LoadsNote = moveLoads(problem.Design, problem.Body, body.solid);
  trabecula::requireBodyBearsLoads(problem.Body, body.solid, LeastSolid);
  std::vector<double> shares = body.solid;
  for (double& share : shares)
  {
    share = std::clamp(share, VoidShare, 1.0);
  }
  return analyse(body, problem.Body, shares, device, memoryLimit, first) &&
    analyse(field, problem.Design, problem.Shares, device, memoryLimit, second);
}

//------------------------------------------------------------------------------
vtkBodyAnalysis::Work vtkBodyAnalysis::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver& preparing)
{
  preparing.setText("Reading design and surface");
  this->UseThreads();
  std::string note;
  const auto grid = trabecula::filters::makeSolidGrid(FindDesign(inputVector), note);
  const auto problem = std::make_shared<Problem>(this->MakeProblem(grid));
  problem->Surface = trianglesOf(FindSurface(inputVector));
  problem->Samples = this->Samples;
  trabecula::requireClosedSurface(problem->Surface);
  try
  {
    trabecula::checkMesh(problem->Design.mesh);
    trabecula::checkElementShapes(problem->Design.mesh);
  }
  catch (const Error& error)
  {
    throw Error(trabecula::filters::withNote(error.what(), note));
  }
  problem->Body = refined(problem->Design, this->Refinement);

  return [this, note, problem, threads = this->Threads, request = this->RequestedDevice(),
           limit = this->MemoryLimitInBytes()](trabecula::RunObserver& observer) -> Publication
  {
    trabecula::setHostThreads(threads);
    const trabecula::Device device = trabecula::selectDevice(request);
    AnalysedStructure body;
    AnalysedStructure field;
    if (!Analyse(*problem, device, limit, observer, body, field))
    {
      return nullptr;
    }
    const auto output = vtkSmartPointer<vtkUnstructuredGrid>::New();
    const auto table = vtkSmartPointer<vtkTable>::New();
    trabecula::filters::writeBody(body, output);
    trabecula::filters::writeComparison(body, field, table);
    std::vector<std::string> warnings = trabecula::warningsOf(problem->Body);
    const std::string lost = warningOfLostVolume(
      std::abs(trabecula::enclosedVolume(problem->Surface)), trabecula::filters::solidVolume(body));
    if (!lost.empty())
    {
      warnings.push_back(lost);
    }
    return [this, output, table, warnings, note, moved = problem->LoadsNote, name = device.name]
    {
      this->SetResult(BODY, output);
      this->SetResult(COMPARISON, table);
      const auto value = [&](vtkIdType row, const char* column)
      { return vtkDataArray::SafeDownCast(table->GetColumnByName(column))->GetComponent(row, 0); };
      vtkInternals& internals = *this->Internals;
      internals.DeviceUsed = name;
      internals.Compliance = value(0, "Compliance");
      internals.ComplianceRatio = value(2, "Compliance");
      internals.Stress = value(0, "LargestVonMisesStress");
      internals.StressRatio = value(2, "LargestVonMisesStress");
      this->SetStatus("Compliance " + trabecula::shortText(internals.Compliance) + ", " +
        trabecula::shortText(internals.ComplianceRatio) + " of the density field's." +
        (moved.empty() ? "" : " ") + moved + (note.empty() ? "" : " ") + note);
      for (const std::string& warning : warnings)
      {
        this->ReportWarning(warning);
      }
    };
  };
}

#include "vtkBodyAnalysisInternals.h"

#include "BodyAnalysisInput.h"
#include "BodyAnalysisWriter.h"
#include "DesignBody.h"
#include "PartialObserver.h"
#include "ResultMarks.h"
#include "SolidMeshConverter.h"

#include "Analysis/Body/BodyStiffness.h"
#include "Analysis/Body/PlaneLayer.h"
#include "Analysis/Loads/DesignLoads.h"
#include "Analysis/Refinement/RefinedProblem.h"
#include "Analysis/StructuralValidation.h"
#include "Analysis/StructuralWarnings.h"
#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Triangles/SolidFraction.h"
#include "Run/RunObserver.h"

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace
{
using trabecula::Error;
using trabecula::filters::AnalysedStructure;

/// Young's modulus of the void around the body relative to that of the solid.
constexpr double VoidShare = 1e-6;
constexpr const char* ConstraintMark = "ConstraintVerdict";

/// Returns the problem of the design on a mesh whose cells are divided along each edge.
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

/// Analyses a structure, or a layer in plane stress, with the loads of its design on what of it is
/// solid. Returns false if stopped.
bool analyse(AnalysedStructure& structure, const trabecula::StructuralProblem& problem,
  bool isPlane, const std::vector<double>& shares, const trabecula::Device& device,
  std::size_t memoryLimit, trabecula::Observer& observer)
{
  std::optional<trabecula::PlaneLayer> layer;
  std::optional<trabecula::StructuralProblem> loaded;
  if (isPlane)
  {
    layer.emplace(problem);
  }
  else if (problem.ofDesign.isPresent())
  {
    loaded = trabecula::withLoadsOfDesign(problem, structure.solid, shares);
  }
  auto analysis = trabecula::analyseElastic(layer ? layer->problem()
      : loaded                                    ? *loaded
                                                  : problem,
    shares, device, observer, memoryLimit);
  if (!analysis)
  {
    return false;
  }
  if (layer)
  {
    layer->restore(*analysis);
  }
  trabecula::subtractThermalStress(*analysis, problem);
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
  this->SetReasonForOneRank("The analysis of a body is not divided.");
  this->SetDefaultArrays();
}

//------------------------------------------------------------------------------
vtkBodyAnalysis::~vtkBodyAnalysis() = default;

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
  body.yieldStress = field.yieldStress = problem.YieldStress;
  body.massDensity = field.massDensity = problem.MassDensity;
  field.solid = problem.Density;
  trabecula::filters::PartialObserver measuring(observer, 0.0, 0.3);
  const auto shape = trabecula::filters::measureBody(
    problem.Surface, problem.Print, problem.Design.structure.mesh, measuring);
  if (!shape)
  {
    return false;
  }
  problem.Shape = *shape;
  trabecula::filters::PartialObserver first(observer, 0.3, 0.8);
  trabecula::filters::PartialObserver second(observer, 0.8, 0.85);
  trabecula::filters::PartialObserver judging(observer, 0.85, 0.9);
  trabecula::filters::PartialObserver third(observer, 0.9, 1.0);
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
  problem.LoadsNote = trabecula::filters::moveLoads(problem.Design, problem.Body, body.solid);
  trabecula::requireBodyBearsLoads(problem.Body, body.solid, trabecula::filters::LeastSolid);
  std::vector<double> shares = body.solid;
  for (double& share : shares)
  {
    share = std::clamp(share, VoidShare, 1.0);
  }
  const bool isPlane = problem.IsPlane;
  return analyse(body, problem.Body, isPlane, shares, device, memoryLimit, first) &&
    analyse(
      field, problem.Design.structure, isPlane, problem.Shares, device, memoryLimit, second) &&
    // The responses of a layer in plane stress are not those of its cells.
    (isPlane ||
      trabecula::filters::judgeConstraints(problem.Constraints, problem.Body, body.solid,
        problem.fractionsOfBody(), VoidShare, device, memoryLimit, judging)) &&
    (!problem.IsCommon || AnalyseInCommon(problem, device, memoryLimit, third));
}

//------------------------------------------------------------------------------
bool vtkBodyAnalysis::AnalyseInCommon(Problem& problem, const trabecula::Device& device,
  std::size_t memoryLimit, trabecula::Observer& observer)
{
  trabecula::BodyProblem body;
  body.name = "the design";
  body.surface = problem.Surface;
  body.design = problem.Design.structure;
  body.isPlane = problem.IsPlane;
  trabecula::BodySettings settings;
  settings.solverTolerance = problem.Design.structure.solver.tolerance;
  auto found = trabecula::analyseBodies({ body }, settings, device, observer, memoryLimit);
  if (!found)
  {
    return false;
  }
  problem.Common = std::move(found->front());
  if (!problem.Common.missing.empty())
  {
    throw Error("Common Analysis: " + problem.Common.missing);
  }
  return true;
}

//------------------------------------------------------------------------------
vtkBodyAnalysis::Work vtkBodyAnalysis::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver& preparing)
{
  preparing.setText("Reading design and surface");
  this->UseThreads();
  std::string note;
  vtkDataSet* design = FindDesign(inputVector);
  const auto grid = trabecula::filters::makeSolidGrid(design, note);
  const auto problem = std::make_shared<Problem>(this->MakeProblem(grid));
  problem->Surface = trabecula::filters::trianglesOf(FindSurface(inputVector));
  problem->Samples = this->Samples;
  problem->Fault = trabecula::filters::markOf(design, trabecula::filters::DesignFault);
  problem->IsPlane = trabecula::filters::isInPlaneStress(grid);
  problem->IsCommon = this->CommonAnalysis;
  trabecula::requireClosedSurface(problem->Surface);
  trabecula::filters::withNoteInErrors(note,
    [&]
    {
      trabecula::checkMesh(problem->Design.structure.mesh);
      trabecula::checkElementShapes(problem->Design.structure.mesh);
    });
  problem->Body = refined(problem->Design.structure, this->Refinement);
  problem->Print = trabecula::filters::readPrintSettings(grid->GetFieldData());
  problem->Constraints = trabecula::filters::readBodyConstraints(grid, problem->partsOfCell());

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
    // Cells that are less than half solid are left out: their stresses are not meaningful and can
    // be larger.
    vtkNew<vtkDoubleArray> largest;
    largest->SetName("LargestVonMisesStress");
    largest->InsertNextValue(
      vtkDataArray::SafeDownCast(table->GetColumnByName(largest->GetName()))->GetComponent(0, 0));
    output->GetFieldData()->AddArray(largest);
    if (problem->IsCommon)
    {
      trabecula::filters::addCommonAnalysis(problem->Common, table);
    }
    trabecula::filters::passMark(output, trabecula::filters::DesignFault, problem->Fault);
    trabecula::filters::passMark(table, trabecula::filters::DesignFault, problem->Fault);
    const std::string verdict = trabecula::filters::textOf(problem->Constraints);
    trabecula::filters::passMark(output, ConstraintMark, verdict);
    trabecula::filters::passMark(table, ConstraintMark, verdict);
    std::vector<std::string> warnings = trabecula::warningsOf(problem->Body);
    const std::string lost = trabecula::filters::warningOfLostVolume(
      std::abs(trabecula::enclosedVolume(problem->Surface)), trabecula::filters::solidVolume(body));
    if (!lost.empty())
    {
      warnings.push_back(lost);
    }
    if (!problem->Common.fault.empty())
    {
      warnings.push_back("The common analysis finds no compliance: " + problem->Common.fault);
    }
    return [this, output, table, warnings, note, verdict, shape = problem->Shape,
             moved = problem->LoadsNote, name = device.name, hasYield = problem->YieldStress > 0.0,
             hasMass = problem->MassDensity > 0.0,
             common = trabecula::filters::textOf(problem->Common, problem->IsCommon),
             compliance = problem->Common.compliance, error = problem->Common.error]
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
      internals.SafetyFactor = hasYield ? value(0, "SafetyFactor") : std::nan("");
      internals.Mass = hasMass ? value(0, "Mass") : std::nan("");
      const std::string safety = hasYield
        ? " Safety factor " + trabecula::shortText(internals.SafetyFactor) + " at " +
          this->WithUnit(trabecula::shortText(value(0, "X")) + ", " +
              trabecula::shortText(value(0, "Y")) + ", " + trabecula::shortText(value(0, "Z")),
            "length") +
          "."
        : "";
      internals.ConstraintVerdict = verdict;
      internals.WallThickness = shape.wallThickness;
      internals.OverhangingShare = shape.overhangingShare.value_or(std::nan(""));
      internals.UnsupportedPlaces =
        shape.unsupported ? static_cast<double>(*shape.unsupported) : std::nan("");
      internals.CommonCompliance = compliance;
      internals.CommonComplianceError = error;
      this->SetStatus("Compliance " +
        this->WithUnit(trabecula::shortText(internals.Compliance), "force length") + ", " +
        trabecula::shortText(internals.ComplianceRatio) + " of the density field's." + safety +
        this->DescribeMass(internals.Mass) + common + verdict + trabecula::filters::textOf(shape) +
        (moved.empty() ? "" : " ") + moved + (note.empty() ? "" : " ") + note +
        this->DescribeMaterial());
      for (const std::string& warning : warnings)
      {
        this->ReportWarning(warning);
      }
    };
  };
}

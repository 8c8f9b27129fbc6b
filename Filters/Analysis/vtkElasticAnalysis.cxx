#include "vtkElasticAnalysisInternals.h"

#include "ElasticAnalysisWriter.h"
#include "HexMeshConverter.h"
#include "QuadraticGrid.h"
#include "ResultGeometry.h"
#include "ResultMarks.h"
#include "SolidMeshConverter.h"

#include "Analysis/Refinement/QuadraticProblem.h"
#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/StiffnessMatrix.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Run/RunObserver.h"

#include "vtkDataObject.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <exception>
#include <initializer_list>
#include <memory>
#include <utility>

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;

/// Part of the diagonal of the bounding box that the largest displacement is shown as.
constexpr double ShownDisplacement = 0.1;
}

vtkStandardNewMacro(vtkElasticAnalysis);

//------------------------------------------------------------------------------
vtkElasticAnalysis::vtkElasticAnalysis() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(3);
  this->SetDefaultArrays();
}

//------------------------------------------------------------------------------
vtkElasticAnalysis::~vtkElasticAnalysis() = default;

//------------------------------------------------------------------------------
int vtkElasticAnalysis::FillOutputPortInformation(int port, vtkInformation* info)
{
  const char* const types[3] = { "vtkDataSet", "vtkTable", "vtkUnstructuredGrid" };
  info->Set(vtkDataObject::DATA_TYPE_NAME(), types[port]);
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkElasticAnalysis::Answer(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(SDDP::REQUEST_DATA_OBJECT()))
  {
    // On several ranks, one that has no part of an image would execute alone, time and again.
    const bool isImage =
      this->IsAlone() && !this->MakeQuadratic && vtkImageData::GetData(inputVector[0]);
    trabecula::filters::requestImage(outputVector, RESULT, isImage);
    return 1;
  }
  return this->Superclass::Answer(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
std::string vtkElasticAnalysis::DescribeLackOfMemory()
{
  return "There is not enough memory for a mesh of this size. Use a coarser mesh or a machine with "
         "more memory.";
}

//------------------------------------------------------------------------------
void vtkElasticAnalysis::Execute(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->Superclass::Execute(request, inputVector, outputVector);
  vtkUnstructuredGrid* shape = vtkUnstructuredGrid::GetData(outputVector, DEFORMED_SHAPE);
  if (shape->GetNumberOfCells() > 0)
  {
    const double scale = this->AutomaticDeformationScale
      ? trabecula::filters::deformationScale(shape, ShownDisplacement)
      : this->DeformationScale;
    trabecula::filters::deform(shape, scale);
    this->Internals->DeformationScaleUsed = scale;
  }
}

//------------------------------------------------------------------------------
vtkElasticAnalysis::Work vtkElasticAnalysis::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver& preparing)
{
  preparing.setRange(0.0, 0.1);
  preparing.setText("Reading the mesh");
  this->UseThreads();
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  const trabecula::filters::ResultGeometry geometry(input);
  const auto solid = std::make_shared<trabecula::filters::SolidMesh>();
  solid->data = geometry.solid();
  solid->mesh = trabecula::filters::makeMesh(solid->data);
  solid->note = geometry.note();
  trabecula::filters::StructureArrays arrays;
  const auto problem =
    std::make_shared<trabecula::StaticProblem>(this->MakeProblem(solid->data, arrays));
  problem->structure.mesh = std::move(solid->mesh);
  if (this->MakeQuadratic)
  {
    trabecula::checkMesh(problem->structure.mesh);
    const trabecula::QuadraticMesh quadratic = trabecula::makeQuadratic(problem->structure.mesh);
    const auto grid =
      trabecula::filters::makeQuadraticGrid(quadratic, problem->structure.mesh, solid->data);
    problem->structure = trabecula::quadraticProblem(problem->structure, quadratic);
    trabecula::filters::setStructure(grid, arrays, problem->structure);
    this->ReadTemperature(grid, *problem);
    solid->data = grid;
  }

  return [this, geometry, solid, problem, threads = this->Threads,
           request = this->RequestedDevice(), limit = this->MemoryLimitInBytes(),
           isAlone = this->IsAlone(), isQuadratic = this->MakeQuadratic, file = this->MatrixFile,
           fault = trabecula::filters::markOf(input, trabecula::filters::DesignFault)](
           trabecula::RunObserver& observer) -> Publication
  {
    trabecula::setHostThreads(threads);
    observer.setRange(0.1, 0.9);
    const trabecula::Device device = trabecula::selectDevice(request);
    auto found = trabecula::filters::withNoteInErrors(
      solid->note, [&] { return trabecula::analyseStatic(*problem, device, observer, limit); });
    if (!found)
    {
      return nullptr;
    }
    const auto analysis = std::make_shared<trabecula::StaticAnalysis>(std::move(*found));
    observer.setRange(0.9, 1.0);
    observer.setText("Writing results");
    const auto result = vtk::TakeSmartPointer(solid->data->NewInstance());
    const auto summary = vtkSmartPointer<vtkTable>::New();
    trabecula::filters::writeElasticAnalysis(*analysis, solid->data, result);
    trabecula::filters::writeElasticSummary(*analysis, *problem, summary);
    vtkSmartPointer<vtkDataSet> shown = result;
    if (vtkImageData::SafeDownCast(result) && !isAlone)
    {
      shown = trabecula::filters::makeHexahedralGrid(result);
    }
    else if (geometry.isOfVisibleCells() && isAlone && !isQuadratic)
    {
      shown = geometry.asImage(result);
    }
    const vtkSmartPointer<vtkDataObject> shape = trabecula::filters::asGrid(result);
    for (vtkDataObject* output : std::initializer_list<vtkDataObject*>{ shown, summary, shape })
    {
      trabecula::filters::passMark(output, trabecula::filters::DesignFault, fault);
    }
    std::exception_ptr failure; // results stay if the file cannot be written
    try
    {
      if (!file.empty())
      {
        trabecula::writeStiffnessMatrix(file, *problem);
      }
    }
    catch (...)
    {
      failure = std::current_exception();
    }
    return [this, shown, summary, shape, analysis, name = device.name, note = solid->note, failure]
    {
      this->SetResult(RESULT, shown);
      this->SetResult(SUMMARY, summary);
      this->SetResult(DEFORMED_SHAPE, shape);
      this->Internals->DeviceUsed = name;
      this->Describe(*analysis);
      if (!note.empty())
      {
        this->SetStatus(this->GetStatus() + (" " + note));
      }
      if (failure)
      {
        std::rethrow_exception(failure);
      }
    };
  };
}

//------------------------------------------------------------------------------
void vtkElasticAnalysis::Describe(const trabecula::StaticAnalysis& analysis)
{
  const trabecula::StaticSummary& found = analysis.loadCases.front().summary;
  vtkInternals& internals = *this->Internals;
  internals.Compliance = found.compliance;
  internals.LargestDisplacement = found.displacement.value;
  internals.LargestStress = found.vonMisesStress.value;
  internals.RelativeError = found.relativeError;
  internals.SafetyFactor =
    this->YieldStress > 0.0 ? found.safetyFactor : std::numeric_limits<double>::quiet_NaN();
  this->SetStatus("Solved in " + trabecula::countText(analysis.solverIterations, "iteration") +
    ", " + trabecula::shortText(analysis.solveSeconds + analysis.fieldsSeconds) +
    " s. Estimated error of stresses: " + trabecula::shortText(100.0 * found.relativeError) +
    " %.");
}

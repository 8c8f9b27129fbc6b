#include "vtkElasticAnalysisInternals.h"

#include "ElasticAnalysisWriter.h"
#include "FilterObserver.h"
#include "HexMeshConverter.h"
#include "QuadraticGrid.h"
#include "ResultGeometry.h"
#include "SolidMeshConverter.h"

#include "Analysis/Refinement/QuadraticProblem.h"
#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/StiffnessMatrix.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/Text.h"

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
void vtkElasticAnalysis::Compute(vtkInformationVector** inputVector)
{
  trabecula::filters::FilterObserver observer(this);
  observer.setRange(0.0, 0.1);
  observer.setText("Reading the mesh");
  this->UseThreads();
  trabecula::filters::SolidMesh solid =
    trabecula::filters::makeSolidMesh(vtkDataSet::GetData(inputVector[0]));
  trabecula::filters::StructureArrays arrays;
  trabecula::StaticProblem problem = this->MakeProblem(solid.data, arrays);
  problem.structure.mesh = std::move(solid.mesh);
  if (this->MakeQuadratic)
  {
    trabecula::checkMesh(problem.structure.mesh);
    const trabecula::QuadraticMesh quadratic = trabecula::makeQuadratic(problem.structure.mesh);
    const auto grid =
      trabecula::filters::makeQuadraticGrid(quadratic, problem.structure.mesh, solid.data);
    problem.structure = trabecula::quadraticProblem(problem.structure, quadratic);
    trabecula::filters::setStructure(grid, arrays, problem.structure);
    solid.data = grid;
  }
  observer.setText("");
  observer.setRange(0.1, 0.9);
  const trabecula::Device device = trabecula::selectDevice(this->RequestedDevice());
  std::optional<trabecula::StaticAnalysis> analysis;
  try
  {
    analysis = trabecula::analyseStatic(problem, device, observer, this->MemoryLimitInBytes());
  }
  catch (const trabecula::Error& error)
  {
    // Numbers of cells in the message are then not those of the input.
    throw trabecula::Error(trabecula::filters::withNote(error.what(), solid.note));
  }
  if (!analysis)
  {
    this->SetStatus("Stopped before there was a result. A further Apply, or Continue in a script, "
                    "computes again.");
    return;
  }
  observer.setRange(0.9, 1.0);
  observer.setText("Writing results");
  const auto result = vtk::TakeSmartPointer(solid.data->NewInstance());
  vtkNew<vtkTable> summary;
  trabecula::filters::writeElasticAnalysis(*analysis, solid.data, result);
  trabecula::filters::writeElasticSummary(*analysis, problem, summary);
  this->SetResult(RESULT,
    vtkImageData::SafeDownCast(result) && !this->IsAlone()
      ? trabecula::filters::makeHexahedralGrid(result).Get()
      : result.Get());
  this->SetResult(SUMMARY, summary);
  this->SetResult(DEFORMED_SHAPE, trabecula::filters::asGrid(result));
  this->Internals->DeviceUsed = device.name;
  this->Describe(*analysis);
  if (!solid.note.empty())
  {
    this->SetStatus(this->GetStatus() + (" " + solid.note));
  }
  for (const std::string& message : observer.messages())
  {
    this->ReportWarning(message);
  }
  // Last: results stay if the file cannot be written.
  if (!this->MatrixFile.empty())
  {
    trabecula::writeStiffnessMatrix(this->MatrixFile, problem);
  }
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

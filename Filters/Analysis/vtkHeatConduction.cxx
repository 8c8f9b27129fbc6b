#include "vtkHeatConductionInternals.h"

#include "HeatAnalysisWriter.h"
#include "HexMeshConverter.h"
#include "ResultGeometry.h"
#include "ResultMarks.h"
#include "SolidMeshConverter.h"

#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "Run/RunObserver.h"

#include "vtkDataObject.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkObjectFactory.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <memory>
#include <utility>

vtkStandardNewMacro(vtkHeatConduction);

//------------------------------------------------------------------------------
vtkHeatConduction::vtkHeatConduction() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(2);
  this->SetDefaultArrays();
}

//------------------------------------------------------------------------------
vtkHeatConduction::~vtkHeatConduction() = default;

//------------------------------------------------------------------------------
int vtkHeatConduction::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == RESULT ? "vtkDataSet" : "vtkTable");
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkHeatConduction::Answer(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(vtkStreamingDemandDrivenPipeline::REQUEST_DATA_OBJECT()))
  {
    // On several ranks, one that has no part of an image would execute alone, time and again.
    const bool isImage = this->IsAlone() && vtkImageData::GetData(inputVector[0]);
    trabecula::filters::requestImage(outputVector, RESULT, isImage);
    return 1;
  }
  return this->Superclass::Answer(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
std::string vtkHeatConduction::DescribeLackOfMemory()
{
  return "There is not enough memory for a mesh of this size. Use a coarser mesh or a machine with "
         "more memory.";
}

//------------------------------------------------------------------------------
vtkHeatConduction::Work vtkHeatConduction::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver& preparing)
{
  preparing.setRange(0.0, 0.1);
  preparing.setText("Reading the mesh");
  this->UseThreads();
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  const trabecula::filters::ResultGeometry geometry(input);
  const vtkSmartPointer<vtkDataSet> solid = geometry.solid();
  auto read = this->MakeProblem(solid);
  read.mesh = trabecula::filters::makeMesh(solid);
  const auto problem = std::make_shared<const trabecula::HeatProblem>(std::move(read));

  return
    [this, geometry, solid, problem, threads = this->Threads, request = this->RequestedDevice(),
      limit = this->MemoryLimitInBytes(), isAlone = this->IsAlone(),
      fault = trabecula::filters::markOf(input, trabecula::filters::DesignFault)](
      trabecula::RunObserver& observer) -> Publication
  {
    trabecula::setHostThreads(threads);
    observer.setRange(0.1, 0.9);
    const trabecula::Device device = trabecula::selectDevice(request);
    auto found = trabecula::filters::withNoteInErrors(
      geometry.note(), [&] { return trabecula::analyseHeat(*problem, device, observer, limit); });
    if (!found)
    {
      return nullptr;
    }
    const auto analysis = std::make_shared<trabecula::HeatAnalysis>(std::move(*found));
    observer.setRange(0.9, 1.0);
    observer.setText("Writing results");
    const auto result = vtk::TakeSmartPointer(solid->NewInstance());
    const auto summary = vtkSmartPointer<vtkTable>::New();
    trabecula::filters::writeHeatAnalysis(*analysis, solid, result);
    trabecula::filters::writeHeatSummary(*analysis, *problem, summary);
    vtkSmartPointer<vtkDataSet> shown = result;
    if (vtkImageData::SafeDownCast(result) && !isAlone)
    {
      shown = trabecula::filters::makeHexahedralGrid(result);
    }
    else if (geometry.isOfVisibleCells() && isAlone)
    {
      shown = geometry.asImage(result);
    }
    trabecula::filters::passMark(shown, trabecula::filters::DesignFault, fault);
    trabecula::filters::passMark(summary, trabecula::filters::DesignFault, fault);
    return [this, shown, summary, analysis, name = device.name, note = geometry.note()]
    {
      this->SetResult(RESULT, shown);
      this->SetResult(SUMMARY, summary);
      this->Internals->DeviceUsed = name;
      this->Describe(*analysis);
      if (!note.empty())
      {
        this->SetStatus(this->GetStatus() + (" " + note));
      }
    };
  };
}

//------------------------------------------------------------------------------
void vtkHeatConduction::Describe(const trabecula::HeatAnalysis& analysis)
{
  this->Internals->Summary = analysis.summary;
  this->SetStatus("Solved in " + trabecula::countText(analysis.solverIterations, "iteration") +
    ", " + trabecula::shortText(analysis.solveSeconds + analysis.fieldsSeconds) +
    " s. Temperatures from " + trabecula::shortText(analysis.summary.lowestTemperature.value) +
    " to " + trabecula::shortText(analysis.summary.highestTemperature.value) + ".");
}

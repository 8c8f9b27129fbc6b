#include "vtkSolidAnalysis.h"

#include "ResultGeometry.h"
#include "ResultMarks.h"
#include "SolidMeshConverter.h"

#include "Core/Communication/Devices.h"
#include "Core/Communication/Parts.h"
#include "Run/RunObserver.h"

#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <memory>
#include <utility>

//------------------------------------------------------------------------------
int vtkSolidAnalysis::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == RESULT ? "vtkDataSet" : "vtkTable");
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkSolidAnalysis::Answer(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(vtkStreamingDemandDrivenPipeline::REQUEST_DATA_OBJECT()))
  {
    const bool isImage = this->HasCellsOfInput() && vtkImageData::GetData(inputVector[0]);
    trabecula::filters::requestImage(outputVector, RESULT, isImage);
    return 1;
  }
  return this->Superclass::Answer(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
std::string vtkSolidAnalysis::DescribeLackOfMemory()
{
  return "There is not enough memory for a mesh of this size. Use a coarser mesh or a machine with "
         "more memory.";
}

//------------------------------------------------------------------------------
vtkSolidAnalysis::Work vtkSolidAnalysis::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver& preparing)
{
  preparing.setRange(0.0, 0.1);
  preparing.setText("Reading the mesh");
  this->UseThreads();
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  const trabecula::filters::ResultGeometry geometry(input);
  vtkSmartPointer<vtkDataSet> solid = geometry.solid();
  const Solver solver = this->MakeSolver(solid);

  return
    [this, geometry, solid, solver, threads = this->Threads, makeParts = this->MakePartsMaker(),
      limit = this->MemoryLimitInBytes(), hasCellsOfInput = this->HasCellsOfInput(),
      fault = trabecula::filters::markOf(input, trabecula::filters::DesignFault)](
      trabecula::RunObserver& observer) -> Publication
  {
    trabecula::setHostThreads(threads);
    observer.setRange(0.1, 0.9);
    const std::shared_ptr<trabecula::Parts> parts = makeParts();
    const std::optional<Solution> solution = trabecula::filters::withNoteInErrors(
      geometry.note(), [&] { return solver(*parts, observer, limit); });
    if (!solution)
    {
      return nullptr;
    }
    if (parts->first() > 0)
    {
      return [] {}; // the first rank has the results
    }
    observer.setRange(0.9, 1.0);
    observer.setText("Writing results");
    const auto result = vtk::TakeSmartPointer(solid->NewInstance());
    const auto summary = vtkSmartPointer<vtkTable>::New();
    const std::vector<vtkSmartPointer<vtkDataObject>> others = solution->Write(result, summary);
    std::vector<vtkSmartPointer<vtkDataObject>> outputs = { result, summary };
    if (geometry.isOfVisibleCells() && hasCellsOfInput)
    {
      outputs[RESULT] = geometry.asImage(result);
    }
    outputs.insert(outputs.end(), others.begin(), others.end());
    for (vtkDataObject* output : outputs)
    {
      trabecula::filters::passMark(output, trabecula::filters::DesignFault, fault);
    }
    return [this, outputs, name = trabecula::nameOfDevices(parts->devices().front(), parts->size()),
             note = geometry.note(), publish = solution->Publish]
    {
      for (std::size_t port = 0; port < outputs.size(); ++port)
      {
        this->SetResult(static_cast<int>(port), outputs[port]);
      }
      this->DeviceUsed = name;
      publish();
      if (!note.empty())
      {
        this->SetStatus(this->GetStatus() + (" " + note));
      }
    };
  };
}

//------------------------------------------------------------------------------
vtkMTimeType vtkSolidAnalysis::GetParameterMTime()
{
  return this->GetMTimeOfParametersAndArrays();
}

//------------------------------------------------------------------------------
void vtkSolidAnalysis::Continue()
{
  this->ParameterTime.Modified();
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkSolidAnalysis::SetSolverTolerance(double tolerance)
{
  this->SetParameter(this->SolverTolerance, tolerance);
}

//------------------------------------------------------------------------------
void vtkSolidAnalysis::SetMaximumIterations(int iterations)
{
  this->SetParameter(this->MaximumIterations, iterations);
}

//------------------------------------------------------------------------------
void vtkSolidAnalysis::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "SolverTolerance: " << this->SolverTolerance << "\n";
  os << indent << "MaximumIterations: " << this->MaximumIterations << "\n";
  os << indent << "DeviceUsed: " << this->DeviceUsed << "\n";
}

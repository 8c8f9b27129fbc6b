#include "vtkOptimizationAlgorithm.h"

#include "ResultMarks.h"
#include "SolidMeshConverter.h"
#include "StepsOfTime.h"
#include "TopologyOutputWriter.h"
#include "vtkOptimizationAlgorithmInternals.h"

#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkDemandDrivenPipeline.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace
{
using trabecula::filters::ShownIterate;

/// Returns the iteration of a time.
int stepOf(double time, int last)
{
  return static_cast<int>(std::clamp(std::floor(time + 1e-6), 0.0, static_cast<double>(last)));
}
}

//------------------------------------------------------------------------------
vtkOptimizationAlgorithm::vtkOptimizationAlgorithm() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(3);
}

//------------------------------------------------------------------------------
vtkOptimizationAlgorithm::~vtkOptimizationAlgorithm() = default;

//------------------------------------------------------------------------------
vtkUnstructuredGrid* vtkOptimizationAlgorithm::GetOutput()
{
  return this->GetOutput(ITERATIONS);
}
vtkUnstructuredGrid* vtkOptimizationAlgorithm::GetOutput(int port)
{
  return vtkUnstructuredGrid::SafeDownCast(this->GetOutputDataObject(port));
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == CONVERGENCE ? "vtkTable" : "vtkDataSet");
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkOptimizationAlgorithm::Answer(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(vtkDemandDrivenPipeline::REQUEST_DATA_NOT_GENERATED()))
  {
    // A request for one iteration must not run to the end, so it cannot serve the other ports. This
    // is stated here so that the pipeline does not consider their old data up to date.
    const int port = this->GetRequestingPort(request);
    for (int i = 0; port >= 0 && i < this->GetNumberOfOutputPorts(); ++i)
    {
      if (!this->IsServed(i, port))
      {
        outputVector->GetInformationObject(i)->Set(
          vtkDemandDrivenPipeline::DATA_NOT_GENERATED(), 1);
      }
    }
    return 1;
  }
  if (request->Has(vtkDemandDrivenPipeline::REQUEST_DATA_OBJECT()))
  {
    for (const int port : { ITERATIONS, FINAL_DESIGN })
    {
      trabecula::filters::requestImage(outputVector, port, this->GivesImage(inputVector));
    }
    return 1;
  }
  return this->Superclass::Answer(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::GivesImage(vtkInformationVector** inputVector)
{
  return this->KeepsImages() && this->KeepsMesh() && vtkImageData::GetData(inputVector[0]);
}

//------------------------------------------------------------------------------
trabecula::filters::ResultGeometry vtkOptimizationAlgorithm::MakeGeometry(vtkDataSet* input)
{
  trabecula::filters::ResultGeometry geometry(input);
  if (!this->KeepsImages())
  {
    geometry.grid(); // reports insufficient memory before the run starts
  }
  return geometry;
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::RequestUpdateTime(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  // The time steps of the filter are iterations.
  trabecula::filters::requestFirstTimes(inputVector, this->GetNumberOfInputPorts());
  return this->Superclass::RequestUpdateTime(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  // Larger or negative numbers are refused when the filter executes.
  const int last = std::min(this->GetLastIteration(), static_cast<int>(MOST_ITERATIONS));
  std::vector<double> steps(static_cast<std::size_t>(last) + 1);
  std::iota(steps.begin(), steps.end(), 0.0);
  for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
  {
    vtkInformation* info = outputVector->GetInformationObject(port);
    if (!this->HasTimes(port))
    {
      // The time steps of the input, which were copied, do not apply to these ports.
      trabecula::filters::listTimes(info, {});
    }
    else if (!this->ListLiveTimes(info))
    {
      trabecula::filters::listTimes(info, steps);
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::RequestUpdateExtent(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  // The time steps of the filter are iterations.
  trabecula::filters::requestFirstTimes(inputVector, this->GetNumberOfInputPorts());
  return this->Superclass::RequestUpdateExtent(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  if (internals.LiveRun && !this->IsLive())
  {
    internals.LiveRun->background().stop(); // all ranks together, if it is in slices
    internals.LiveRun.reset();
    this->Invalidate(); // a synchronous run does not have the iterates of the live run
  }
  const int result = this->Superclass::RequestData(request, inputVector, outputVector);
  const int port = this->GetRequestingPort(request);
  if (port <= ITERATIONS)
  {
    internals.LastStep = this->GetStep(ITERATIONS, outputVector);
  }
  for (int i = 0; i < this->GetNumberOfOutputPorts(); ++i)
  {
    if (this->HasTimes(i) && (port < 0 || this->IsServed(i, port)))
    {
      vtkDataObject::GetData(outputVector, i)
        ->GetInformation()
        ->Set(vtkDataObject::DATA_TIME_STEP(),
          trabecula::filters::requestedTime(outputVector->GetInformationObject(i)));
    }
  }
  return result;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Execute(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  const int port = this->GetRequestingPort(request);
  const int step = this->GetStep(std::max(port, int(ITERATIONS)), outputVector);
  if (this->IsLive())
  {
    this->UpdateLive(inputVector);
  }
  else
  {
    const bool isReady = this->PrepareRun(inputVector);
    if (this->DecideOnFirstRank(isReady && this->MayCompute(port, step)) &&
      (this->IsFirstRank() || !this->Internals->IsByOneRank))
    {
      this->ComputeTo(port < 0 ? this->MaximumIterations : step);
    }
  }
  for (int i = 0; i < this->GetNumberOfOutputPorts(); ++i)
  {
    if (port < 0 || this->IsServed(i, port))
    {
      vtkDataObject* output = vtkDataObject::GetData(outputVector, i);
      this->WriteOutput(i, output,
        this->IsLive() ? this->ShowLive(i,
                           trabecula::filters::requestedTime(outputVector->GetInformationObject(i)))
                       : this->Show(this->GetStep(i, outputVector)));
      this->MarkOutput(output);
    }
  }
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::MarkOutput(vtkDataObject* output)
{
  const bool isEmpty = trabecula::filters::isEmpty(output);
  if (this->Internals->Failed && !isEmpty)
  {
    trabecula::filters::setMark(output, trabecula::filters::OutOfDate, this->GetStatus());
  }
  else if (!isEmpty && this->IsLive() && this->Internals->LiveRun &&
    this->Internals->LiveRun->isBusy())
  {
    trabecula::filters::setMark(
      output, trabecula::filters::InProgress, "a design of a live run that goes on");
  }
  else if (!this->Internals->Failed && isEmpty && this->IsLive())
  {
    trabecula::filters::setMark(
      output, trabecula::filters::Awaited, "the first iteration of a live run.");
  }
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::GetStep(int port, vtkInformationVector* outputVector)
{
  return this->HasTimes(port)
    ? stepOf(trabecula::filters::requestedTime(outputVector->GetInformationObject(port)),
        this->GetLastIteration())
    : this->GetLastIteration();
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::HasTimes(int port)
{
  return port == ITERATIONS;
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::IsServed(int port, int requested)
{
  return port == requested || (!this->HasTimes(port) && !this->HasTimes(requested));
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::WriteOutput(
  int port, vtkDataObject* output, const ShownIterate& shown)
{
  vtkSmartPointer<vtkDataObject>& last = this->Internals->LastOutputs[port];
  if (shown.iterate)
  {
    this->WriteResults(port, output, shown);
    if (const trabecula::DesignVerdict* verdict = this->GetVerdictOn(shown))
    {
      trabecula::filters::writeVerdict(output->GetFieldData(), *verdict);
    }
    // The output is left empty if the iterate has another type of data.
    vtkDataSet* data = vtkDataSet::SafeDownCast(output);
    if (!data || data->GetNumberOfPoints() > 0)
    {
      last = vtk::TakeSmartPointer(output->NewInstance());
      last->ShallowCopy(output);
    }
  }
  else if (last && last->GetDataObjectType() == output->GetDataObjectType())
  {
    output->ShallowCopy(last);
  }
  output->GetInformation()->Remove(vtkDataObject::DATA_TIME_STEP());
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::ReportError(const std::string& message)
{
  this->Internals->Failed = true;
  this->Superclass::ReportError(message);
}

//------------------------------------------------------------------------------
std::string vtkOptimizationAlgorithm::DescribeLackOfMemory()
{
  return this->Internals->IsComputing ? "Memory ran out after iteration " +
      std::to_string(this->GetIterationsDone()) + ". A smaller Cache Size leaves more of it."
                                      : this->Superclass::DescribeLackOfMemory();
}

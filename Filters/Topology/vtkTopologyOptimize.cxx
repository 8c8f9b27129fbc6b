#include "vtkTopologyOptimize.h"

#include "CompositeInput.h"
#include "FilterObserver.h"
#include "TopologyOutputWriter.h"
#include "vtkTopologyOptimizeInternals.h"

#include "Core/Error.h"

#include "vtkCommunicator.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkDemandDrivenPipeline.h"
#include "vtkExecutive.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkObjectFactory.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>

namespace
{
using trabecula::filters::FilterObserver;
using trabecula::filters::TopologyIterate;
using SDDP = vtkStreamingDemandDrivenPipeline;

std::size_t bytes(int mebibytes)
{
  return static_cast<std::size_t>(mebibytes) << 20;
}

/// Iterations are this filter's own time; the input stays at its first time.
void requestFirstTime(vtkInformation* inInfo)
{
  if (inInfo->Has(SDDP::TIME_STEPS()) && inInfo->Length(SDDP::TIME_STEPS()) > 0)
  {
    inInfo->Set(SDDP::UPDATE_TIME_STEP(), inInfo->Get(SDDP::TIME_STEPS(), 0));
  }
  else if (inInfo->Has(SDDP::TIME_RANGE()))
  {
    inInfo->Set(SDDP::UPDATE_TIME_STEP(), inInfo->Get(SDDP::TIME_RANGE())[0]);
  }
  else
  {
    inInfo->Remove(SDDP::UPDATE_TIME_STEP());
  }
}

int requestingPort(vtkInformation* request)
{
  return request->Has(vtkExecutive::FROM_OUTPUT_PORT())
    ? request->Get(vtkExecutive::FROM_OUTPUT_PORT())
    : -1;
}
}

vtkStandardNewMacro(vtkTopologyOptimize);
vtkCxxSetObjectMacro(vtkTopologyOptimize, Controller, vtkMultiProcessController);

//------------------------------------------------------------------------------
vtkTopologyOptimize::vtkTopologyOptimize() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(3);
  this->SetDefaultInputArrays();
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

//------------------------------------------------------------------------------
vtkTopologyOptimize::~vtkTopologyOptimize()
{
  this->SetController(nullptr);
}

//------------------------------------------------------------------------------
int vtkTopologyOptimize::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkUnstructuredGrid");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkTopologyOptimize::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == CONVERGENCE ? "vtkTable" : "vtkDataSet");
  return 1;
}

//------------------------------------------------------------------------------
vtkTypeBool vtkTopologyOptimize::ProcessRequest(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (request->Has(vtkDemandDrivenPipeline::REQUEST_DATA_OBJECT()))
  {
    // On several ranks, one that has no part of an image would execute alone, time and again.
    const bool isAlone = !this->Controller || this->Controller->GetNumberOfProcesses() < 2;
    const bool isImage =
      this->ResultGeometry == AS_INPUT && isAlone && vtkImageData::GetData(inputVector[0]);
    trabecula::filters::requestImage(outputVector, ITERATIONS, isImage);
    trabecula::filters::requestImage(outputVector, FINAL_DESIGN, isImage);
    return 1;
  }
  if (request->Has(SDDP::REQUEST_UPDATE_TIME()))
  {
    requestFirstTime(inputVector[0]->GetInformationObject(0));
    this->Internals->CompositeInput = trabecula::filters::compositeInput(inputVector[0]);
    return 1;
  }
  if (request->Has(vtkDemandDrivenPipeline::REQUEST_DATA_NOT_GENERATED()))
  {
    // A request for one iteration must not run to the end, so it cannot serve the other ports.
    // Saying so keeps the pipeline from taking their old data for new.
    const int port = requestingPort(request);
    for (int i = 0; port >= 0 && i < 3; ++i)
    {
      if ((port == ITERATIONS) != (i == ITERATIONS))
      {
        outputVector->GetInformationObject(i)->Set(
          vtkDemandDrivenPipeline::DATA_NOT_GENERATED(), 1);
      }
    }
    return 1;
  }
  return this->Superclass::ProcessRequest(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkTopologyOptimize::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  std::vector<double> steps(static_cast<std::size_t>(this->MaximumIterations) + 1);
  std::iota(steps.begin(), steps.end(), 0.0);
  const double range[2] = { steps.front(), steps.back() };
  vtkInformation* iterations = outputVector->GetInformationObject(ITERATIONS);
  if (!this->ListLiveTimes(iterations))
  {
    iterations->Set(SDDP::TIME_STEPS(), steps.data(), static_cast<int>(steps.size()));
    iterations->Set(SDDP::TIME_RANGE(), range, 2);
  }

  // The input's time, which was copied here, is not theirs.
  for (const int port : { FINAL_DESIGN, CONVERGENCE })
  {
    outputVector->GetInformationObject(port)->Remove(SDDP::TIME_STEPS());
    outputVector->GetInformationObject(port)->Remove(SDDP::TIME_RANGE());
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkTopologyOptimize::RequestUpdateExtent(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector*)
{
  vtkInformation* inInfo = inputVector[0]->GetInformationObject(0);
  requestFirstTime(inInfo);
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
  return 1;
}

//------------------------------------------------------------------------------
int vtkTopologyOptimize::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->AbortExecute = 0; // whatever it was meant for, it was not this execution

  const int port = requestingPort(request);
  vtkInformation* iterations = outputVector->GetInformationObject(ITERATIONS);
  const double time =
    iterations->Has(SDDP::UPDATE_TIME_STEP()) ? iterations->Get(SDDP::UPDATE_TIME_STEP()) : 0.0;
  const int step = static_cast<int>(
    std::clamp(std::floor(time + 1e-6), 0.0, static_cast<double>(this->MaximumIterations)));

  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  if (!this->IsLive())
  {
    this->Internals->LiveRun.reset(); // ends its thread
  }
  if (!this->IsBlock() && this->IsRunHere(input) && !this->IsExtraPiece(port, outputVector))
  {
    if (this->IsLive())
    {
      this->UpdateLive(port, time, input, outputVector);
    }
    else
    {
      this->UpdatePlainly(port, step, input, outputVector);
    }
  }
  if (port <= ITERATIONS)
  {
    this->Internals->LastStep = step;
    vtkDataObject::GetData(iterations)
      ->GetInformation()
      ->Set(vtkDataObject::DATA_TIME_STEP(), time);
  }
  // Left set, it would make filters downstream give up too.
  this->AbortExecute = 0;
  return 1;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::UpdatePlainly(
  int port, int step, vtkDataSet* input, vtkInformationVector* outputVector)
{
  if (this->PrepareRun(input) && this->MayCompute(port, step))
  {
    this->Compute(port == ITERATIONS ? step : this->MaximumIterations);
  }
  for (const int i : { ITERATIONS, FINAL_DESIGN, CONVERGENCE })
  {
    if (port < 0 || (port == ITERATIONS) == (i == ITERATIONS))
    {
      this->WriteOutput(i, i == ITERATIONS ? step : this->MaximumIterations, outputVector);
    }
  }
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::IsBlock()
{
  const std::string& whole = this->Internals->CompositeInput;
  if (whole.empty())
  {
    return false;
  }
  if (this->Internals->RefusedTime != this->GetMTime())
  {
    this->ReportError("The input is a " + whole +
      ", and each of its blocks would be a part of its own. Make it one grid first with the filter "
      "Merge Blocks.");
    this->Internals->RefusedTime = this->GetMTime();
  }
  return true;
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::IsExtraPiece(int port, vtkInformationVector* outputVector)
{
  // Of several pieces on one rank, the first has everything.
  vtkInformation* info = outputVector->GetInformationObject(std::max(port, 0));
  return (!this->Controller || this->Controller->GetNumberOfProcesses() < 2) &&
    info->Get(SDDP::UPDATE_PIECE_NUMBER()) > 0;
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::IsRunHere(vtkDataSet* input)
{
  if (!this->Controller || this->Controller->GetNumberOfProcesses() < 2)
  {
    return true;
  }
  const int mine = input && input->GetNumberOfCells() > 0 ? 1 : 0;
  int holders = 0;
  this->Controller->AllReduce(&mine, &holders, 1, vtkCommunicator::SUM_OP);
  if (holders > 1)
  {
    // Once, not for each port.
    const trabecula::filters::InputStamp inputStamp(input);
    if (!this->Internals->Failed || !(this->Internals->CheckedInput == inputStamp))
    {
      this->Internals->CheckedInput = inputStamp;
      this->ReportError("The input is spread over " + std::to_string(holders) +
        " ranks, and optimization runs on one rank only so far. Run on one rank, or bring all "
        "cells onto one rank first with the filter Aggregate Dataset and one target process.");
    }
    return false;
  }
  return holders == 1 ? mine == 1 : this->Controller->GetLocalProcessId() == 0;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::ReportError(const std::string& message)
{
  this->Internals->Failed = true;
  this->Internals->Status = "Error: " + message;
  vtkErrorMacro(<< message);
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::PrepareRun(vtkDataSet* input)
{
  vtkInternals& internals = *this->Internals;
  const trabecula::filters::InputStamp inputStamp(input);
  const vtkMTimeType parameterTime = this->GetParameterMTime();
  if (internals.IsChecked && internals.CheckedInput == inputStamp &&
    internals.CheckedParameterTime == parameterTime)
  {
    return !internals.Failed;
  }
  internals.CheckedInput = inputStamp;
  internals.CheckedParameterTime = parameterTime;
  internals.IsChecked = true;
  internals.Failed = false;
  internals.StoppedTime = 0;

  try
  {
    trabecula::setHostThreads(this->Threads); // the device is named with them
    const trabecula::filters::ResultGeometry geometry(input);
    this->PrepareGeometry(geometry);
    FilterObserver observer(this);
    if (internals.Session.setProblem(this->MakeProblem(input),
          static_cast<trabecula::DeviceRequest>(this->Device), bytes(this->MemoryLimit),
          { this->CheckpointFile, this->CheckpointInterval, this->ResumeFrom }, observer))
    {
      internals.Messages = observer.messages();
    }
    internals.Geometry = geometry;
    return true;
  }
  catch (const trabecula::Error& error)
  {
    this->ReportError(error.what());
  }
  catch (const std::bad_alloc&)
  {
    this->ReportError("There is not enough memory for a mesh of this size. Use a coarser mesh or a "
                      "machine with more memory.");
  }
  return false;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::PrepareGeometry(const trabecula::filters::ResultGeometry& geometry)
{
  if (this->ResultGeometry == HEXAHEDRA)
  {
    geometry.hexahedra(); // where there is not enough memory for them, a run cannot be shown
  }
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::MayCompute(int port, int step)
{
  // After a stop, whatever else shows this filter asks for its data too; only a change or a new
  // iteration means that the user wants more.
  const bool stopped = this->Internals->StoppedTime == this->GetMTime();
  return !stopped || (port == ITERATIONS && step != this->Internals->LastStep);
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::Compute(int step)
{
  vtkInternals& internals = *this->Internals;
  auto& session = internals.Session;
  const std::string total = std::to_string(this->MaximumIterations);
  internals.IsComputing = true;
  internals.Status = "Running.";
  try
  {
    trabecula::setHostThreads(this->Threads);
    session.setCacheBudget(bytes(this->CacheSize));
    session.setDensityChangeTolerance(this->DensityChangeTolerance);
    FilterObserver observer(this);
    const bool finished = session.computeTo(step, this->MaximumIterations, observer);
    const std::string done = std::to_string(this->GetIterationsDone());
    if (!finished)
    {
      internals.StoppedTime = this->GetMTime();
      const std::string where = session.isEmpty() ? "before the first iteration was complete"
                                                  : "at iteration " + done + " of " + total;
      internals.Status =
        "Stopped " + where + ". A further Apply, or Continue in a script, goes on from there.";
    }
    else if (session.clamp(this->MaximumIterations) < this->MaximumIterations)
    {
      internals.Status =
        "Converged at iteration " + std::to_string(session.clamp(this->MaximumIterations)) + ".";
    }
    else
    {
      internals.Status = "At iteration " + done + " of " + total + ".";
    }
    const std::string origin = session.origin();
    internals.Status += (origin.empty() ? "" : " ") + origin;
    const std::vector<std::string>& messages = observer.messages();
    internals.Messages.insert(internals.Messages.end(), messages.begin(), messages.end());
    if (!messages.empty())
    {
      // One for each iteration would bury whatever else there is to read.
      vtkWarningMacro(<< messages.front()
                      << (messages.size() > 1 ? " Later iterations had " +
                               std::to_string(messages.size() - 1) + " more such messages."
                                              : ""));
    }
    if (!internals.Messages.empty())
    {
      internals.Status += " " + internals.Messages.back();
    }
  }
  catch (const trabecula::Error& error)
  {
    this->ReportError(error.what());
  }
  catch (const std::bad_alloc&)
  {
    this->ReportError("Memory ran out after iteration " +
      std::to_string(this->GetIterationsDone()) + ". A smaller Cache Size leaves more of it.");
  }
  internals.IsComputing = false;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::WriteOutput(int port, int step, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  vtkDataObject* output = vtkDataObject::GetData(outputVector, port);
  if (const TopologyIterate* iterate = internals.Session.iterate(step))
  {
    const auto run =
      trabecula::filters::describe(internals.Session.problem(), internals.Session.device());
    if (port == CONVERGENCE)
    {
      trabecula::filters::writeConvergence(vtkTable::SafeDownCast(output), run,
        internals.Session.records(), iterate->record.iteration);
    }
    else
    {
      trabecula::filters::writeIterate(vtkDataSet::SafeDownCast(output), internals.Geometry, run,
        *iterate, port == ITERATIONS ? this->DensityThreshold : 0.0);
    }
    this->KeepOutput(port, output);
  }
  else
  {
    internals.showLast(port, output);
  }
  output->GetInformation()->Remove(vtkDataObject::DATA_TIME_STEP());
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::KeepOutput(int port, vtkDataObject* output)
{
  this->Internals->LastOutputs[port] = vtk::TakeSmartPointer(output->NewInstance());
  this->Internals->LastOutputs[port]->ShallowCopy(output);
}

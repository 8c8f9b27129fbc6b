#include "vtkOptimizationAlgorithm.h"

#include "FilterObserver.h"
#include "ResultMarks.h"
#include "SolidMeshConverter.h"
#include "TopologyOutputWriter.h"
#include "vtkOptimizationAlgorithmInternals.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkDemandDrivenPipeline.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace
{
using trabecula::filters::FilterObserver;
using trabecula::filters::ShownIterate;
using SDDP = vtkStreamingDemandDrivenPipeline;

/// By default cells at loads and supports stay solid unless they take more of the volume than this.
constexpr double MostSolidByDefault = 0.5;

/// Times are iterations; an input is always requested at its first time.
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

void requestFirstTimes(vtkInformationVector** inputVector, int numberOfPorts)
{
  for (int port = 0; port < numberOfPorts; ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      requestFirstTime(inputVector[port]->GetInformationObject(i));
    }
  }
}

/// The requested time on a port.
double requestedTime(vtkInformationVector* outputVector, int port)
{
  vtkInformation* info = outputVector->GetInformationObject(port);
  return info->Has(SDDP::UPDATE_TIME_STEP()) ? info->Get(SDDP::UPDATE_TIME_STEP()) : 0.0;
}

/// The iteration of a time.
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
    // A request for one iteration must not run to the end, so it cannot serve the other ports.
    // This is stated so that the pipeline does not treat their old data as up to date.
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
  // On several ranks, a rank without a part of the image would execute repeatedly.
  return this->ResultGeometry == AS_INPUT && this->IsAlone() && this->KeepsMesh() &&
    vtkImageData::GetData(inputVector[0]);
}

//------------------------------------------------------------------------------
trabecula::filters::ResultGeometry vtkOptimizationAlgorithm::MakeGeometry(vtkDataSet* input)
{
  trabecula::filters::ResultGeometry geometry(input);
  if (this->ResultGeometry == HEXAHEDRA)
  {
    geometry.grid(); // fails here, before the run, if memory is not sufficient
  }
  return geometry;
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::RequestUpdateTime(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  requestFirstTimes(inputVector, this->GetNumberOfInputPorts());
  return this->Superclass::RequestUpdateTime(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  // A larger or a negative number is refused when the filter executes.
  const int last = std::min(this->GetLastIteration(), static_cast<int>(MOST_ITERATIONS));
  std::vector<double> steps(static_cast<std::size_t>(last) + 1);
  std::iota(steps.begin(), steps.end(), 0.0);
  const double range[2] = { steps.front(), steps.back() };
  for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
  {
    vtkInformation* info = outputVector->GetInformationObject(port);
    if (!this->HasTimes(port))
    {
      // The input's time, which was copied here, is not theirs.
      info->Remove(SDDP::TIME_STEPS());
      info->Remove(SDDP::TIME_RANGE());
    }
    else if (!this->ListLiveTimes(info))
    {
      info->Set(SDDP::TIME_STEPS(), steps.data(), static_cast<int>(steps.size()));
      info->Set(SDDP::TIME_RANGE(), range, 2);
    }
  }
  return 1;
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::RequestUpdateExtent(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  requestFirstTimes(inputVector, this->GetNumberOfInputPorts());
  return this->Superclass::RequestUpdateExtent(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
int vtkOptimizationAlgorithm::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  if (internals.LiveRun && !this->IsLive())
  {
    internals.LiveRun.reset(); // ends its thread
    this->Invalidate();        // a synchronous run does not have its iterates
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
        ->Set(vtkDataObject::DATA_TIME_STEP(), requestedTime(outputVector, i));
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
  else if (this->PrepareRun(inputVector) && this->MayCompute(port, step))
  {
    this->ComputeTo(port < 0 ? this->MaximumIterations : step);
  }
  for (int i = 0; i < this->GetNumberOfOutputPorts(); ++i)
  {
    if (port < 0 || this->IsServed(i, port))
    {
      vtkDataObject* output = vtkDataObject::GetData(outputVector, i);
      this->WriteOutput(i, output,
        this->IsLive() ? this->ShowLive(i, requestedTime(outputVector, i))
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
  else if (!isEmpty && this->IsLive() && this->Internals->LiveRun->isBusy())
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
  return this->HasTimes(port) ? stepOf(requestedTime(outputVector, port), this->GetLastIteration())
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
    // Empty, if the iterate is one of another type of data.
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
std::string vtkOptimizationAlgorithm::DescribeSpread(int ranks)
{
  return "The input is spread over " + std::to_string(ranks) +
    " ranks, and optimization runs on one rank only so far. Run on one rank, or bring all cells "
    "onto one rank first with the filter Aggregate Dataset and one target process.";
}

//------------------------------------------------------------------------------
std::string vtkOptimizationAlgorithm::DescribeLackOfMemory()
{
  return this->Internals->IsComputing ? "Memory ran out after iteration " +
      std::to_string(this->GetIterationsDone()) + ". A smaller Cache Size leaves more of it."
                                      : this->Superclass::DescribeLackOfMemory();
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::PrepareRun(vtkInformationVector** inputVector)
{
  vtkInternals& internals = *this->Internals;
  if (this->IsUpToDate(inputVector))
  {
    return !internals.Failed;
  }
  this->MarkUpToDate(inputVector);
  internals.Failed = false;
  internals.StoppedTime = 0;
  internals.Note.clear();
  return this->TryWithNote(
    [&]
    {
      this->RequireValidInputs(inputVector);
      this->TakeInputs(inputVector);
      internals.takeTime(inputVector[0]);
      this->ReadSolidLayers(vtkDataSet::GetData(inputVector[0]));
      trabecula::filters::RunSetup setup = this->MakeRunSetup(vtkDataSet::GetData(inputVector[0]));
      FilterObserver observer(this);
      if (internals.Session.setProblem(this->MakeRun(std::move(setup.task)), observer))
      {
        internals.Input = setup.input;
        internals.Messages = observer.messages();
        for (const std::string& message : internals.Messages)
        {
          this->ReportWarning(message);
        }
      }
      else if (internals.Input)
      {
        internals.Input->geometry = setup.input->geometry;
      }
    });
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::TryWithNote(const std::function<void()>& work)
{
  return this->Try(
    [&]
    {
      try
      {
        work();
      }
      catch (const trabecula::Error& error)
      {
        throw trabecula::Error(trabecula::filters::withNote(error.what(), this->Internals->Note));
      }
    });
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::TakeInputs(vtkInformationVector**)
{
}

//------------------------------------------------------------------------------
trabecula::filters::RunSetup vtkOptimizationAlgorithm::MakeRunSetup(vtkDataSet* input)
{
  vtkInternals& internals = *this->Internals;
  if (this->MaximumIterations < 0)
  {
    throw trabecula::Error("Maximum Iterations is " + std::to_string(this->MaximumIterations) +
      ", but must be at least 0, which gives the uniform design.");
  }
  if (this->MaximumIterations > MOST_ITERATIONS)
  {
    throw trabecula::Error("Maximum Iterations is " + std::to_string(this->MaximumIterations) +
      "; it can be " + std::to_string(int(MOST_ITERATIONS)) +
      " at most, as each is a time step of the output.");
  }
  internals.Note.clear();
  internals.Geometry = this->MakeGeometry(input);
  internals.Note = internals.Geometry.note();
  trabecula::filters::RunSetup setup = this->MakeProblem(internals.Geometry);
  trabecula::KeptSolid kept;
  if (internals.SolidLayersAreDefault)
  {
    kept = setup.task->keepNeighbourhoodSolid(MostSolidByDefault * this->GetVolumeToDesign());
  }
  else
  {
    kept.made = setup.task->keepConditionsSolid(internals.SolidLayers, 1.0);
  }
  internals.SolidNote.clear();
  if (kept.isTooMuch)
  {
    internals.SolidNote = "Loads and supports are not kept solid: that would take " +
      trabecula::shortText(std::round(100.0 * kept.share)) +
      " % of the body, too much of the volume of the design. Set Solid Layers to keep them solid "
      "in any case.";
  }
  else if (kept.made > 0)
  {
    internals.SolidNote = "Kept solid at loads and supports: " +
      trabecula::countText(static_cast<std::int64_t>(kept.made), this->GetDesignEntity()) + ".";
  }
  return setup;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::ReadSolidLayers(vtkDataSet* input)
{
  constexpr const char* name = "SolidLayers";
  int layers = this->SolidLayers;
  this->Internals->SolidLayersAreDefault = false;
  if (layers == AUTOMATIC_LAYERS)
  {
    vtkDataArray* stated = input ? input->GetFieldData()->GetArray(name) : nullptr;
    const bool isStated = stated && stated->GetNumberOfValues() > 0;
    const double value = isStated ? stated->GetComponent(0, 0) : 1.0;
    if (!(value >= 0.0 && value <= MOST_ITERATIONS && value == std::floor(value)))
    {
      throw trabecula::Error("The field data \"SolidLayers\" of the input is " +
        trabecula::shortText(value) +
        "; it is the number of layers of cells at loads and supports that remain solid, 0 or "
        "more.");
    }
    layers = static_cast<int>(value);
    this->Internals->SolidLayersAreDefault = !isStated;
  }
  this->Internals->SolidLayers = layers;
}

//------------------------------------------------------------------------------
const char* vtkOptimizationAlgorithm::GetDesignEntity()
{
  return "cell";
}

//------------------------------------------------------------------------------
double vtkOptimizationAlgorithm::GetVolumeToDesign()
{
  return 1.0;
}

//------------------------------------------------------------------------------
trabecula::RunProblem vtkOptimizationAlgorithm::MakeRun(
  std::unique_ptr<trabecula::OptimizationTask> task)
{
  trabecula::RunProblem problem;
  problem.task = std::move(task);
  problem.device = this->RequestedDevice();
  problem.memoryLimit = this->MemoryLimitInBytes();
  problem.threads = this->Threads;
  problem.fromPresentDesign = this->WhenSomethingChanges == GO_ON && this->IsLive();
  problem.checkpoints = { this->CheckpointFile, this->CheckpointInterval, this->ResumeFrom };
  return problem;
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::MayCompute(int port, int step)
{
  // After a stop, other consumers still request data; only a change or a request of another
  // iteration continues the run.
  const bool stopped = this->Internals->StoppedTime == this->GetMTime();
  return !stopped || (port == ITERATIONS && step != this->Internals->LastStep);
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::ComputeTo(int step)
{
  vtkInternals& internals = *this->Internals;
  internals.IsComputing = true;
  this->SetStatus("Running.");
  this->Try(
    [&]
    {
      internals.Session.setCacheBudget(static_cast<std::size_t>(this->CacheSize) << 20);
      internals.Session.setChangeTolerance(this->GetConvergenceTolerance());
      FilterObserver observer(this);
      const bool finished = internals.Session.computeTo(step, this->MaximumIterations, observer);
      this->DescribeRun(finished, observer.messages());
    });
  internals.IsComputing = false;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::DescribeRun(bool finished, const std::vector<std::string>& messages)
{
  vtkInternals& internals = *this->Internals;
  const auto& session = internals.Session;
  // A resumed run can have later iterations than are requested.
  const int done = std::min(this->GetIterationsDone(), this->MaximumIterations);
  const std::string place =
    "at iteration " + std::to_string(done) + " of " + std::to_string(this->MaximumIterations);
  const int last = session.clamp(this->MaximumIterations);
  std::string status;
  if (!finished)
  {
    internals.StoppedTime = this->GetMTime();
    status = "Stopped " + (session.isEmpty() ? "before the first iteration was complete" : place) +
      ". A further Apply, or Continue in a script, goes on from there.";
  }
  else if (last < this->MaximumIterations)
  {
    status = "Converged at iteration " + std::to_string(last) + ".";
  }
  else
  {
    status = "A" + place.substr(1) + ".";
  }
  const std::string origin = session.run().origin();
  status += (origin.empty() ? "" : " ") + origin;
  status = this->AddVerdict(
    status, this->GetNotes(), done >= last ? this->GetVerdictOn(this->ShowLast()) : nullptr);
  internals.Messages.insert(internals.Messages.end(), messages.begin(), messages.end());
  if (!messages.empty())
  {
    // One message per iteration would hide all others.
    vtkWarningMacro(<< messages.front()
                    << (messages.size() > 1 ? " Later iterations had " +
                             std::to_string(messages.size() - 1) + " more such messages."
                                            : ""));
  }
  if (!internals.Messages.empty())
  {
    status += " " + internals.Messages.back();
  }
  this->SetStatus(status);
}

//------------------------------------------------------------------------------
ShownIterate vtkOptimizationAlgorithm::Show(int step)
{
  vtkInternals& internals = *this->Internals;
  ShownIterate shown;
  shown.iterate = internals.Session.iterate(step);
  if (shown.iterate)
  {
    const trabecula::Run& run = internals.Session.run();
    internals.Input->device = run.device().name;
    shown.columns = &run.columns();
    shown.rows = &run.rows();
    shown.input = internals.Input.get();
  }
  return shown;
}

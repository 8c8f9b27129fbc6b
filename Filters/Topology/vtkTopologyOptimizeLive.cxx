// How vtkTopologyOptimize runs in the background, and what can be seen of any run while it goes on.

#include "vtkTopologyOptimizeInternals.h"

#include "Core/Error.h"

#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiProcessController.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"

#include <cmath>
#include <new>
#include <utility>

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;
using trabecula::BackgroundState;
using trabecula::filters::LiveTopologyRun;
using trabecula::filters::TopologyIterate;

std::size_t bytes(int mebibytes)
{
  return static_cast<std::size_t>(mebibytes) << 20;
}
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::SetLive(bool live)
{
  if (this->Live != live)
  {
    this->Live = live;
    this->Modified();
  }
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::AllowLive()
{
  if (!this->Internals->LiveAllowed)
  {
    this->Internals->LiveAllowed = true;
    this->Modified();
  }
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::IsLive()
{
  return this->Live && this->Internals->LiveAllowed &&
    (!this->Controller || this->Controller->GetNumberOfProcesses() < 2);
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::Poll()
{
  vtkInternals& internals = *this->Internals;
  if (internals.LiveRun && internals.LiveRun->poll())
  {
    internals.NeedsUpdate = true;
    this->Modified();
  }
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::GetNeedsUpdate()
{
  this->Poll();
  return std::exchange(this->Internals->NeedsUpdate, false);
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::Pause()
{
  if (this->Internals->LiveRun)
  {
    this->Internals->LiveRun->background().pause();
  }
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::Resume()
{
  vtkInternals& internals = *this->Internals;
  if (!internals.LiveRun)
  {
    return;
  }
  internals.Failed = false;
  // Stopped, its problem is gone.
  if (internals.LiveRun->background().state() == BackgroundState::Stopped &&
    !this->SubmitLive(internals.LiveGeometry.asInput()))
  {
    return;
  }
  internals.LiveRun->background().resume();
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::Stop()
{
  if (this->Internals->LiveRun)
  {
    this->Internals->LiveRun->background().stop();
  }
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::OneStep()
{
  if (this->Internals->LiveRun)
  {
    this->Internals->Failed = false;
    this->Internals->LiveRun->background().step();
  }
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::ListLiveTimes(vtkInformation* iterations)
{
  if (!this->IsLive())
  {
    return false;
  }
  const LiveTopologyRun* run = this->Internals->LiveRun.get();
  const std::vector<int> numbers = run && !run->isBusy() ? run->numbers() : std::vector<int>();
  if (numbers.empty())
  {
    iterations->Remove(SDDP::TIME_STEPS());
    iterations->Remove(SDDP::TIME_RANGE());
    return true;
  }
  const std::vector<double> times(numbers.begin(), numbers.end());
  const double range[2] = { times.front(), times.back() };
  iterations->Set(SDDP::TIME_STEPS(), times.data(), static_cast<int>(times.size()));
  iterations->Set(SDDP::TIME_RANGE(), range, 2);
  return true;
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::UpdateLive(
  int port, double time, vtkDataSet* input, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  if (!internals.LiveRun)
  {
    internals.LiveRun = std::make_unique<LiveTopologyRun>();
    internals.IsChecked = false;
    internals.CheckedInput = {};
  }
  LiveTopologyRun& run = *internals.LiveRun;
  run.setCacheBudget(bytes(this->CacheSize));
  run.background().setMaximumIterations(this->MaximumIterations);
  run.background().setDensityChangeTolerance(this->DensityChangeTolerance);
  this->StartLive(input);
  // Polling is for the host: it has to know what is new, for instance that there are times now.
  if (run.takeFailure())
  {
    this->ReportError(run.report().failure);
  }
  const std::string warning = run.takeWarning();
  if (!warning.empty())
  {
    vtkWarningMacro(<< warning);
  }
  if (!internals.Failed)
  {
    const std::string& origin = run.report().origin;
    internals.Status = this->DescribeLive() + (origin.empty() ? "" : " ") + origin;
  }
  for (const int i : { ITERATIONS, FINAL_DESIGN, CONVERGENCE })
  {
    if (port < 0 || (port == ITERATIONS) == (i == ITERATIONS))
    {
      this->WriteLiveOutput(i, time, outputVector);
    }
  }
}

//------------------------------------------------------------------------------
void vtkTopologyOptimize::StartLive(vtkDataSet* input)
{
  vtkInternals& internals = *this->Internals;
  const trabecula::filters::InputStamp inputStamp(input);
  const vtkMTimeType parameterTime = this->GetParameterMTime();
  if (internals.CheckedInput == inputStamp && internals.CheckedParameterTime == parameterTime)
  {
    return;
  }
  internals.CheckedInput = inputStamp;
  internals.CheckedParameterTime = parameterTime;
  internals.IsChecked = false; // for a run that is not live
  internals.Failed = false;
  if (!this->SubmitLive(input))
  {
    // What it computes is not what is wanted any more.
    internals.LiveRun->background().pause();
  }
}

//------------------------------------------------------------------------------
bool vtkTopologyOptimize::SubmitLive(vtkDataSet* input)
{
  vtkInternals& internals = *this->Internals;
  try
  {
    const trabecula::filters::ResultGeometry geometry(input);
    this->PrepareGeometry(geometry);
    internals.LiveGeometry = geometry;
    trabecula::BackgroundProblem problem;
    problem.problem = this->MakeProblem(internals.LiveGeometry.asInput());
    problem.device = static_cast<trabecula::DeviceRequest>(this->Device);
    problem.memoryLimit = bytes(this->MemoryLimit);
    problem.threads = this->Threads;
    problem.fromPresentDesign = this->WhenSomethingChanges == GO_ON;
    problem.checkpoints = { this->CheckpointFile, this->CheckpointInterval, this->ResumeFrom };
    internals.LiveRun->compute(std::move(problem), internals.LiveGeometry);
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
void vtkTopologyOptimize::WriteLiveOutput(int port, double time, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  const LiveTopologyRun& run = *internals.LiveRun;
  const TopologyIterate* iterate = run.latest();
  if (port == ITERATIONS)
  {
    if (run.isBusy())
    {
      internals.LiveTime = time;
      internals.LooksOn = true;
    }
    else if (time != internals.LiveTime)
    {
      internals.LooksOn = false;
    }
    if (!internals.LooksOn)
    {
      iterate = run.iterate(static_cast<int>(std::floor(time + 1e-6)));
    }
  }
  vtkDataObject* output = vtkDataObject::GetData(outputVector, port);
  if (!iterate)
  {
    internals.showLast(port, output);
  }
  else if (port == CONVERGENCE)
  {
    trabecula::filters::writeConvergence(vtkTable::SafeDownCast(output),
      run.descriptionOf(*iterate), run.report().records, iterate->record.iteration);
    this->KeepOutput(port, output);
  }
  else
  {
    trabecula::filters::writeIterate(vtkDataSet::SafeDownCast(output), run.geometryOf(*iterate),
      run.descriptionOf(*iterate), *iterate, port == ITERATIONS ? this->DensityThreshold : 0.0);
    this->KeepOutput(port, output);
  }
  output->GetInformation()->Remove(vtkDataObject::DATA_TIME_STEP());
}

//------------------------------------------------------------------------------
std::string vtkTopologyOptimize::DescribeLive()
{
  const LiveTopologyRun& run = *this->Internals->LiveRun;
  const std::string done = std::to_string(this->GetIterationsDone());
  const std::string progress = run.report().records.empty()
    ? "before the first iteration is complete"
    : "at iteration " + done + " of " + std::to_string(run.lastNumber());
  switch (run.report().state)
  {
    case BackgroundState::Idle:
    case BackgroundState::SettingUp:
      return "Being set up.";
    case BackgroundState::Running:
      return "Running, " + progress + ".";
    case BackgroundState::Paused:
      return "Paused " + progress + ".";
    case BackgroundState::Finished:
      return run.report().converged ? "Converged at iteration " + done + "."
                                    : "At iteration " + done + " of " + done + ".";
    case BackgroundState::Stopped:
      return "Stopped " + progress + ". Resume goes on from there.";
    case BackgroundState::Failed:
      break;
  }
  return "Error: " + run.report().failure;
}

//------------------------------------------------------------------------------
int vtkTopologyOptimize::GetRunState()
{
  const vtkInternals& internals = *this->Internals;
  if (internals.Failed)
  {
    return FAILED;
  }
  if (internals.LiveRun)
  {
    return static_cast<int>(internals.LiveRun->report().state);
  }
  if (internals.IsComputing)
  {
    return internals.Session.isEmpty() ? SETTING_UP : RUNNING;
  }
  if (internals.StoppedTime != 0)
  {
    return STOPPED;
  }
  return internals.Session.isEmpty() ? IDLE : FINISHED;
}

//------------------------------------------------------------------------------
const char* vtkTopologyOptimize::GetActivity()
{
  vtkInternals& internals = *this->Internals;
  const char* text = this->GetProgressText();
  internals.Text = internals.LiveRun ? internals.LiveRun->background().activity()
    : internals.IsComputing && text  ? text
                                     : "";
  return internals.Text.c_str();
}

//------------------------------------------------------------------------------
int vtkTopologyOptimize::GetIterationsLeft()
{
  const vtkInternals& internals = *this->Internals;
  return internals.LiveRun
    ? internals.LiveRun->report().iterationsLeft
    : internals.Session.clamp(this->MaximumIterations) - std::max(0, this->GetIterationsDone());
}

//------------------------------------------------------------------------------
double vtkTopologyOptimize::GetDeviceMemory()
{
  const vtkInternals& internals = *this->Internals;
  const std::size_t held =
    internals.LiveRun ? internals.LiveRun->report().deviceMemory : internals.Session.deviceMemory();
  return static_cast<double>(held) / static_cast<double>(bytes(1));
}

//------------------------------------------------------------------------------
vtkDoubleArray* vtkTopologyOptimize::GetHistory()
{
  const auto& records = this->Internals->records();
  auto history = vtkSmartPointer<vtkDoubleArray>::New();
  history->SetNumberOfComponents(8);
  history->SetNumberOfTuples(static_cast<vtkIdType>(records.size()));
  for (std::size_t i = 0; i < records.size(); ++i)
  {
    const trabecula::IterationRecord& record = records[i];
    const double tuple[] = { static_cast<double>(record.iteration), record.compliance,
      record.objective, record.volumeFraction, record.densityChange,
      static_cast<double>(record.solverIterations), record.residual, record.seconds };
    history->SetTypedTuple(static_cast<vtkIdType>(i), tuple);
  }
  this->Internals->History = history;
  return history;
}

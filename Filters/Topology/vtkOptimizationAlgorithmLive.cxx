// Background runs of vtkOptimizationAlgorithm.

#include "SolidMeshConverter.h"
#include "StepsOfTime.h"
#include "vtkOptimizationAlgorithmInternals.h"

#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"

#include <cmath>
#include <utility>

namespace
{
using trabecula::BackgroundState;
using trabecula::filters::LiveRun;
using trabecula::filters::ShownIterate;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::AllowLive()
{
  if (!this->Internals->LiveAllowed)
  {
    this->Internals->LiveAllowed = true;
    this->Modified();
  }
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Withhold()
{
  this->Internals->IsWithheld = true;
  this->Stop();
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Release()
{
  if (std::exchange(this->Internals->IsWithheld, false))
  {
    this->Modified();
  }
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::IsLive()
{
  return this->Live && this->Internals->LiveAllowed && this->IsAlone();
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Poll()
{
  vtkInternals& internals = *this->Internals;
  if (internals.LiveRun && internals.LiveRun->poll())
  {
    internals.NeedsUpdate = true;
    this->Modified();
    // Status and history are read together; the next update may be several iterations away, or may
    // not occur if no view shows the design. When the run is idle, the status includes the verdict.
    if (!internals.Failed)
    {
      this->SetStatus(internals.withVerdict(internals.LiveRun->describe(), this->GetLastVerdict()));
    }
  }
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::GetNeedsUpdate()
{
  this->Poll();
  return std::exchange(this->Internals->NeedsUpdate, false);
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Pause()
{
  if (this->Internals->LiveRun)
  {
    this->Internals->IsPaused = true;
    this->Internals->LiveRun->background().pause();
  }
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Resume()
{
  vtkInternals& internals = *this->Internals;
  if (!internals.LiveRun)
  {
    return;
  }
  internals.Failed = false;
  internals.IsPaused = false;
  // The problem of a stopped run no longer exists.
  if (internals.LiveRun->background().state() == BackgroundState::Stopped)
  {
    const std::string note = internals.Note; // the input already has the note on omitted cells
    const bool isSubmitted = this->SubmitLive(internals.Geometry.source());
    internals.Note = note;
    if (!isSubmitted)
    {
      return;
    }
    this->SetStatus(internals.LiveRun->describe() + internals.notes());
  }
  internals.LiveRun->background().resume();
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Stop()
{
  if (this->Internals->LiveRun)
  {
    this->Internals->LiveRun->background().stop();
  }
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::OneStep()
{
  if (this->Internals->LiveRun)
  {
    this->Internals->Failed = false;
    this->Internals->IsPaused = true;
    this->Internals->LiveRun->background().step();
  }
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::ListLiveTimes(vtkInformation* iterations)
{
  if (!this->IsLive())
  {
    return false;
  }
  const LiveRun* run = this->Internals->LiveRun.get();
  const std::vector<int> numbers = run && !run->isBusy() ? run->numbers() : std::vector<int>();
  trabecula::filters::listTimes(iterations, std::vector<double>(numbers.begin(), numbers.end()));
  return true;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::UpdateLive(vtkInformationVector** inputVector)
{
  vtkInternals& internals = *this->Internals;
  if (!internals.LiveRun)
  {
    internals.LiveRun = std::make_unique<LiveRun>();
    internals.IsPaused = false;
    this->Invalidate();
  }
  if (internals.IsWithheld)
  {
    return;
  }
  LiveRun& run = *internals.LiveRun;
  run.background().setBudget(static_cast<std::size_t>(this->CacheSize) << 20);
  run.background().setMaximumIterations(this->GetLastIteration());
  run.background().setChangeTolerance(this->GetConvergenceTolerance());
  if (!this->IsUpToDate(inputVector))
  {
    this->MarkUpToDate(inputVector);
    internals.Failed = false;
    internals.Note.clear();
    const BackgroundState state = run.report().state;
    internals.IsPaused =
      internals.IsPaused && state != BackgroundState::Finished && state != BackgroundState::Stopped;
    const auto take = [&]
    {
      this->RequireValidInputs(inputVector);
      this->TakeInputs(inputVector);
      internals.takeTime(inputVector[0]);
      this->ReadSolidLayers(vtkDataSet::GetData(inputVector[0]));
    };
    if (!this->TryWithNote(take) || !this->SubmitLive(vtkDataSet::GetData(inputVector[0])))
    {
      // The present problem of the run is outdated.
      run.background().pause();
    }
  }
  // The host polls and must be notified of changes, for example of new time steps.
  if (run.takeFailure())
  {
    this->ReportError(trabecula::filters::withNote(run.report().failure, internals.Note));
  }
  const std::string warning = run.takeWarning();
  if (!warning.empty())
  {
    vtkWarningMacro(<< warning);
  }
  if (!internals.Failed)
  {
    this->SetStatus(internals.withVerdict(internals.LiveRun->describe(), this->GetLastVerdict()));
  }
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::SubmitLive(vtkDataSet* input)
{
  vtkInternals& internals = *this->Internals;
  return this->TryWithNote(
    [&]
    {
      trabecula::filters::RunSetup setup = this->MakeRunSetup(input);
      internals.LiveRun->compute(this->MakeRun(std::move(setup.task)), std::move(setup.input));
      if (internals.IsPaused)
      {
        internals.LiveRun->background().pause();
      }
    });
}

//------------------------------------------------------------------------------
ShownIterate vtkOptimizationAlgorithm::ShowLive(int port, double time)
{
  vtkInternals& internals = *this->Internals;
  const LiveRun& run = *internals.LiveRun;
  LiveRun::Iterate iterate = run.latest();
  if (port == ITERATIONS)
  {
    if (run.isBusy())
    {
      internals.LiveTime = time;
      internals.FollowsLatest = true;
    }
    else if (time != internals.LiveTime)
    {
      internals.FollowsLatest = false;
    }
  }
  if (this->HasTimes(port) && !internals.FollowsLatest)
  {
    iterate = run.iterate(static_cast<int>(std::floor(time + 1e-6)));
  }
  return internals.shownOfLiveRun(std::move(iterate));
}

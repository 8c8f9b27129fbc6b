// Background runs of vtkOptimizationAlgorithm.

#include "RankMessages.h"
#include "SolidMeshConverter.h"
#include "StepsOfTime.h"
#include "vtkOptimizationAlgorithmInternals.h"

#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"

#include <cmath>
#include <utility>
#include <vector>

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
  return this->Live && this->Internals->LiveAllowed;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Poll()
{
  vtkInternals& internals = *this->Internals;
  if (!this->IsAlone() && !this->IsLive())
  {
    return; // the next update ends the run, on all ranks
  }
  bool isNew = false;
  // Other ranks wait for what the first one says, even if it fails.
  this->Try(
    [&]
    {
      isNew = internals.LiveRun && internals.LiveRun->poll();
      if (isNew && !internals.Failed)
      {
        // Status and history are read together; the next update may be several iterations away, or
        // may not occur if no view shows the design. When the run is idle, the status includes the
        // verdict.
        this->SetStatus(
          internals.withVerdict(internals.LiveRun->describe(), this->GetLastVerdict()));
      }
    });
  this->ShareLive(isNew);
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::ShareLive(bool isNew)
{
  vtkInternals& internals = *this->Internals;
  if (!this->IsAlone())
  {
    const bool isRank0 = this->IsFirstRank();
    if (isRank0 && isNew && !internals.Failed)
    {
      this->NoteRanks();
    }
    // The executives of all ranks must come to the same decisions.
    std::vector<double> numbers = { isNew ? 1.0 : 0.0 };
    if (isRank0 && internals.LiveRun && !internals.LiveRun->isBusy())
    {
      const std::vector<int> times = internals.LiveRun->numbers();
      numbers.insert(numbers.end(), times.begin(), times.end());
    }
    numbers = trabecula::filters::numbersOfFirst(*this->Controller, numbers);
    isNew = numbers.front() != 0.0;
    internals.LiveTimes.assign(numbers.begin() + 1, numbers.end());
  }
  if (isNew)
  {
    internals.NeedsUpdate = true;
    this->Modified();
  }
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::Advance()
{
  if (!this->IsAlone() && this->IsLive())
  {
    if (this->Internals->LiveRun)
    {
      this->Internals->LiveRun->advance();
    }
    this->Poll();
  }
}

//------------------------------------------------------------------------------
double vtkOptimizationAlgorithm::GetSliceSeconds()
{
  const LiveRun* run = this->Internals->LiveRun.get();
  return run && this->IsLive() ? run->secondsOfSlice() : 0.0;
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::GetNeedsUpdate()
{
  if (this->IsAlone()) // otherwise the host polls on all ranks
  {
    this->Poll();
  }
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
  std::vector<double> times = this->Internals->LiveTimes;
  if (this->IsAlone())
  {
    const LiveRun* run = this->Internals->LiveRun.get();
    const std::vector<int> numbers = run && !run->isBusy() ? run->numbers() : std::vector<int>();
    times.assign(numbers.begin(), numbers.end());
  }
  trabecula::filters::listTimes(iterations, times);
  return true;
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::UpdateLive(vtkInformationVector** inputVector)
{
  vtkInternals& internals = *this->Internals;
  if (!internals.LiveRun)
  {
    internals.startLiveRun(*this);
    internals.IsPaused = false;
    this->Invalidate();
  }
  if (internals.IsWithheld)
  {
    return;
  }
  internals.setUpLiveRun(*this);
  if (!this->IsUpToDate(inputVector))
  {
    this->MarkUpToDate(inputVector);
    internals.Failed = false;
    internals.Note.clear();
    const BackgroundState state = internals.LiveRun->report().state;
    internals.IsPaused =
      internals.IsPaused && state != BackgroundState::Finished && state != BackgroundState::Stopped;
    const auto take = [&]
    {
      this->RequireValidInputs(inputVector);
      this->TakeInputs(inputVector);
      internals.takeTime(inputVector[0]);
      this->ReadSolidLayers(vtkDataSet::GetData(inputVector[0]));
    };
    if (!this->TryWithNote([&] { this->RunOnAllRanks(take); }) ||
      !this->SubmitLive(vtkDataSet::GetData(inputVector[0])))
    {
      // The present problem of the run is outdated.
      internals.LiveRun->background().pause();
    }
  }
  LiveRun& run = *internals.LiveRun;
  // The host polls and must be notified of changes, for example of new time steps.
  if (run.takeFailure())
  {
    this->ReportError(trabecula::filters::withNote(run.report().failure, internals.Note));
  }
  const std::string warning = run.takeWarning();
  if (!warning.empty() && this->IsFirstRank()) // all have the same warnings
  {
    vtkWarningMacro(<< warning);
  }
  if (!internals.Failed)
  {
    this->SetStatus(internals.withVerdict(internals.LiveRun->describe(), this->GetLastVerdict()));
  }
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::vtkInternals::startLiveRun(vtkOptimizationAlgorithm& filter)
{
  // Where rank 0 computes alone, only the thread of the pipeline communicates.
  const bool isInSlices = filter.IsOneOfSeveralRanks() && !this->IsByOneRank;
  this->LiveRun = std::make_unique<trabecula::filters::LiveRun>(
    isInSlices ? trabecula::RunThread::Caller : trabecula::RunThread::Own);
  this->setUpLiveRun(filter);
}

//------------------------------------------------------------------------------
void vtkOptimizationAlgorithm::vtkInternals::setUpLiveRun(vtkOptimizationAlgorithm& filter) const
{
  trabecula::BackgroundRun& run = this->LiveRun->background();
  run.setBudget(static_cast<std::size_t>(filter.CacheSize) << 20);
  run.setMaximumIterations(filter.GetLastIteration());
  run.setChangeTolerance(filter.GetConvergenceTolerance());
}

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::SubmitLive(vtkDataSet* input)
{
  vtkInternals& internals = *this->Internals;
  return this->TryWithNote(
    [&]
    {
      trabecula::filters::RunSetup setup;
      this->RunOnAllRanks(
        [&]
        {
          setup = this->MakeRunSetup(input);
          if (!this->IsAlone())
          {
            setup.task->validate(); // otherwise the run does it in its thread
          }
        });
      if (!internals.takesPart(*this, *setup.task))
      {
        return;
      }
      trabecula::RunProblem problem = this->MakeRun(std::move(setup.task));
      const trabecula::BackgroundReport& present = internals.LiveRun->report();
      internals.joinRanks(*this, problem, present.device, present.deviceMemory);
      internals.LiveRun->compute(std::move(problem), std::move(setup.input));
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
  if (!this->IsFirstRank())
  {
    return {}; // the first rank has the results
  }
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

// Execution of vtkTrabeculaAlgorithm: in the update itself or in the background.

#include "FilterObserver.h"
#include "vtkTrabeculaAlgorithmInternals.h"

#include "Core/Error.h"
#include "Run/BackgroundTask.h"

#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkLogger.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <chrono>
#include <cmath>
#include <utility>

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;
using Clock = std::chrono::steady_clock;

/// How long an update waits for results.
constexpr std::chrono::milliseconds Patience(1000);
/// How long an update waits if the next design of a live run is expected soon.
constexpr std::chrono::milliseconds PatienceOfLiveRun(50);
/// Without a background, longer computations are not done for each design of a live run.
constexpr std::chrono::milliseconds LongestOfLiveRun(100);
/// The pause between computations for designs of a live run, as a multiple of the duration of the
/// last one.
constexpr int RestOfLiveRun = 3;
constexpr std::chrono::milliseconds BetweenLooks(20);
}

class vtkTrabeculaAlgorithm::vtkBackgroundWork
{
public:
  vtkBackgroundWork(Work work, std::vector<std::string> messages)
    : Messages(std::move(messages)), Result(std::make_shared<Publication>()),
      Task([result = this->Result, work = std::move(work)](trabecula::RunObserver& observer)
        { *result = vtkBackgroundWork::Run(work, observer); })
  {
  }

  /// Runs the work. @return null if it was stopped
  static Publication Run(const Work& work, trabecula::RunObserver& observer)
  {
    try
    {
      return work(observer);
    }
    catch (const trabecula::SetupStopped&)
    {
      return nullptr;
    }
  }

  /// Returns the messages of preparation and work. @throws the exception of the work
  std::vector<std::string> Finish()
  {
    this->Task.finish();
    for (const std::string& note : this->Task.notes())
    {
      vtkLogF(INFO, "%s", note.c_str());
    }
    std::vector<std::string> all = this->Messages;
    const std::vector<std::string> ofWork = this->Task.messages();
    all.insert(all.end(), ofWork.begin(), ofWork.end());
    return all;
  }

  /// Returns a sentence on the progress.
  std::string Describe() const
  {
    const trabecula::BackgroundTaskReport report = this->Task.report();
    return "In the background, " +
      std::to_string(static_cast<int>(std::floor(100.0 * report.fraction))) + " %" +
      (report.activity.empty() ? "" : ": " + report.activity) + ".";
  }

  std::vector<std::string> Messages;
  std::shared_ptr<Publication> Result;
  bool FollowsLiveRun = false; ///< whether the input is a design of a live run in progress
  trabecula::BackgroundTask Task;
  ///@{
  /// The time at which PollBackground() reported the end, and the time of the last change before
  /// it. Modification times are never 0.
  vtkMTimeType TimeOfNews = 0;
  vtkMTimeType TimeBefore = 0;
  ///@}
};

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::SetBackground(bool background)
{
  this->Background = background; // applies to the next computation; results do not depend on it
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::AllowBackground()
{
  this->BackgroundAllowed = true;
}

//------------------------------------------------------------------------------
int vtkTrabeculaAlgorithm::GetBackgroundPhase()
{
  if (!this->InBackground)
  {
    return NOTHING;
  }
  if (this->InBackground->TimeOfNews != 0)
  {
    return FINISHED;
  }
  return this->InBackground->FollowsLiveRun ? FOLLOWING : RUNNING;
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::StopBackground()
{
  if (this->InBackground)
  {
    this->InBackground->Task.stop();
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::PollBackground()
{
  const int phase = this->GetBackgroundPhase();
  if (phase != RUNNING && phase != FOLLOWING)
  {
    return;
  }
  if (!this->InBackground->Task.report().isFinished)
  {
    this->SetStatus(this->InBackground->Describe());
    return;
  }
  const vtkMTimeType before = this->GetTimeOfLastChange();
  this->Modified();
  this->InBackground->TimeBefore = before;
  this->InBackground->TimeOfNews = this->GetMTime();
}

//------------------------------------------------------------------------------
vtkMTimeType vtkTrabeculaAlgorithm::GetTimeOfLastChange()
{
  const vtkMTimeType time = this->GetParameterMTime();
  return this->InBackground && time == this->InBackground->TimeOfNews
    ? this->InBackground->TimeBefore
    : time;
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::MayContinueInBackground(vtkInformationVector** inputVector)
{
  bool hasTimes = false;
  for (int port = 0; port < this->GetNumberOfInputPorts(); ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkInformation* info = inputVector[port]->GetInformationObject(i);
      hasTimes =
        hasTimes || (info->Has(SDDP::TIME_STEPS()) && info->Length(SDDP::TIME_STEPS()) > 1);
    }
  }
  return (this->Background || this->Internals->InputIsInProgress) && this->BackgroundAllowed &&
    !hasTimes && this->IsAlone();
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::FollowsLiveRun()
{
  return this->Internals->InputIsInProgress &&
    this->Internals->Settled.time == this->GetTimeOfLastChange();
}

//------------------------------------------------------------------------------
bool vtkTrabeculaAlgorithm::IsLeftOut(vtkInformationVector** inputVector)
{
  if (!this->FollowsLiveRun())
  {
    return false;
  }
  if (this->InBackground)
  {
    return true; // results of an earlier design are still wanted
  }
  const Clock::duration lasted = this->Internals->Ended - this->Internals->Began;
  return (lasted > LongestOfLiveRun && !this->MayContinueInBackground(inputVector)) ||
    Clock::now() - this->Internals->Ended < RestOfLiveRun * lasted;
}

//------------------------------------------------------------------------------
vtkTrabeculaAlgorithm::Work vtkTrabeculaAlgorithm::Prepare(
  vtkInformationVector**, trabecula::RunObserver&)
{
  return [](trabecula::RunObserver&) -> Publication { return [] {}; };
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::Compute(vtkInformationVector** inputVector)
{
  this->InBackground = nullptr; // waits for its end: two computations at once could exhaust memory
  trabecula::filters::FilterObserver observer(this);
  Work work;
  // Work may wait for other ranks, so that all begin it or none.
  this->RunOnAllRanks([&] { work = this->Prepare(inputVector, observer); });
  observer.setText("");
  observer.setRange(0.0, 1.0);
  if (!this->MayContinueInBackground(inputVector))
  {
    const Publication publication = vtkBackgroundWork::Run(work, observer);
    this->Publish(publication, observer.messages());
    return;
  }

  const Clock::time_point start = Clock::now();
  const auto present = std::make_shared<vtkBackgroundWork>(std::move(work), observer.messages());
  present->FollowsLiveRun = this->Internals->InputIsInProgress;
  const Clock::duration patience = present->FollowsLiveRun ? PatienceOfLiveRun : Patience;
  trabecula::BackgroundTask& task = present->Task;
  while (!task.waitFor(BetweenLooks))
  {
    const trabecula::BackgroundTaskReport report = task.report();
    observer.progress(report.fraction, report.activity);
    if (observer.stopRequested())
    {
      task.stop();
    }
    if (!task.isStopRequested() && Clock::now() - start > patience)
    {
      this->InBackground = present;
      this->SetStatus(present->Describe());
      return;
    }
  }
  const std::vector<std::string> messages = present->Finish();
  this->Publish(*present->Result, messages);
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::TakeFromBackground(vtkInformationVector** inputVector)
{
  const bool isUpToDate = this->GetBackgroundPhase() == FINISHED && this->IsUpToDate(inputVector);
  if (!isUpToDate && (this->GetBackgroundPhase() != FINISHED || !this->FollowsLiveRun()))
  {
    return;
  }
  this->Internals->Ended = Clock::now();
  const auto present = std::exchange(this->InBackground, nullptr);
  this->Try(
    [&]
    {
      const std::vector<std::string> messages = present->Finish();
      this->Publish(*present->Result, messages);
    });
  if (isUpToDate)
  {
    this->MarkUpToDate(inputVector);
  }
  else
  {
    this->Internals->Settled.time = this->GetTimeOfLastChange();
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::Publish(
  const Publication& publication, const std::vector<std::string>& messages)
{
  if (!publication)
  {
    this->SetStatus("Stopped before there was a result. A further Apply, or Continue in a script, "
                    "computes again.");
    return;
  }
  publication();
  for (const std::string& message : messages)
  {
    this->ReportWarning(message);
  }
}

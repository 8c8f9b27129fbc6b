#include "Run/Checkpoints.h"

#include "Core/Error.h"
#include "Core/Observer.h"

#include <utility>

namespace trabecula
{
Checkpoints::Checkpoints(const CheckpointSettings& settings, const OptimizationTask& task,
  const Checkpoints& before, bool sameProblem, bool goesOn)
  : Settings(settings)
{
  const bool resumes = !settings.resumeFrom.empty() && !goesOn &&
    !(sameProblem && settings.resumeFrom == before.Settings.resumeFrom);
  this->StartsOver = resumes || !sameProblem;
  if (!this->StartsOver)
  {
    this->Origin = before.Origin;
    this->OriginFile = before.OriginFile;
  }
  const bool sameFile = sameProblem && settings.file == before.Settings.file;
  if (sameFile && before.Writer)
  {
    this->Writer = before.Writer;
    this->Writer->setInterval(settings.interval);
  }
  if (!resumes && (settings.file.empty() || sameFile))
  {
    return;
  }

  ProblemIdentity identity = task.identity();
  if (resumes)
  {
    this->Resumed = readCheckpoint(settings.resumeFrom);
    requireSameProblem(settings.resumeFrom, *this->Resumed, identity);
    identity = this->Resumed->problem; // includes the initial design of the run
    this->OriginFile = settings.resumeFrom;
    this->Origin.space = this->Resumed->space;
    this->Origin.device = this->Resumed->device;
    this->Origin.state.record = this->Resumed->state.record;
  }
  if (!settings.file.empty() && !sameFile)
  {
    this->Writer = std::make_shared<CheckpointWriter>(settings.file, settings.interval,
      std::move(identity), task.columns(), resumes ? this->Resumed->start : task.start());
  }
}

std::string Checkpoints::origin(const Device& device, bool reproducible) const
{
  if (this->Origin.device.empty())
  {
    return "";
  }
  const std::string why = reproducibilityNote(this->Origin, device, reproducible);
  return "Resumed at iteration " + std::to_string(this->Origin.iteration()) + " from '" +
    this->OriginFile + "'." + (why.empty() ? "" : " " + why);
}

std::optional<Checkpoint> Checkpoints::takeResumed()
{
  return std::exchange(this->Resumed, std::nullopt);
}

void Checkpoints::keep(const Optimization& optimization, const std::vector<HistoryRow>& history,
  bool isLast, Observer& observer)
{
  if (!this->Writer)
  {
    return;
  }
  try
  {
    if (isLast ? this->Writer->keepNow(optimization, history)
               : this->Writer->keep(optimization, history))
    {
      this->Failure.clear();
    }
  }
  catch (const Error& error)
  {
    if (this->Failure != error.what())
    {
      this->Failure = error.what();
      observer.message(this->Failure);
    }
  }
}
}

#include "Run/TopologyCheckpoints.h"

#include "Core/Error.h"
#include "Core/Observer.h"

#include <utility>

namespace trabecula
{
TopologyCheckpoints::TopologyCheckpoints(const CheckpointSettings& settings,
  const TopologyProblem& problem, const TopologyCheckpoints& before, bool sameProblem, bool goesOn)
  : Settings(settings)
{
  const bool resumes = !settings.resumeFrom.empty() && !goesOn &&
    !(sameProblem && settings.resumeFrom == before.Settings.resumeFrom);
  this->StartsOver = resumes || !sameProblem;
  if (!this->StartsOver)
  {
    this->Origin = before.Origin;
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

  ProblemIdentity identity = identify(problem);
  if (resumes)
  {
    this->Resumed = readCheckpoint(settings.resumeFrom);
    requireSameProblem(settings.resumeFrom, *this->Resumed, identity);
    identity = this->Resumed->problem; // which knows what the run began with
    this->Origin.space = this->Resumed->space;
    this->Origin.device = this->Resumed->device;
    this->Origin.state.record = this->Resumed->state.record;
  }
  if (!settings.file.empty() && !sameFile)
  {
    this->Writer = std::make_shared<TopologyCheckpointWriter>(settings.file, settings.interval,
      std::move(identity), resumes ? this->Resumed->firstDensity : problem.initialDensity);
  }
}

std::string TopologyCheckpoints::origin(const Device& device, bool reproducible) const
{
  if (this->Origin.device.empty())
  {
    return "";
  }
  const std::string why = whyNotSameBits(this->Origin, device, reproducible);
  return "Resumed at iteration " + std::to_string(this->Origin.iteration()) + " from '" +
    this->Settings.resumeFrom + "'." + (why.empty() ? "" : " " + why);
}

void TopologyCheckpoints::keep(const TopologyOptimizer& optimizer,
  const std::vector<IterationRecord>& history, bool isLast, Observer& observer)
{
  if (!this->Writer || optimizer.iteration() < 0)
  {
    return;
  }
  try
  {
    if (isLast)
    {
      this->Writer->keepNow(optimizer, history);
    }
    else
    {
      this->Writer->keep(optimizer, history);
    }
  }
  catch (const Error& error)
  {
    observer.message(error.what());
  }
}
}

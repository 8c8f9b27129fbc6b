#include "LiveRun.h"

#include "FilterObserver.h"

#include <algorithm>
#include <utility>

namespace trabecula::filters
{
namespace
{
/// How long a user may wait for an answer of a program without being distracted (Miller 1968). The
/// program answers between slices.
constexpr double SecondsOfSlice = 1.0;
}

void LiveRun::advance()
{
  this->Background.advance(SecondsOfSlice);
}

double LiveRun::secondsOfSlice() const
{
  return this->IsInSlices ? std::max(SecondsOfSlice, this->Background.lastSlice()) : 0.0;
}

void LiveRun::compute(RunProblem problem, std::shared_ptr<RunInput> input)
{
  this->Inputs[this->Background.compute(std::move(problem))] = std::move(input);
  this->Last.state = BackgroundState::SettingUp;
  this->FailureTaken = false;
  this->Warnings.clear();
}

bool LiveRun::poll()
{
  const std::uint64_t revision = this->Background.revision();
  if (revision == this->SeenRevision)
  {
    return false;
  }
  this->SeenRevision = revision;
  const BackgroundState stateBefore = this->Last.state;
  const int historyBefore = this->Last.history;
  const Iterate latestBefore = this->latest();
  this->Last = this->Background.report();
  this->updateInputs();
  const bool isRestarted = this->Last.history != historyBefore;
  const auto& iterates = this->Last.iterates;
  if (isRestarted || this->FirstProblem < 0)
  {
    this->FirstProblem =
      !iterates.empty() && iterates.front()->number() == 0 ? iterates.front()->problem : -1;
  }
  for (const std::string& note : this->Last.notes)
  {
    FilterObserver::log(note);
  }
  this->Warnings.insert(
    this->Warnings.end(), this->Last.messages.begin(), this->Last.messages.end());
  return this->latest() != latestBefore || this->Last.state != stateBefore ||
    this->Last.history != historyBefore || !this->Last.messages.empty();
}

void LiveRun::updateInputs()
{
  if (this->Last.iterates.empty())
  {
    return;
  }
  // Later iterates belong to the same problem or to a later one, so earlier inputs are not needed.
  this->Inputs.erase(
    this->Inputs.begin(), this->Inputs.lower_bound(this->Last.iterates.front()->problem));
  std::string& device = this->Inputs.at(this->latest()->problem)->device;
  if (device.empty())
  {
    device = this->Last.device.name;
  }
}

bool LiveRun::isBusy() const
{
  return this->Last.state == BackgroundState::SettingUp ||
    this->Last.state == BackgroundState::Running;
}

LiveRun::Iterate LiveRun::latest() const
{
  return this->Last.iterates.empty() ? nullptr : this->Last.iterates.back();
}

LiveRun::Iterate LiveRun::iterate(int number) const
{
  const auto& iterates = this->Last.iterates;
  if (iterates.empty())
  {
    return nullptr;
  }
  const auto after = std::upper_bound(iterates.begin(), iterates.end(), number,
    [](int value, const Iterate& iterate) { return value < iterate->number(); });
  return after == iterates.begin() ? *after : *std::prev(after);
}

std::vector<int> LiveRun::numbers() const
{
  std::vector<int> result;
  for (const Iterate& iterate : this->Last.iterates)
  {
    result.push_back(iterate->number());
  }
  return result;
}

const RunInput& LiveRun::inputOf(const RunIterate& iterate) const
{
  return *this->Inputs.at(iterate.problem);
}

const RunInput* LiveRun::input() const
{
  return this->latest() ? &this->inputOf(*this->latest()) : nullptr;
}

int LiveRun::lastNumber() const
{
  return std::max(0, static_cast<int>(this->Last.rows.size()) - 1) + this->Last.iterationsLeft;
}

std::string LiveRun::describe() const
{
  return this->describeState() + (this->Last.origin.empty() ? "" : " ") + this->Last.origin;
}

std::string LiveRun::describeState() const
{
  const std::string done = std::to_string(static_cast<int>(this->Last.rows.size()) - 1);
  const std::string progress = this->Last.rows.empty()
    ? "before the first iteration is complete"
    : "at iteration " + done + " of " + std::to_string(this->lastNumber());
  switch (this->Last.state)
  {
    case BackgroundState::Idle:
    case BackgroundState::SettingUp:
      return "Being set up.";
    case BackgroundState::Running:
      return "Running, " + progress + ".";
    case BackgroundState::Paused:
      return "Paused " + progress + ".";
    case BackgroundState::Finished:
      return this->Last.converged ? "Converged at iteration " + done + "."
                                  : "At iteration " + done + " of " + done + ".";
    case BackgroundState::Stopped:
      return "Stopped " + progress + ". Resume goes on from there.";
    case BackgroundState::Failed:
      break;
  }
  return "Error: " + this->Last.failure;
}

std::string LiveRun::activity() const
{
  // The thread reports its activity only occasionally and may have advanced since the last poll.
  const std::string text = this->Background.activity();
  const std::string prefix = "Iteration ";
  const std::string now = prefix + std::to_string(this->Last.rows.size());
  const std::size_t end = text.find_first_not_of("0123456789", prefix.size());
  return text.rfind(prefix, 0) != 0 || text.substr(0, end) == now ? text : now;
}

std::string LiveRun::takeWarning()
{
  // A message for each iteration would hide all others.
  return this->Warnings.empty() ? "" : std::exchange(this->Warnings, {}).front();
}

bool LiveRun::takeFailure()
{
  return this->Last.state == BackgroundState::Failed && !std::exchange(this->FailureTaken, true);
}
}

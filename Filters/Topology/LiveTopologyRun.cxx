#include "LiveTopologyRun.h"

#include "CopyValues.h"

#include "vtkLogger.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trabecula::filters
{
void LiveTopologyRun::compute(BackgroundProblem problem, const ResultGeometry& geometry)
{
  Segment segment{ geometry, describe(problem.problem, Device()) };
  this->Problems[this->Background.compute(std::move(problem))] = std::move(segment);
  this->Last.state = BackgroundState::SettingUp;
  this->FailureTaken = false;
  this->Warnings.clear();
}

void LiveTopologyRun::setCacheBudget(std::size_t bytes)
{
  this->Cache.setBudget(bytes);
  this->Background.setBudget(bytes);
}

bool LiveTopologyRun::poll()
{
  const std::uint64_t news = this->Background.news();
  if (news == this->SeenNews)
  {
    return false;
  }
  this->SeenNews = news;
  const BackgroundState stateBefore = this->Last.state;
  const int historyBefore = this->Last.history;
  this->Last = this->Background.report();
  if (this->Last.history != historyBefore)
  {
    this->Cache.clear();
    this->ProblemOf.clear();
    if (!this->Last.iterates.empty())
    {
      this->Problems.erase(
        this->Problems.begin(), this->Problems.lower_bound(this->Last.iterates.front()->problem));
    }
  }
  for (const auto& iterate : this->Last.iterates)
  {
    this->take(*iterate);
  }
  const bool isNew = !this->Last.iterates.empty();
  this->Last.iterates.clear(); // the cache has them
  for (const std::string& note : this->Last.notes)
  {
    vtkLogF(INFO, "%s", note.c_str());
  }
  this->Warnings.insert(
    this->Warnings.end(), this->Last.messages.begin(), this->Last.messages.end());
  return isNew || this->Last.state != stateBefore || this->Last.history != historyBefore ||
    !this->Last.messages.empty();
}

void LiveTopologyRun::take(const BackgroundIterate& source)
{
  const int number = source.record.iteration;
  this->ProblemOf.emplace(number, source.problem);
  const auto before = this->ProblemOf.find(number);
  if (before != this->ProblemOf.begin() && std::prev(before)->second == source.problem)
  {
    this->ProblemOf.erase(before); // only where it changes
  }
  this->Problems[source.problem].Description.device = this->Last.device.name;

  TopologyIterate iterate;
  iterate.record = source.record;
  iterate.density = makeArray(source.density, 1);
  iterate.strainEnergyDensity = makeArray(source.strainEnergyDensity, 1);
  for (const std::vector<double>& displacement : source.displacements)
  {
    iterate.displacements.push_back(makeArray(displacement, 3));
  }
  this->Cache.insert(std::move(iterate), number);
  ++this->Analyses;
}

bool LiveTopologyRun::isBusy() const
{
  return this->Last.state == BackgroundState::SettingUp ||
    this->Last.state == BackgroundState::Running;
}

const TopologyIterate* LiveTopologyRun::iterate(int number) const
{
  const std::vector<int> numbers = this->Cache.numbers();
  if (numbers.empty())
  {
    return nullptr;
  }
  const auto after = std::upper_bound(numbers.begin(), numbers.end(), number);
  return this->Cache.find(after == numbers.begin() ? *after : *std::prev(after));
}

const LiveTopologyRun::Segment& LiveTopologyRun::segmentOf(const TopologyIterate& iterate) const
{
  return this->Problems.at(
    std::prev(this->ProblemOf.upper_bound(iterate.record.iteration))->second);
}

const ResultGeometry& LiveTopologyRun::geometryOf(const TopologyIterate& iterate) const
{
  return this->segmentOf(iterate).Geometry;
}

const TopologyRunDescription& LiveTopologyRun::descriptionOf(const TopologyIterate& iterate) const
{
  return this->segmentOf(iterate).Description;
}

const TopologyRunDescription& LiveTopologyRun::description() const
{
  static const TopologyRunDescription none;
  return this->latest() ? this->descriptionOf(*this->latest()) : none;
}

int LiveTopologyRun::lastNumber() const
{
  return std::max(0, static_cast<int>(this->Last.records.size()) - 1) + this->Last.iterationsLeft;
}

std::string LiveTopologyRun::takeWarning()
{
  // One for each iteration would bury whatever else there is to read.
  return this->Warnings.empty() ? "" : std::exchange(this->Warnings, {}).front();
}

bool LiveTopologyRun::takeFailure()
{
  return this->Last.state == BackgroundState::Failed && !std::exchange(this->FailureTaken, true);
}
}

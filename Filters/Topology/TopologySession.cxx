#include "TopologySession.h"

#include "CopyValues.h"
#include "FilterObserver.h"

#include "Core/Error.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace trabecula::filters
{
namespace
{
std::string describe(const IterationRecord& record, int total)
{
  char text[128];
  std::snprintf(text, sizeof(text), "Iteration %d of %d: compliance %.4g, %d solver iterations",
    record.iteration, total, record.compliance, record.solverIterations);
  return text;
}
}

bool TopologySession::setProblem(TopologyProblem problem, DeviceRequest device,
  std::size_t memoryLimit, const CheckpointSettings& checkpoints, FilterObserver& observer)
{
  validate(problem);
  const std::uint64_t key = fingerprint(problem);
  Device next = selectDevice(device);
  const bool isSameSpace = next.space == this->UsedDevice.space;
  const bool same = !this->Problem.loadCases.empty() && key == this->Fingerprint && isSameSpace;
  if (!same)
  {
    if (this->Optimizer && isSameSpace)
    {
      next.availableMemory += this->Optimizer->deviceMemory();
    }
    checkDevice(problem, next, memoryLimit);
  }
  TopologyCheckpoints nextCheckpoints(checkpoints, problem, this->Checkpoints, same);
  this->MemoryLimit = memoryLimit;
  this->RequestedDevice = device;
  if (!nextCheckpoints.startsOver())
  {
    this->Checkpoints = std::move(nextCheckpoints);
    return false;
  }

  // The new model may need the memory that the old one holds. The old problem stays until the new
  // one is there, so that going back to it finds its iterates, whatever goes wrong.
  this->Optimizer.reset();
  if (const TopologyCheckpoint* checkpoint = nextCheckpoints.resumed())
  {
    problem.initialDensity = checkpoint->firstDensity;
  }
  const Device oldDevice = this->UsedDevice;
  std::swap(this->Problem, problem);
  try
  {
    this->startOptimizer(observer);
  }
  catch (const SetupStopped&)
  {
    // Computing starts it then, if it is not stopped again.
  }
  catch (...)
  {
    std::swap(this->Problem, problem);
    this->UsedDevice = oldDevice;
    throw;
  }
  this->Fingerprint = key;
  this->Cache.clear();
  this->Records.clear();
  this->Front.reset();
  this->Checkpoints = std::move(nextCheckpoints);
  if (const TopologyCheckpoint* checkpoint = this->Checkpoints.resumed())
  {
    this->Records = checkpoint->history;
    this->Front = checkpoint->state;
    this->Checkpoints.forgetResumed();
  }
  return true;
}

void TopologySession::setDensityChangeTolerance(double tolerance)
{
  this->Tolerance = tolerance;
  if (this->Optimizer)
  {
    this->Optimizer->setChangeTolerance(tolerance);
  }
}

void TopologySession::startOptimizer(FilterObserver& observer)
{
  observer.setText("");
  this->UsedDevice = selectDevice(this->RequestedDevice); // with the memory that is free now
  this->Optimizer = std::make_unique<TopologyOptimizer>(
    this->Problem, this->UsedDevice, observer, this->MemoryLimit);
  this->Optimizer->setChangeTolerance(this->Tolerance);
}

int TopologySession::clamp(int number) const
{
  for (std::size_t i = 1; i < this->Records.size() && static_cast<int>(i) < number; ++i)
  {
    if (this->Records[i].densityChange < this->Tolerance)
    {
      return static_cast<int>(i);
    }
  }
  return number;
}

bool TopologySession::computeTo(int number, int total, FilterObserver& observer)
{
  while (!this->Cache.find(this->clamp(number)))
  {
    try
    {
      this->goBefore(this->clamp(number), observer);
    }
    catch (const SetupStopped&)
    {
      return false;
    }
    if (this->Cache.find(this->clamp(number)))
    {
      break;
    }
    const int next = this->Optimizer->iteration() + 1;
    const double parts = number + 1.0;
    observer.setRange(next / parts, (next + 1) / parts);
    switch (this->Optimizer->step(observer))
    {
      case StepStatus::Advanced:
        ++this->Analyses;
        this->keepIterate(this->clamp(number));
        this->Checkpoints.keep(*this->Optimizer, this->Records, false, observer);
        observer.setText(describe(this->Optimizer->record(), total));
        break;
      case StepStatus::Converged:
        this->keepLast(observer);
        return true;
      case StepStatus::Stopped:
        this->keepLast(observer);
        return false;
    }
  }
  if (number >= total)
  {
    this->keepLast(observer);
  }
  return true;
}

void TopologySession::goBefore(int number, FilterObserver& observer)
{
  if (this->Optimizer && this->Optimizer->iteration() >= number)
  {
    // It was evicted: the only way back is from the start. Where the run is now can be returned to.
    if (!this->Front || this->Front->record.iteration < this->Optimizer->iteration())
    {
      this->Front = this->Optimizer->state();
    }
    this->Optimizer.reset();
  }
  if (!this->Optimizer)
  {
    this->startOptimizer(observer);
  }
  if (this->Front && this->Front->record.iteration <= number &&
    this->Optimizer->iteration() < this->Front->record.iteration)
  {
    observer.progress(
      0.0, "Going on from iteration " + std::to_string(this->Front->record.iteration));
    this->Optimizer->restore(*this->Front);
    this->Front.reset();
    this->keepIterate(number);
  }
}

void TopologySession::keepLast(FilterObserver& observer)
{
  if (this->Optimizer)
  {
    this->Checkpoints.keep(*this->Optimizer, this->Records, true, observer);
  }
}

std::string TopologySession::origin() const
{
  return this->Checkpoints.origin(this->UsedDevice, this->Problem.solver.reproducible);
}

void TopologySession::keepIterate(int requested)
{
  const IterationRecord& record = this->Optimizer->record();
  // A repeated iterate keeps its first record, so that the table does not change under the reader.
  if (record.iteration == static_cast<int>(this->Records.size()))
  {
    this->Records.push_back(record);
  }

  TopologyIterate iterate;
  iterate.record = this->Records[static_cast<std::size_t>(record.iteration)];
  iterate.density = makeArray(this->Optimizer->density(), 1);
  iterate.strainEnergyDensity = makeArray(this->Optimizer->strainEnergyDensity(), 1);
  for (std::size_t i = 0; i < this->Problem.loadCases.size(); ++i)
  {
    iterate.displacements.push_back(makeArray(this->Optimizer->displacement(i), 3));
  }
  this->Cache.insert(std::move(iterate), requested);
}

const TopologyIterate* TopologySession::iterate(int number) const
{
  const int last = static_cast<int>(this->Records.size()) - 1;
  const TopologyIterate* found = this->Cache.find(std::min(this->clamp(number), last));
  return found ? found : this->Cache.last();
}
}

// What others ask of the thread. All of it is short: a window waits for it.

#include "Run/BackgroundWorker.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace trabecula
{
BackgroundOptimization::Worker::~Worker()
{
  this->stop();
  if (this->Thread.joinable())
  {
    this->Thread.join();
  }
}

int BackgroundOptimization::Worker::compute(BackgroundProblem problem)
{
  Lock lock(this->Mutex);
  this->Next = std::move(problem);
  this->NextNumber = ++this->LastNumber;
  this->Running = true;
  this->Steps = 0;
  this->Ending = false;
  this->Failure.clear();
  if (this->Now == Phase::Absent)
  {
    if (this->Thread.joinable())
    {
      this->Thread.join(); // it has left the last line that takes the mutex
    }
    try
    {
      this->Thread = std::thread([this] { this->run(); });
      this->Now = Phase::Waiting;
    }
    catch (const std::system_error& error)
    {
      this->Next.reset();
      this->Failure = std::string("No thread could be started: ") + error.what() + ".";
    }
  }
  this->announce();
  return this->NextNumber;
}

void BackgroundOptimization::Worker::pause()
{
  Lock lock(this->Mutex);
  this->Running = false;
  this->Steps = 0;
  this->announce();
}

void BackgroundOptimization::Worker::resume()
{
  Lock lock(this->Mutex);
  this->Running = true;
  this->Steps = 0;
  this->tryAgain();
  this->announce();
}

void BackgroundOptimization::Worker::step()
{
  Lock lock(this->Mutex);
  if (this->Now == Phase::Absent || this->isFinished())
  {
    return;
  }
  this->Running = false;
  ++this->Steps;
  this->tryAgain();
  this->announce();
}

void BackgroundOptimization::Worker::stop()
{
  Lock lock(this->Mutex);
  if (this->Now == Phase::Absent)
  {
    return;
  }
  this->Ending = true;
  this->Next.reset();
  this->announce();
}

void BackgroundOptimization::Worker::setMaximumIterations(int iterations)
{
  Lock lock(this->Mutex);
  if (this->MaximumIterations != iterations)
  {
    this->MaximumIterations = iterations;
    this->announce();
  }
}

void BackgroundOptimization::Worker::setDensityChangeTolerance(double tolerance)
{
  Lock lock(this->Mutex);
  if (this->Tolerance != tolerance)
  {
    this->Tolerance = tolerance;
    this->Converged = false;
    this->announce();
  }
}

void BackgroundOptimization::Worker::setBudget(std::size_t bytes)
{
  Lock lock(this->Mutex);
  this->Budget = bytes;
}

BackgroundReport BackgroundOptimization::Worker::report()
{
  Lock lock(this->Mutex);
  BackgroundReport report;
  report.state = this->stateNow();
  report.failure = this->Failure;
  report.history = this->History;
  report.records = this->Records;
  report.iterates.assign(this->Iterates.begin(), this->Iterates.end());
  this->Iterates.clear();
  this->IterateBytes = 0;
  report.messages = std::exchange(this->Messages, {});
  report.notes = std::exchange(this->Notes, {});
  report.converged = this->Converged;
  report.origin = this->Origin;
  report.iterationsLeft =
    this->Converged ? 0 : std::max(0, this->MaximumIterations - std::max(0, this->Iteration));
  report.device = this->UsedDevice;
  report.deviceMemory = this->DeviceMemory;
  return report;
}

std::uint64_t BackgroundOptimization::Worker::news() const
{
  Lock lock(this->Mutex);
  return this->News;
}

BackgroundState BackgroundOptimization::Worker::state() const
{
  Lock lock(this->Mutex);
  return this->stateNow();
}

std::string BackgroundOptimization::Worker::activity() const
{
  Lock lock(this->Mutex);
  return this->Activity;
}

void BackgroundOptimization::Worker::wait()
{
  Lock lock(this->Mutex);
  this->Settled.wait(lock,
    [this]
    {
      const BackgroundState state = this->stateNow();
      return state != BackgroundState::SettingUp && state != BackgroundState::Running &&
        (!this->Ending || this->Now == Phase::Absent);
    });
}

void BackgroundOptimization::Worker::announce()
{
  ++this->News;
  this->Wake.notify_all();
  this->Settled.notify_all();
}

void BackgroundOptimization::Worker::tryAgain()
{
  if (this->HasModel) // else there is nothing to try
  {
    this->Failure.clear();
  }
}

bool BackgroundOptimization::Worker::isFinished() const
{
  return this->HasModel && (this->Converged || this->Iteration >= this->MaximumIterations);
}

bool BackgroundOptimization::Worker::hasWork() const
{
  return this->HasModel && this->Failure.empty() && !this->isFinished() && this->mayAdvance();
}

BackgroundState BackgroundOptimization::Worker::stateNow() const
{
  if (!this->Failure.empty())
  {
    return BackgroundState::Failed;
  }
  if (this->Now == Phase::Absent)
  {
    return this->LastNumber == 0 ? BackgroundState::Idle : BackgroundState::Stopped;
  }
  if (this->Next || this->Now == Phase::SettingUp)
  {
    return BackgroundState::SettingUp;
  }
  if (this->Now == Phase::Computing || this->hasWork())
  {
    return BackgroundState::Running;
  }
  return this->Now != Phase::Held && this->isFinished() ? BackgroundState::Finished
                                                        : BackgroundState::Paused;
}
}

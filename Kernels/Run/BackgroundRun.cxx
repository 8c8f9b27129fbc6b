// This file contains the functions that other threads call. They are short, as the thread of a GUI
// waits for them.

#include "Run/BackgroundRun.h"

#include "Run/BackgroundWorker.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
BackgroundRun::BackgroundRun(RunThread thread) : Implementation(std::make_unique<Worker>(thread))
{
}

BackgroundRun::~BackgroundRun()
{
  // Processes that compute together are not destroyed at the same time when a program ends.
  if (this->Implementation->Where == RunThread::Own)
  {
    this->stop();
  }
}

int BackgroundRun::compute(RunProblem problem)
{
  Worker& worker = *this->Implementation;
  const Worker::Lock lock(worker.Mutex);
  const int number = ++worker.LastNumber;
  problem.number = number;
  worker.Next = std::move(problem);
  worker.Running = true;
  worker.Steps = 0;
  worker.Ending = false;
  worker.Failure.clear();
  worker.start();
  worker.announce();
  return number;
}

void BackgroundRun::pause()
{
  Worker& worker = *this->Implementation;
  const Worker::Lock lock(worker.Mutex);
  worker.Running = false;
  worker.Steps = 0;
  worker.announce();
}

void BackgroundRun::resume()
{
  Worker& worker = *this->Implementation;
  const Worker::Lock lock(worker.Mutex);
  worker.Running = true;
  worker.Steps = 0;
  worker.tryAgain();
  worker.announce();
}

void BackgroundRun::step()
{
  Worker& worker = *this->Implementation;
  const Worker::Lock lock(worker.Mutex);
  if (worker.Now == Worker::Phase::Absent || worker.isFinished())
  {
    return;
  }
  worker.Running = false;
  ++worker.Steps;
  worker.tryAgain();
  worker.announce();
}

void BackgroundRun::stop()
{
  Worker& worker = *this->Implementation;
  Worker::Lock lock(worker.Mutex);
  if (worker.Now == Worker::Phase::Absent)
  {
    return;
  }
  worker.Ending = true;
  worker.Next.reset();
  worker.announce();
  if (worker.Where == RunThread::Caller)
  {
    worker.free(lock);
    worker.leave();
  }
}

void BackgroundRun::advance(double seconds)
{
  Worker& worker = *this->Implementation;
  if (worker.Where == RunThread::Caller)
  {
    worker.advance(seconds);
  }
}

double BackgroundRun::lastSlice() const
{
  const Worker::Lock lock(this->Implementation->Mutex);
  return this->Implementation->SecondsOfSlice;
}

void BackgroundRun::setMaximumIterations(int iterations)
{
  Worker& worker = *this->Implementation;
  const Worker::Lock lock(worker.Mutex);
  if (worker.MaximumIterations != iterations)
  {
    worker.MaximumIterations = iterations;
    worker.announce();
  }
}

void BackgroundRun::setChangeTolerance(double tolerance)
{
  Worker& worker = *this->Implementation;
  const Worker::Lock lock(worker.Mutex);
  if (worker.Tolerance != tolerance)
  {
    worker.Tolerance = tolerance;
    worker.Converged = false;
    worker.announce();
  }
}

void BackgroundRun::setBudget(std::size_t bytes)
{
  Worker& worker = *this->Implementation;
  const Worker::Lock lock(worker.Mutex);
  worker.Present->setCacheBudget(bytes);
}

BackgroundReport BackgroundRun::report()
{
  Worker& worker = *this->Implementation;
  const Worker::Lock lock(worker.Mutex);
  BackgroundReport report;
  static_cast<RunSnapshot&>(report) = worker.Present->snapshot();
  report.state = worker.stateNow();
  report.failure = worker.Failure;
  report.messages = std::exchange(worker.Messages, {});
  report.notes = std::exchange(worker.Notes, {});
  report.converged = worker.Converged;
  report.iterationsLeft =
    worker.Converged ? 0 : std::max(0, worker.MaximumIterations - std::max(0, worker.Iteration));
  return report;
}

std::uint64_t BackgroundRun::revision() const
{
  const Worker::Lock lock(this->Implementation->Mutex);
  return this->Implementation->News;
}

BackgroundState BackgroundRun::state() const
{
  const Worker::Lock lock(this->Implementation->Mutex);
  return this->Implementation->stateNow();
}

std::string BackgroundRun::activity() const
{
  const Worker::Lock lock(this->Implementation->Mutex);
  return this->Implementation->Activity;
}

void BackgroundRun::wait()
{
  Worker& worker = *this->Implementation;
  Worker::Lock lock(worker.Mutex);
  worker.Settled.wait(lock,
    [&worker]
    {
      const BackgroundState state = worker.stateNow();
      return state != BackgroundState::SettingUp && state != BackgroundState::Running &&
        (!worker.Ending || worker.Now == Worker::Phase::Absent);
    });
}
}

#include "Run/BackgroundWorker.h"

#include "Core/Communication/Processes/Agreement.h"
#include "Core/Error.h"
#include "Core/Timer.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace trabecula
{
BackgroundRun::Worker::~Worker()
{
  this->Thread = nullptr; // the thread must end before the members that it uses are destroyed
}

void BackgroundRun::Worker::start()
{
  if (this->Now != Phase::Absent)
  {
    return;
  }
  if (this->Where == RunThread::Caller)
  {
    this->Now = Phase::Waiting;
    return;
  }
  this->Thread = nullptr; // waits for the previous thread, which no longer locks the mutex
  try
  {
    this->Thread = std::make_unique<BackgroundTask>([this](RunObserver&) { this->run(); });
    this->Now = Phase::Waiting;
  }
  catch (const Error& error)
  {
    this->Next.reset();
    this->Failure = error.what();
  }
}

void BackgroundRun::Worker::run()
{
  Lock lock(this->Mutex);
  do
  {
    this->serve(lock);
    this->free(lock);   // by the thread that created the model
  } while (this->Next); // a request may have arrived meanwhile
  this->leave();
}

void BackgroundRun::Worker::free(Lock& lock)
{
  lock.unlock();
  this->Present->release(*this);
  lock.lock();
  this->HasModel = false;
  this->Activity.clear();
}

void BackgroundRun::Worker::leave()
{
  this->Ending = false;
  this->Steps = 0;
  this->enter(Phase::Absent);
}

void BackgroundRun::Worker::serve(Lock& lock)
{
  while (true)
  {
    this->enter(Phase::Waiting);
    this->Wake.wait(lock, [this] { return this->isInterrupted() || this->hasWork(); });
    if (this->Ending)
    {
      return;
    }
    this->serveOne(lock);
  }
}

bool BackgroundRun::Worker::serveOne(Lock& lock)
{
  if (this->Next)
  {
    RunProblem next = std::move(*this->Next);
    this->Next.reset();
    this->enter(Phase::SettingUp);
    lock.unlock();
    this->setUp(std::move(next));
  }
  else if (this->hasWork())
  {
    this->enter(Phase::Computing);
    lock.unlock();
    this->computeOne();
  }
  else
  {
    return false;
  }
  lock.lock();
  return true;
}

void BackgroundRun::Worker::advance(double seconds)
{
  const Timer slice;
  Lock lock(this->Mutex);
  if (this->Now == Phase::Absent)
  {
    return;
  }
  bool isOver = false;
  while (!isOver && this->serveOne(lock))
  {
    lock.unlock();
    isOver = this->isOverInFirst(slice.seconds() >= seconds);
    lock.lock();
  }
  this->SecondsOfSlice = slice.seconds();
  this->enter(Phase::Waiting);
}

bool BackgroundRun::Worker::isOverInFirst(bool isOver)
{
  bool isOverThere = true; // also if a process has failed, as the next slice will say
  try
  {
    const auto ask = [&] { isOverThere = this->Present->ofFirst(isOver ? 1.0 : 0.0) != 0.0; };
    this->Present->together(ask);
  }
  catch (const Error&)
  {
  }
  return isOverThere;
}

void BackgroundRun::Worker::setUp(RunProblem next)
{
  std::string failure;
  bool isNew = false;
  try
  {
    this->progress(0.0, "Checking the problem");
    isNew = this->changeProblem(std::move(next));
  }
  catch (const SetupStopped&)
  {
    // Another thread has requested the stop, which is not an error.
  }
  catch (const Error& error)
  {
    failure = error.what();
  }
  catch (const std::bad_alloc&)
  {
    failure = "There is not enough memory for a mesh of this size. Use a coarser mesh or a machine "
              "with more memory.";
  }
  catch (const std::exception& error) // otherwise the program would be terminated
  {
    failure = std::string("The problem could not be set up: ") + error.what();
  }
  {
    const Lock lock(this->Mutex);
    this->lookAtModel();
    this->Converged = this->Converged && !isNew;
  }
  if (!failure.empty())
  {
    this->fail(failure);
  }
}

bool BackgroundRun::Worker::changeProblem(RunProblem next)
{
  const std::shared_ptr<Parts> parts = next.parts;
  if (!parts)
  {
    return this->Present->changeProblem(std::move(next), *this);
  }
  bool isNew = false;
  parts->together(
    [&]
    {
      if (!areAlike(*parts, this->Present->standing())) // one process has failed alone
      {
        const Lock lock(this->Mutex);
        this->Present = std::make_unique<Run>(false);
      }
      isNew = this->Present->changeProblem(std::move(next), *this);
    });
  return isNew;
}

void BackgroundRun::Worker::computeOne()
{
  double tolerance = 0.0;
  {
    const Lock lock(this->Mutex);
    tolerance = this->Tolerance;
  }
  this->SecondsHeld = 0.0; // an interrupted iteration may have left a value
  const std::string failure = this->tryToCompute(tolerance);
  if (!failure.empty())
  {
    this->fail(failure);
    this->dropUnlessAlike();
  }
}

void BackgroundRun::Worker::dropUnlessAlike()
{
  bool isAlike = false; // also if a process does not answer
  try
  {
    isAlike = this->Present->isAlike();
  }
  catch (const Error&)
  {
  }
  const Lock lock(this->Mutex);
  this->HasModel = this->HasModel && isAlike;
}

std::string BackgroundRun::Worker::tryToCompute(double tolerance)
{
  try
  {
    this->Present->together([&] { this->compute(tolerance); });
  }
  catch (const Error& error)
  {
    return error.what();
  }
  catch (const std::bad_alloc&)
  {
    const int last = static_cast<int>(this->Present->rows().size()) - 1;
    return "Memory ran out after iteration " + std::to_string(last) + ".";
  }
  catch (const std::exception& error)
  {
    return std::string("The iteration failed: ") + error.what();
  }
  return "";
}

void BackgroundRun::Worker::compute(double tolerance)
{
  if (this->Present->hasUntaken())
  {
    this->addIterate();
    return;
  }
  this->Present->setChangeTolerance(tolerance);
  switch (this->Present->step(*this))
  {
    case StepStatus::Advanced:
      this->addIterate();
      break;
    case StepStatus::Converged:
    {
      this->Present->keepCheckpoint(true, *this);
      const Lock lock(this->Mutex);
      if (tolerance == this->Tolerance) // otherwise convergence must be checked again
      {
        this->Converged = true;
        this->Steps = 0;
      }
      break;
    }
    case StepStatus::Stopped:
      break;
  }
}

void BackgroundRun::Worker::addIterate()
{
  const int number = static_cast<int>(this->Present->rows().size());
  this->Present->take(number, this->SecondsHeld);
  bool isLast = false;
  {
    const Lock lock(this->Mutex);
    this->lookAtModel();
    isLast = this->Iteration >= this->MaximumIterations;
    this->Steps = std::max(0, this->Steps - 1);
    this->announce();
  }
  this->Present->keepCheckpoint(isLast, *this);
}

void BackgroundRun::Worker::lookAtModel()
{
  this->HasModel = this->Present->hasModel();
  // An iterate that could not be added is not counted.
  this->Iteration = this->Present->iteration() - (this->Present->hasUntaken() ? 1 : 0);
}

void BackgroundRun::Worker::fail(const std::string& message)
{
  const Lock lock(this->Mutex);
  if (!this->isInterrupted()) // otherwise the failure is outdated
  {
    this->Failure = message;
    this->Steps = 0;
    this->announce();
  }
}

void BackgroundRun::Worker::announce()
{
  ++this->News;
  this->Wake.notify_all();
  this->Settled.notify_all();
}

void BackgroundRun::Worker::enter(Phase phase)
{
  this->Now = phase;
  ++this->News;
  this->Settled.notify_all();
}

void BackgroundRun::Worker::tryAgain()
{
  if (this->HasModel) // otherwise there is nothing to retry
  {
    this->Failure.clear();
  }
}

bool BackgroundRun::Worker::isFinished() const
{
  return this->HasModel && (this->Converged || this->Iteration >= this->MaximumIterations);
}

bool BackgroundRun::Worker::hasWork() const
{
  return this->HasModel && this->Failure.empty() && !this->isFinished() && this->mayAdvance();
}

BackgroundState BackgroundRun::Worker::stateNow() const
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

void BackgroundRun::Worker::progress(double /*fraction*/, const std::string& text)
{
  const Lock lock(this->Mutex);
  this->Activity = text;
}

void BackgroundRun::Worker::message(const std::string& text)
{
  const Lock lock(this->Mutex);
  this->Messages.push_back(text);
}

void BackgroundRun::Worker::note(const std::string& text)
{
  const Lock lock(this->Mutex);
  this->Notes.push_back(text);
}

bool BackgroundRun::Worker::stopRequested()
{
  Lock lock(this->Mutex);
  if (this->Where == RunThread::Own && this->Now == Phase::Computing && !this->mayAdvance() &&
    !this->isInterrupted())
  {
    const Timer held;
    this->enter(Phase::Held);
    this->Wake.wait(lock, [this] { return this->mayAdvance() || this->isInterrupted(); });
    this->enter(Phase::Computing);
    this->SecondsHeld += held.seconds();
  }
  return this->isInterrupted();
}
}

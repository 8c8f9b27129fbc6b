// What the thread itself does.

#include "Run/BackgroundWorker.h"

#include "Core/Error.h"
#include "Core/Hash.h"
#include "Core/Timer.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace trabecula
{
namespace
{
/// Lets others, such as a window, go first. Threads that this one starts inherit it.
void lowerPriorityOfThisThread()
{
#ifdef __linux__
  constexpr int nicer = 10;
  constexpr int thisThread = 0; // on Linux, where POSIX says process
  // Failing only leaves the priority as it is; beyond the lowest, the lowest is taken.
  static_cast<void>(
    setpriority(PRIO_PROCESS, thisThread, getpriority(PRIO_PROCESS, thisThread) + nicer));
#endif
}

std::uint64_t hashOf(const std::vector<std::int32_t>& values)
{
  Hash hash;
  hash.add(values);
  return hash.value();
}
}

void BackgroundOptimization::Worker::run()
{
  lowerPriorityOfThisThread();
  Lock lock(this->Mutex);
  do
  {
    this->serve(lock);
    // A model has to be freed by the thread that made it.
    lock.unlock();
    this->leave();
    lock.lock();
    this->HasModel = false;
    this->DeviceMemory = 0;
    this->Activity.clear();
  } while (this->Next); // which may have come meanwhile
  this->Ending = false;
  this->Steps = 0;
  this->enter(Phase::Absent);
}

void BackgroundOptimization::Worker::leave()
{
  try
  {
    this->keep();
  }
  catch (const std::exception& error) // of a device that has failed, or for want of memory
  {
    this->message(std::string("What was computed last could not be kept: ") + error.what());
    this->Last.reset(); // of an iterate before it, if any
  }
  this->Optimizer.reset();
}

void BackgroundOptimization::Worker::serve(Lock& lock)
{
  while (true)
  {
    this->enter(Phase::Waiting);
    this->Wake.wait(lock, [this] { return this->isInterrupted() || this->hasWork(); });
    if (this->Ending)
    {
      return;
    }
    if (this->Next)
    {
      BackgroundProblem next = std::move(*this->Next);
      this->Next.reset();
      this->Number = this->NextNumber;
      this->enter(Phase::SettingUp);
      lock.unlock();
      this->setUp(std::move(next));
    }
    else
    {
      this->enter(Phase::Computing);
      lock.unlock();
      this->computeOne();
    }
    lock.lock();
  }
}

void BackgroundOptimization::Worker::setUp(BackgroundProblem next)
{
  try
  {
    setHostThreads(next.threads);
    this->progress(0.0, "Checking the problem");
    validate(next.problem);
    this->goOver(next, fingerprint(next.problem));
  }
  catch (const SetupStopped&)
  {
    // Whoever asked for it knows.
  }
  catch (const Error& error)
  {
    this->fail(error.what());
  }
  catch (const std::bad_alloc&)
  {
    this->fail("There is not enough memory for a mesh of this size. Use a coarser mesh or a "
               "machine with more memory.");
  }
  catch (const std::exception& error) // else the program would end
  {
    this->fail(std::string("The problem could not be set up: ") + error.what());
  }
}

void BackgroundOptimization::Worker::goOver(BackgroundProblem& next, std::uint64_t key)
{
  Device device = selectDevice(next.device);
  const bool isSameSpace = this->Optimizer && device.space == this->Optimizer->device().space;
  const bool isThere = isSameSpace && key == this->Key;
  const bool isKnown = isThere || (!this->Optimizer && this->Last && this->Last->key == key);
  const std::uint64_t elements = hashOf(next.problem.mesh.connectivity);
  const bool hasDesign = this->Last || (this->Optimizer && this->Optimizer->iteration() >= 0);
  const bool hasElements =
    elements == (this->Optimizer || !this->Last ? this->Elements : this->Last->elements);
  const bool goesOn = !isKnown && next.fromPresentDesign && hasDesign && hasElements;
  if (goesOn)
  {
    this->keep();
    next.problem.initialDensity = this->Last->state.design;
  }
  TopologyCheckpoints checkpoints(
    next.checkpoints, next.problem, this->Checkpoints, isKnown, goesOn);
  if (isThere && !checkpoints.startsOver())
  {
    this->Checkpoints = std::move(checkpoints);
    return;
  }
  device.availableMemory += isSameSpace ? this->Optimizer->deviceMemory() : 0;
  checkDevice(next.problem, device, next.memoryLimit);
  if (next.fromPresentDesign && hasDesign && !isKnown && !hasElements)
  {
    this->message("The new mesh has other elements, so the optimization starts over.");
  }

  // The new model may need the memory that the old one holds.
  this->keep();
  this->Optimizer.reset();
  {
    Lock lock(this->Mutex);
    this->HasModel = false;
    this->DeviceMemory = 0;
  }
  const TopologyCheckpoint* resumed = checkpoints.resumed();
  if (resumed)
  {
    next.problem.initialDensity = resumed->firstDensity;
  }
  this->build(next, resumed ? &resumed->state : isKnown ? &this->Last->state : nullptr);
  this->Key = key;
  this->Elements = elements;

  Lock lock(this->Mutex);
  this->HasModel = true;
  this->Iteration = this->Optimizer->iteration();
  this->Converged = false;
  this->UsedDevice = this->Optimizer->device();
  this->DeviceMemory = this->Optimizer->deviceMemory();
  this->Offset = static_cast<int>(this->Records.size());
  if (isKnown && !resumed)
  {
    this->Offset = this->Last->offset;
  }
  else if (!goesOn)
  {
    this->Offset = 0;
    this->startHistory(resumed ? resumed->history : std::vector<IterationRecord>());
  }
  this->Checkpoints = std::move(checkpoints);
  this->Checkpoints.forgetResumed();
  this->Origin = this->Checkpoints.origin(this->UsedDevice, next.problem.solver.reproducible);
}

void BackgroundOptimization::Worker::build(BackgroundProblem& next, const TopologyState* state)
{
  this->LoadCases = next.problem.loadCases.size();
  this->Optimizer = std::make_unique<TopologyOptimizer>(
    next.problem, selectDevice(next.device), *this, next.memoryLimit); // with the memory free now
  if (state)
  {
    this->Optimizer->restore(*state);
  }
}

void BackgroundOptimization::Worker::startHistory(std::vector<IterationRecord> records)
{
  this->Last.reset();
  this->History += this->History == 0 || !this->Records.empty() ? 1 : 0;
  this->Records = std::move(records);
  this->Iterates.clear();
  this->IterateBytes = 0;
  if (!this->Records.empty())
  {
    // What it goes on from is there to be seen.
    const auto iterate = this->present();
    this->IterateBytes = iterate->bytes();
    this->Iterates.push_back(iterate);
  }
}

void BackgroundOptimization::Worker::computeOne()
{
  double tolerance = 0.0;
  {
    Lock lock(this->Mutex);
    tolerance = this->Tolerance;
  }
  this->Optimizer->setChangeTolerance(tolerance);
  this->SecondsHeld = 0.0; // an iteration that was left had some of its own
  try
  {
    switch (this->Optimizer->step(*this))
    {
      case StepStatus::Advanced:
        this->publish();
        break;
      case StepStatus::Converged:
      {
        this->keepCheckpoint(true);
        Lock lock(this->Mutex);
        if (tolerance == this->Tolerance) // else another look is due
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
  catch (const Error& error)
  {
    this->fail(error.what());
  }
  catch (const std::bad_alloc&)
  {
    this->fail("Memory ran out after iteration " +
      std::to_string(this->Offset + this->Optimizer->iteration()) + ".");
  }
  catch (const std::exception& error)
  {
    this->fail(std::string("The iteration failed: ") + error.what());
  }
}

std::shared_ptr<BackgroundIterate> BackgroundOptimization::Worker::present()
{
  auto iterate = std::make_shared<BackgroundIterate>();
  iterate->record = this->Optimizer->record();
  iterate->record.iteration += this->Offset;
  iterate->record.seconds -= std::exchange(this->SecondsHeld, 0.0);
  iterate->problem = this->Number;
  iterate->density = this->Optimizer->density();
  iterate->strainEnergyDensity = this->Optimizer->strainEnergyDensity();
  for (std::size_t i = 0; i < this->LoadCases; ++i)
  {
    iterate->displacements.push_back(this->Optimizer->displacement(i));
  }
  return iterate;
}

void BackgroundOptimization::Worker::publish()
{
  std::shared_ptr<BackgroundIterate> iterate = this->present();
  bool isLast = false;
  {
    Lock lock(this->Mutex);
    this->Iteration = this->Optimizer->iteration();
    isLast = this->Iteration >= this->MaximumIterations;
    this->DeviceMemory = this->Optimizer->deviceMemory();
    this->Records.push_back(iterate->record);
    this->Steps = std::max(0, this->Steps - 1);
    this->IterateBytes += iterate->bytes();
    this->Iterates.push_back(std::move(iterate));
    while (this->IterateBytes > this->Budget && this->Iterates.size() > 1)
    {
      this->IterateBytes -= this->Iterates.front()->bytes();
      this->Iterates.pop_front();
    }
    this->announce();
  }
  this->keepCheckpoint(isLast);
}

void BackgroundOptimization::Worker::keepCheckpoint(bool isLast)
{
  // This thread alone writes records, so it may read them. A run begins where its problem does.
  std::vector<IterationRecord> own(this->Records.begin() + this->Offset, this->Records.end());
  for (IterationRecord& record : own)
  {
    record.iteration -= this->Offset;
  }
  this->Checkpoints.keep(*this->Optimizer, own, isLast, *this);
}

void BackgroundOptimization::Worker::keep()
{
  if (this->Optimizer && this->Optimizer->iteration() >= 0)
  {
    this->keepCheckpoint(true);
    this->Last = { this->Optimizer->state(), this->Key, this->Elements, this->Offset };
  }
}

void BackgroundOptimization::Worker::fail(const std::string& message)
{
  Lock lock(this->Mutex);
  if (!this->isInterrupted()) // else it is about something that is no more
  {
    this->Failure = message;
    this->Steps = 0;
    this->announce();
  }
}

void BackgroundOptimization::Worker::enter(Phase phase)
{
  this->Now = phase;
  ++this->News;
  this->Settled.notify_all();
}

void BackgroundOptimization::Worker::progress(double /*fraction*/, const std::string& text)
{
  Lock lock(this->Mutex);
  this->Activity = text;
}

void BackgroundOptimization::Worker::message(const std::string& text)
{
  Lock lock(this->Mutex);
  this->Messages.push_back(text);
}

void BackgroundOptimization::Worker::note(const std::string& text)
{
  Lock lock(this->Mutex);
  this->Notes.push_back(text);
}

bool BackgroundOptimization::Worker::stopRequested()
{
  Lock lock(this->Mutex);
  if (this->Now == Phase::Computing && !this->mayAdvance() && !this->isInterrupted())
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

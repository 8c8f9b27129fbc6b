// What the thread itself does.

#include "Problem/BackgroundWorker.h"

#include "Core/Error.h"
#include "Core/Timer.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include <algorithm>
#include <functional>
#include <new>
#include <string_view>
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

std::size_t hashOf(const std::vector<std::int32_t>& values)
{
  return std::hash<std::string_view>{}(
    { reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::int32_t) });
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
    this->keep();
    this->Optimizer.reset();
    lock.lock();
    this->HasModel = false;
    this->DeviceMemory = 0;
    this->Activity.clear();
  } while (this->Next); // which may have come meanwhile
  this->Ending = false;
  this->Steps = 0;
  this->enter(Phase::Absent);
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
}

void BackgroundOptimization::Worker::goOver(BackgroundProblem& next, std::uint64_t key)
{
  Device device = selectDevice(next.device);
  if (this->Optimizer)
  {
    const bool isSameSpace = device.space == this->Optimizer->device().space;
    if (isSameSpace && key == this->Key)
    {
      return;
    }
    device.availableMemory += isSameSpace ? this->Optimizer->deviceMemory() : 0;
  }
  checkDevice(next.problem, device, next.memoryLimit);

  // The new model may need the memory that the old one holds.
  this->keep();
  this->Optimizer.reset();
  {
    Lock lock(this->Mutex);
    this->HasModel = false;
    this->DeviceMemory = 0;
  }
  const std::size_t elements = hashOf(next.problem.mesh.connectivity);
  const bool isSame = this->Last && this->Last->key == key;
  const bool goesOn = this->Last && this->Last->elements == elements && next.fromPresentDesign;
  if (this->Last && next.fromPresentDesign && !isSame && !goesOn)
  {
    this->message("The new mesh has other elements, so the optimization starts over.");
  }
  TopologyProblem& problem = next.problem;
  if (goesOn && !isSame)
  {
    problem.initialDensity = this->Last->state.design;
  }
  this->Optimizer = std::make_unique<TopologyOptimizer>(
    problem, selectDevice(next.device), *this, next.memoryLimit); // with the memory free now
  if (isSame)
  {
    this->Optimizer->restore(this->Last->state);
  }
  this->Key = key;
  this->Elements = elements;
  this->LoadCases = problem.loadCases.size();

  Lock lock(this->Mutex);
  this->HasModel = true;
  this->Iteration = this->Optimizer->iteration();
  this->Converged = false;
  this->UsedDevice = this->Optimizer->device();
  this->DeviceMemory = this->Optimizer->deviceMemory();
  this->Offset = isSame ? this->Last->offset : static_cast<int>(this->Records.size());
  if (!goesOn && !isSame)
  {
    this->Last.reset();
    this->Offset = 0;
    this->History += this->History == 0 || !this->Records.empty() ? 1 : 0;
    this->Records.clear();
    this->Iterates.clear();
    this->IterateBytes = 0;
  }
}

void BackgroundOptimization::Worker::computeOne()
{
  {
    Lock lock(this->Mutex);
    this->Optimizer->setDensityChangeTolerance(this->Tolerance);
  }
  try
  {
    switch (this->Optimizer->step(*this))
    {
      case StepStatus::Advanced:
        this->publish();
        break;
      case StepStatus::Converged:
      {
        Lock lock(this->Mutex);
        this->Converged = true;
        this->Steps = 0;
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
}

void BackgroundOptimization::Worker::publish()
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

  Lock lock(this->Mutex);
  this->Iteration = this->Optimizer->iteration();
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

void BackgroundOptimization::Worker::keep()
{
  if (this->Optimizer && this->Optimizer->iteration() >= 0)
  {
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

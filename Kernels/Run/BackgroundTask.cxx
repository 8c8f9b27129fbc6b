#include "Run/BackgroundTask.h"

#include "Core/Error.h"
#include "Core/Execution/ThreadPriority.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace trabecula
{
/// The thread, and the data that it shares with callers, guarded by a mutex that is not locked
/// while the thread works.
class BackgroundTask::Thread : public RunObserver
{
public:
  using Lock = std::unique_lock<std::mutex>;

  explicit Thread(Work work) : Task(std::move(work))
  {
    try
    {
      this->Own = std::thread([this] { this->run(); });
    }
    catch (const std::system_error& error)
    {
      throw Error(std::string("No thread could be started: ") + error.what() + ".");
    }
  }

  ~Thread() override
  {
    this->Stopping = true;
    this->Own.join();
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  void setRange(double begin, double end) override
  {
    this->Begin = begin;
    this->End = end;
    this->progress(0.0, "");
  }

  void setText(const std::string& text) override
  {
    this->Text = text;
    if (!text.empty())
    {
      const Lock lock(this->Mutex);
      this->Last.activity = text;
    }
  }

  void progress(double fraction, const std::string& text) override
  {
    const double done = this->Begin + std::clamp(fraction, 0.0, 1.0) * (this->End - this->Begin);
    const Lock lock(this->Mutex);
    this->Last.fraction = std::clamp(done, this->Last.fraction, 1.0);
    if (this->Text.empty() && !text.empty())
    {
      this->Last.activity = text;
    }
  }

  void message(const std::string& text) override { this->Messages.push_back(text); }
  void note(const std::string& text) override { this->Notes.push_back(text); }

  bool stopRequested() override { return this->Stopping; }

  std::atomic<bool> Stopping = false;
  mutable std::mutex Mutex;
  mutable std::condition_variable Finished;
  BackgroundTaskReport Last; ///< guarded by the mutex

  // The following members are used only by the thread until it has finished.
  std::exception_ptr Failure;
  std::vector<std::string> Messages;
  std::vector<std::string> Notes;

private:
  void run()
  {
    lowerPriorityOfThisThread();
    try
    {
      this->Task(*this);
    }
    catch (...)
    {
      this->Failure = std::current_exception();
    }
    // The work may refer to large data, or to data that must be released by this thread.
    this->Task = nullptr;
    const Lock lock(this->Mutex);
    this->Last.isFinished = true;
    this->Finished.notify_all();
  }

  Work Task;
  double Begin = 0.0;
  double End = 1.0;
  std::string Text;
  std::thread Own; ///< the last member, as it uses the others
};

BackgroundTask::BackgroundTask(Work work)
  : Implementation(std::make_unique<Thread>(std::move(work)))
{
}

BackgroundTask::~BackgroundTask() = default;

void BackgroundTask::stop()
{
  this->Implementation->Stopping = true;
}

bool BackgroundTask::isStopRequested() const
{
  return this->Implementation->Stopping;
}

BackgroundTaskReport BackgroundTask::report() const
{
  const Thread::Lock lock(this->Implementation->Mutex);
  return this->Implementation->Last;
}

bool BackgroundTask::waitFor(std::chrono::milliseconds time) const
{
  Thread::Lock lock(this->Implementation->Mutex);
  return this->Implementation->Finished.wait_for(
    lock, time, [this] { return this->Implementation->Last.isFinished; });
}

void BackgroundTask::finish()
{
  {
    Thread::Lock lock(this->Implementation->Mutex);
    this->Implementation->Finished.wait(
      lock, [this] { return this->Implementation->Last.isFinished; });
  }
  if (this->Implementation->Failure)
  {
    std::rethrow_exception(this->Implementation->Failure);
  }
}

std::vector<std::string> BackgroundTask::messages() const
{
  return this->report().isFinished ? this->Implementation->Messages : std::vector<std::string>();
}

std::vector<std::string> BackgroundTask::notes() const
{
  return this->report().isFinished ? this->Implementation->Notes : std::vector<std::string>();
}
}

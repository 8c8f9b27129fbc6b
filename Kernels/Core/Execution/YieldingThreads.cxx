#include "Core/Execution/YieldingThreads.h"

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>

#include <omp.h>

namespace trabecula
{
namespace
{
/// A thread that has led a parallel region, whose team the runtime keeps until the thread ends.
class SleepingTeam
{
public:
  SleepingTeam() : Leader([this]() { this->lead(); })
  {
    std::unique_lock<std::mutex> lock(this->Mutex);
    this->Changed.wait(lock, [this]() { return this->HasTeam; });
  }

  ~SleepingTeam()
  {
    {
      const std::lock_guard<std::mutex> lock(this->Mutex);
      this->IsOver = true;
    }
    this->Changed.notify_all();
    this->Leader.join();
  }

  SleepingTeam(const SleepingTeam&) = delete;
  SleepingTeam& operator=(const SleepingTeam&) = delete;

private:
  void lead()
  {
#pragma omp parallel num_threads(2)
    {
      static_cast<void>(omp_get_thread_num()); // else there would be no region
    }
    std::unique_lock<std::mutex> lock(this->Mutex);
    this->HasTeam = true;
    this->Changed.notify_all();
    this->Changed.wait(lock, [this]() { return this->IsOver; });
  }

  std::mutex Mutex;
  std::condition_variable Changed;
  bool HasTeam = false;
  bool IsOver = false;
  std::thread Leader; ///< the last member: it uses the others
};
}

std::shared_ptr<const void> makeThreadsYield()
{
  if (omp_get_num_procs() < 2 || omp_get_max_threads() < 2 || std::getenv("OMP_WAIT_POLICY") ||
    std::getenv("GOMP_SPINCOUNT"))
  {
    return nullptr;
  }
  static std::mutex mutex;
  static std::weak_ptr<const SleepingTeam> shared;
  const std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<const SleepingTeam> team = shared.lock();
  if (!team)
  {
    try
    {
      team = std::make_shared<const SleepingTeam>();
    }
    catch (const std::system_error&) // no more threads: loops are slower at worst
    {
      return nullptr;
    }
    shared = team;
  }
  return team;
}
}

#ifndef TRABECULA_RUN_BACKGROUNDWORKER_H
#define TRABECULA_RUN_BACKGROUNDWORKER_H

#include "Run/BackgroundRun.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace trabecula
{
/**
 * The thread of a BackgroundRun and what it shares with the others.
 *
 * Everything shared is guarded by one mutex, which the thread never holds while it computes. The
 * run is the thread's own, apart from looking at it.
 */
class BackgroundRun::Worker : public Observer
{
public:
  using Lock = std::unique_lock<std::mutex>;

  /// What the thread is at.
  enum class Phase
  {
    Absent, ///< there is no thread
    Waiting,
    SettingUp,
    Computing,
    Held ///< paused in the midst of computing
  };

  Worker() = default;
  /// The thread must have been asked to end. Waits for it.
  ~Worker() override;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Called with the mutex locked.
  /// Starts the thread if there is none.
  void start();
  void announce();
  void tryAgain();
  bool isFinished() const;
  BackgroundState stateNow() const;

  mutable std::mutex Mutex;
  std::condition_variable Wake;    ///< for the thread
  std::condition_variable Settled; ///< for wait()

  // What is wanted.
  std::optional<RunProblem> Next;
  int LastNumber = 0; ///< of the problems given
  bool Running = true;
  int Steps = 0; ///< to be computed although it is paused
  bool Ending = false;
  int MaximumIterations = 50;
  double Tolerance = 0.01;

  // What is there.
  Phase Now = Phase::Absent;
  std::uint64_t News = 0;
  int Iteration = -1; ///< of the model, -1 if it has none or there is none
  bool HasModel = false;
  bool Converged = false;
  std::string Activity;
  std::string Failure;
  std::vector<std::string> Messages;
  std::vector<std::string> Notes;

  /// The thread's own, but for Run::look() and Run::setCacheBudget().
  Run Present{ false };

private:
  // Called by the thread.
  void run();
  /// Until the end is asked for.
  void serve(Lock& lock);
  void setUp(RunProblem next);
  void computeOne();
  /// One iteration. @return why it failed, empty if it did not
  std::string tryToCompute(double tolerance);
  void addIterate();
  void fail(const std::string& message);
  void progress(double fraction, const std::string& text) override;
  void message(const std::string& text) override;
  void note(const std::string& text) override;
  bool stopRequested() override;

  // Called with the mutex locked.
  void enter(Phase phase);
  bool mayAdvance() const { return this->Running || this->Steps > 0; }
  /// Whether the thread has something to compute, other than a new problem.
  bool hasWork() const;
  bool isInterrupted() const { return this->Ending || this->Next; }
  void lookAtModel();

  std::thread Thread;
  double SecondsHeld = 0.0; ///< in this iteration, the thread's own
};
}

#endif

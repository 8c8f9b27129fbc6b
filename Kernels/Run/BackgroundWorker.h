#ifndef TRABECULA_RUN_BACKGROUNDWORKER_H
#define TRABECULA_RUN_BACKGROUNDWORKER_H

#include "Run/BackgroundRun.h"
#include "Run/BackgroundTask.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace trabecula
{
/**
 * The work of a BackgroundRun, a BackgroundTask that serves requests until it is asked to end, and
 * the data that its thread shares with callers.
 *
 * Shared data are guarded by one mutex, which is not locked while the thread computes. Only the
 * thread uses the run, except for snapshot() and setCacheBudget(). In slices, "the thread" is that
 * of the caller of advance().
 */
class BackgroundRun::Worker : public Observer
{
public:
  using Lock = std::unique_lock<std::mutex>;

  /// Activity of the thread.
  enum class Phase
  {
    Absent, ///< there is no thread
    Waiting,
    SettingUp,
    Computing,
    Held ///< paused within an iteration
  };

  explicit Worker(RunThread where) : Where(where) {}
  /// Waits for the thread, which must have been asked to end.
  ~Worker() override;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // The following functions are called with the mutex locked.
  /// Starts the thread if there is none; in slices there is none.
  void start();
  /// Frees the model; unlocks meanwhile.
  void free(Lock& lock);
  /// States that there is no thread any more.
  void leave();
  void announce();
  void tryAgain();
  bool isFinished() const;
  BackgroundState stateNow() const;

  /// Computes a slice. Called without the mutex locked.
  void advance(double seconds);

  const RunThread Where;
  mutable std::mutex Mutex;
  std::condition_variable Wake;    ///< the thread waits for it
  std::condition_variable Settled; ///< for wait()

  // Requests.
  std::optional<RunProblem> Next;
  int LastNumber = 0; ///< number of the last problem
  bool Running = true;
  int Steps = 0; ///< number of iterations to compute while paused
  bool Ending = false;
  int MaximumIterations = 50;
  double Tolerance = 0.01;

  // State.
  Phase Now = Phase::Absent;
  std::uint64_t News = 0;
  int Iteration = -1; ///< iteration of the model; -1 without iterate or model
  bool HasModel = false;
  bool Converged = false;
  std::string Activity;
  std::string Failure;
  std::vector<std::string> Messages;
  std::vector<std::string> Notes;
  double SecondsOfSlice = 0.0; ///< that the last slice took

  /// Used by the thread only, except for Run::snapshot() and Run::setCacheBudget(). It is replaced
  /// in slices only, with the mutex locked.
  std::unique_ptr<Run> Present = std::make_unique<Run>(false);

private:
  // The following functions are called by the thread.
  void run();
  /// Main loop, until Ending.
  void serve(Lock& lock);
  /// Sets up the next problem or computes an iteration. @return false if there is nothing to do
  bool serveOne(Lock& lock);
  void setUp(RunProblem next);
  /// Run::changeProblem(), for processes that compute together in all of them.
  bool changeProblem(RunProblem next);
  void computeOne();
  /// One iteration. @return the error message, empty if it succeeded
  std::string tryToCompute(double tolerance);
  void compute(double tolerance);
  /// After a failure: processes that stand at different iterates cannot try again together.
  void dropUnlessAlike();
  /// What the first process says of its time.
  bool isOverInFirst(bool isOver);
  void addIterate();
  void fail(const std::string& message);
  void progress(double fraction, const std::string& text) override;
  void message(const std::string& text) override;
  void note(const std::string& text) override;
  bool stopRequested() override;

  // The following functions are called with the mutex locked.
  void enter(Phase phase);
  bool mayAdvance() const { return this->Running || this->Steps > 0; }
  /// Whether the thread has something to compute, other than a new problem.
  bool hasWork() const;
  bool isInterrupted() const { return this->Ending || this->Next; }
  void lookAtModel();

  std::unique_ptr<BackgroundTask> Thread;
  double SecondsHeld = 0.0; ///< in this iteration; used by the thread only
};
}

#endif

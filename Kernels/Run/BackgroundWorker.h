#ifndef TRABECULA_RUN_BACKGROUNDWORKER_H
#define TRABECULA_RUN_BACKGROUNDWORKER_H

#include "Run/BackgroundOptimization.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace trabecula
{
/**
 * The thread of a BackgroundOptimization and what it shares with the others.
 *
 * Everything shared is guarded by one mutex, which the thread never holds while it computes. The
 * optimizer and what belongs to it are the thread's own.
 */
class BackgroundOptimization::Worker : public Observer
{
public:
  Worker() = default;
  ~Worker() override;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int compute(BackgroundProblem problem);
  void pause();
  void resume();
  void step();
  void stop();
  void setMaximumIterations(int iterations);
  void setDensityChangeTolerance(double tolerance);
  void setBudget(std::size_t bytes);
  BackgroundReport report();
  std::uint64_t news() const;
  BackgroundState state() const;
  std::string activity() const;
  void wait();

private:
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

  /// What it takes to go on after the model is gone.
  struct Kept
  {
    TopologyState state;
    std::uint64_t key = 0;
    std::uint64_t elements = 0; ///< hash of the connectivity
    int offset = 0;
  };

  // Called by the thread.
  void run();
  /// Until the end is asked for.
  void serve(Lock& lock);
  /// Keeps what it takes to go on, as far as that can be, and frees the model.
  void leave();
  void setUp(BackgroundProblem next);
  void goOver(BackgroundProblem& next, std::uint64_t key);
  void build(BackgroundProblem& next, const TopologyState* state);
  void startHistory(std::vector<IterationRecord> records);
  void computeOne();
  void publish();
  std::shared_ptr<BackgroundIterate> present();
  void keepCheckpoint(bool isLast);
  void keep();
  void fail(const std::string& message);
  void progress(double fraction, const std::string& text) override;
  void message(const std::string& text) override;
  void note(const std::string& text) override;
  bool stopRequested() override;

  // Called with the mutex locked.
  void announce();
  void enter(Phase phase);
  void tryAgain();
  bool mayAdvance() const { return this->Running || this->Steps > 0; }
  bool isFinished() const;
  /// Whether the thread has something to compute, other than a new problem.
  bool hasWork() const;
  bool isInterrupted() const { return this->Ending || this->Next; }
  BackgroundState stateNow() const;

  mutable std::mutex Mutex;
  std::condition_variable Wake;    ///< for the thread
  std::condition_variable Settled; ///< for wait()
  std::thread Thread;

  // What is wanted.
  std::optional<BackgroundProblem> Next;
  int LastNumber = 0; ///< of the problems given
  int NextNumber = 0;
  bool Running = true;
  int Steps = 0; ///< to be computed although it is paused
  bool Ending = false;
  int MaximumIterations = 50;
  double Tolerance = 0.01;
  std::size_t Budget = std::size_t(1) << 31;

  // What is there.
  Phase Now = Phase::Absent;
  std::uint64_t News = 0;
  int Iteration = -1; ///< of the optimizer, -1 if it has none or there is none
  bool HasModel = false;
  bool Converged = false;
  std::string Origin;
  std::string Activity;
  std::string Failure;
  int History = 0;
  std::vector<IterationRecord> Records;
  std::deque<std::shared_ptr<const BackgroundIterate>> Iterates;
  std::size_t IterateBytes = 0;
  std::vector<std::string> Messages;
  std::vector<std::string> Notes;
  Device UsedDevice;
  std::size_t DeviceMemory = 0;

  // The thread's own.
  std::unique_ptr<TopologyOptimizer> Optimizer;
  std::uint64_t Key = 0;      ///< fingerprint of the optimizer's problem
  std::uint64_t Elements = 0; ///< hash of its connectivity
  int Offset = 0;             ///< number of its first iterate
  int Number = 0;             ///< of its problem
  std::size_t LoadCases = 0;
  double SecondsHeld = 0.0; ///< in this iteration
  std::optional<Kept> Last;
  TopologyCheckpoints Checkpoints;
};
}

#endif

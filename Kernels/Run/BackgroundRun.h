#ifndef TRABECULA_RUN_BACKGROUNDRUN_H
#define TRABECULA_RUN_BACKGROUNDRUN_H

#include "Run/Run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
enum class BackgroundState
{
  Idle,      ///< there is no problem yet
  SettingUp, ///< checking a problem, or building its model
  Running,
  Paused,   ///< within an iteration or between two; resume() continues without loss
  Finished, ///< converged, or at the last iteration; the model is kept
  Stopped,  ///< the thread has ended and the model is freed; the iterates are kept
  Failed    ///< see BackgroundReport::failure
};

/// Snapshot of a background run.
struct BackgroundReport : RunSnapshot
{
  BackgroundState state = BackgroundState::Idle;
  std::string failure;               ///< a complete sentence; empty unless the state is Failed
  std::vector<std::string> messages; ///< since the last report, see Observer::message()
  std::vector<std::string> notes;    ///< since the last report, see Observer::note()
  bool converged = false;
  int iterationsLeft = 0; ///< until the last iteration of the present problem
};

/// Which thread computes a background run.
enum class RunThread
{
  Own,   ///< a background thread of low priority
  Caller ///< that of the caller, in slices of time, see BackgroundRun::advance()
};

/**
 * A run in the background that can be observed and changed.
 *
 * In a thread of its own no call waits unless stated; calls must be from one thread at a time. On
 * the host, iterates do not depend on pauses and steps, bit by bit.
 *
 * A new problem that continues from the present design starts from its design variables: its first
 * iterate is their analysis, for example under new loads, and has the next number. A new volume
 * fraction is approached by at most the move limit per iteration; passive elements have their new
 * density immediately. If a new problem is refused, model and iterates are unchanged.
 */
class BackgroundRun
{
public:
  /**
   * A run in slices is for processes that compute together and of which only the calling thread may
   * communicate: all of them call the same functions at the same time. It is paused and stopped
   * between iterations.
   */
  explicit BackgroundRun(RunThread thread = RunThread::Own);
  /// Ends the thread and waits for it, which takes at most a part of an iteration or of a set-up. A
  /// run in slices writes no last checkpoint, unless stop() is called before.
  ~BackgroundRun();
  BackgroundRun(const BackgroundRun&) = delete;
  BackgroundRun& operator=(const BackgroundRun&) = delete;

  /// Switches to a problem, from any state; its errors are in the report.
  /// @return its number, from 1
  int compute(RunProblem problem);

  /// Also takes effect within an iteration, unless the run is in slices.
  void pause();
  /// Continues after pause(), or retries after a failure.
  void resume();
  /// Completes one iteration and pauses.
  void step();
  /// Ends the thread and frees the model; in slices at once. The state is kept: compute() with the
  /// same problem continues with the next iterate.
  void stop();

  /**
   * Computes a slice in the calling thread: sets up the present problem, or iterates until the time
   * is over by the clock of the first process, at least once if there is anything to compute.
   * Without effect if the run has its own thread.
   */
  void advance(double seconds);
  /// Seconds that the last slice took; 0 before the first.
  double lastSlice() const;

  /// Number of iterations of each problem after which the run is finished.
  void setMaximumIterations(int iterations);
  /// See Optimization::setChangeTolerance().
  void setChangeTolerance(double tolerance);
  /// Memory limit of the kept iterates, bytes; the last one is always kept.
  void setBudget(std::size_t bytes);

  /// The present state. Each message and note is returned once.
  BackgroundReport report();
  /// Increases whenever the report changes, except for progress texts.
  std::uint64_t revision() const;
  BackgroundState state() const;
  /// The last progress text of the library.
  std::string activity() const;
  /// Waits until the state is Paused, Finished, Stopped or Failed.
  void wait();

private:
  class Worker;
  std::unique_ptr<Worker> Implementation;
};
}

#endif

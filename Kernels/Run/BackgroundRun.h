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
  Idle,      ///< no problem yet
  SettingUp, ///< checking a problem, or building its model
  Running,
  Paused,   ///< in the midst of an iteration or between two; resume() goes on without loss
  Finished, ///< converged, or at the last iteration; the model is kept
  Stopped,  ///< the thread has ended and the model is gone, the iterates are not
  Failed    ///< see BackgroundReport::failure
};

/// What has become of a run, at one moment.
struct BackgroundReport : RunSnapshot
{
  BackgroundState state = BackgroundState::Idle;
  std::string failure;               ///< a complete sentence; empty unless the state is Failed
  std::vector<std::string> messages; ///< new ones, see Observer::message()
  std::vector<std::string> notes;    ///< new ones, see Observer::note()
  bool converged = false;
  int iterationsLeft = 0; ///< until the last iteration of the present problem
};

/**
 * A run in a thread of its own, of low priority, while others look on and change their minds.
 *
 * All calls return at once, and can come from any one thread at a time. The iterates are those of
 * the optimization, bit for bit on the host, however they are paused, stepped and resumed.
 *
 * A new problem that goes on from the present design starts from its design variables: its first
 * iterate is their analysis, under the new loads for instance, and has the next number. A volume
 * that differs from the new volume fraction is reached by and by, a move limit in each iteration;
 * passive elements have their new density at once. A new problem that is refused leaves everything
 * as it was, the model and the iterates too.
 */
class BackgroundRun
{
public:
  BackgroundRun();
  /// Ends the thread; waits for it, which takes as long as a part of an iteration or of a set-up.
  ~BackgroundRun();
  BackgroundRun(const BackgroundRun&) = delete;
  BackgroundRun& operator=(const BackgroundRun&) = delete;

  /// Goes over to a problem, from whatever state; errors in it come with a report.
  /// @return its number, from 1
  int compute(RunProblem problem);

  /// Takes effect in the midst of an iteration, too.
  void pause();
  /// Goes on after pause() or, trying again, after a failure.
  void resume();
  /// Completes one iteration and pauses.
  void step();
  /// Ends the thread and frees the model. What it needs to go on with is kept: compute() with the
  /// same problem goes on with the next iterate.
  void stop();

  /// Iterations of each problem after which the run is finished.
  void setMaximumIterations(int iterations);
  /// When the run has converged; see Optimization::setChangeTolerance().
  void setChangeTolerance(double tolerance);
  /// Bytes of iterates to keep; the last one is kept in any case.
  void setBudget(std::size_t bytes);

  /// Takes the new messages and notes with it.
  BackgroundReport report();
  /// Grows whenever there is something new to report, text about progress apart.
  std::uint64_t news() const;
  BackgroundState state() const;
  /// The library's last line about its progress.
  std::string activity() const;
  /// Until nothing more happens by itself: paused, finished, stopped or failed.
  void wait();

private:
  class Worker;
  std::unique_ptr<Worker> Implementation;
};
}

#endif

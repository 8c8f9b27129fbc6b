#ifndef TRABECULA_RUN_BACKGROUNDTASK_H
#define TRABECULA_RUN_BACKGROUNDTASK_H

#include "Run/RunObserver.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/// Snapshot of a background task.
struct BackgroundTaskReport
{
  bool isFinished = false;
  double fraction = 0.0; ///< of the work done, 0 to 1; never decreases
  std::string activity;  ///< the last text of progress
};

/**
 * One piece of work, such as an analysis, in a thread of low priority.
 *
 * No call waits unless stated; calls must be from one thread at a time.
 */
class BackgroundTask
{
public:
  /// The observer is valid until the work returns.
  using Work = std::function<void(RunObserver&)>;

  /// Starts the work. @throws Error if no thread can be started
  explicit BackgroundTask(Work work);
  /// Asks the work to stop and waits for it.
  ~BackgroundTask();
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  /// Requests a stop: Observer::stopRequested() of the work returns true from now on.
  void stop();
  bool isStopRequested() const;
  BackgroundTaskReport report() const;
  /// Waits until the work is finished, at most for the given time. @return whether it is finished
  bool waitFor(std::chrono::milliseconds time) const;
  /// Waits for the work. @throws the exception of the work, if any
  void finish();
  ///@{
  /// The arguments of Observer::message() and note() of the work; empty until it is finished.
  std::vector<std::string> messages() const;
  std::vector<std::string> notes() const;
  ///@}

private:
  class Thread;
  std::unique_ptr<Thread> Implementation;
};
}

#endif

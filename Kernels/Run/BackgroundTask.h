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

  /// Lets Observer::stopRequested() of the work return true.
  void stop();
  bool isStopRequested() const;
  BackgroundTaskReport report() const;
  /// Waits until the work is finished, at most for this time. @return whether it is
  bool waitFor(std::chrono::milliseconds time) const;
  /// Waits for the work. @throws what it has thrown
  void finish();
  ///@{
  /// What the work gave to Observer::message() and note(); empty until it is finished.
  std::vector<std::string> messages() const;
  std::vector<std::string> notes() const;
  ///@}

private:
  class Thread;
  std::unique_ptr<Thread> Implementation;
};
}

#endif

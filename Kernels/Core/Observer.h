#ifndef TRABECULA_CORE_OBSERVER_H
#define TRABECULA_CORE_OBSERVER_H

#include "Core/Error.h"

#include <string>

namespace trabecula
{
/**
 * Callbacks for progress, messages and stop requests. The library itself prints nothing.
 *
 * All calls come from the thread that called the library.
 */
class Observer
{
public:
  virtual ~Observer() = default;

  /// Work done so far within the current call, in [0, 1], and one line of text about it.
  virtual void progress(double /*fraction*/, const std::string& /*text*/) {}

  /// Information or a warning for the user; not an error.
  virtual void message(const std::string& /*text*/) {}

  /// An automatic choice of the library and its reason, for a log.
  virtual void note(const std::string& /*text*/) {}

  /// Polled between iterations, inside the linear solver too. True ends the call early; results up
  /// to the last complete iterate remain valid.
  virtual bool stopRequested() { return false; }
};

/// Called between the parts of a set-up. @throws SetupStopped if the observer asks to stop
inline void checkForStop(Observer& observer)
{
  if (observer.stopRequested())
  {
    throw SetupStopped();
  }
}
}

#endif

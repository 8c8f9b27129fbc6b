#ifndef TRABECULA_FILTERS_HELPERPROCESS_H
#define TRABECULA_FILTERS_HELPERPROCESS_H

#include <functional>
#include <string>
#include <vector>

namespace trabecula::filters
{
enum class HelperEnd
{
  Done,     ///< it returned 0
  Refused,  ///< it returned something else
  Died,     ///< by a signal
  TimedOut, ///< and was killed
  Stopped   ///< by the caller, and was killed
};

struct HelperResult
{
  HelperEnd end = HelperEnd::Died;
  std::string messages; ///< what it wrote to its error output, without the last line break
};

/**
 * Runs a program until it ends, and calls isStopped() about ten times a second.
 *
 * @param command the program and its arguments
 * @param seconds after which it is killed
 * @param onOutput called with pieces of what it writes to its standard output; may be empty
 * @throws Error if it cannot be started
 */
HelperResult runHelper(const std::vector<std::string>& command, double seconds,
  const std::function<bool()>& isStopped,
  const std::function<void(const std::string&)>& onOutput = {});

/// Looks for a program: at the path in an environment variable, in the folder of this library, then
/// in PATH. @return empty if there is none
std::string findHelper(const std::string& name, const char* variable);
}

#endif

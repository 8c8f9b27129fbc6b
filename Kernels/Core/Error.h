#ifndef TRABECULA_CORE_ERROR_H
#define TRABECULA_CORE_ERROR_H

#include <stdexcept>
#include <string>

namespace trabecula
{
/**
 * The one exception type of the library.
 *
 * what() is a complete sentence that may be shown to a user as it is: it names the quantity, node
 * or element that is wrong and says what to do.
 */
class Error : public std::runtime_error
{
public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

/// Leaves a set-up that the observer asked to stop.
class SetupStopped : public Error
{
public:
  SetupStopped() : Error("Stopped while being set up.") {}
};
}

#endif

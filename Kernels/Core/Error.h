#ifndef TRABECULA_CORE_ERROR_H
#define TRABECULA_CORE_ERROR_H

#include <stdexcept>
#include <string>

namespace trabecula
{
/**
 * Base class of the library's exceptions; derived classes are errors that a caller can handle.
 *
 * what() is a complete sentence for the user: it names the quantity, node or element that is wrong
 * and the remedy.
 */
class Error : public std::runtime_error
{
public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

/// Breakdown of a linear solver: the preconditioned operator is not positive definite to working
/// precision, or not finite.
class SolverBreakdown : public Error
{
public:
  explicit SolverBreakdown(const std::string& message) : Error(message) {}
};

/// Thrown to leave a set-up after a stop request of the observer.
class SetupStopped : public Error
{
public:
  SetupStopped() : Error("Stopped while being set up.") {}
};
}

#endif

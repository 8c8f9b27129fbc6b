#ifndef TRABECULA_CORE_ERROR_H
#define TRABECULA_CORE_ERROR_H

#include <stdexcept>
#include <string>

namespace trabecula
{
/**
 * The exception type of the library; those derived from it can be told apart by who can mend them.
 *
 * what() is a complete sentence that may be shown to a user as it is: it names the quantity, node
 * or element that is wrong and says what to do.
 */
class Error : public std::runtime_error
{
public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

/// A linear solver cannot go on with the preconditioner that it was given: the preconditioned
/// operator is not positive definite to working precision, or not finite.
class SolverBreakdown : public Error
{
public:
  explicit SolverBreakdown(const std::string& message) : Error(message) {}
};

/// Leaves a set-up that the observer asked to stop.
class SetupStopped : public Error
{
public:
  SetupStopped() : Error("Stopped while being set up.") {}
};
}

#endif

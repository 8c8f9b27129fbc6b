#include "RequestGuard.h"

#include "Core/Error.h"

#include <exception>
#include <new>
#include <stdexcept>

namespace trabecula::filters
{
bool runGuarded(const std::function<void()>& work,
  const std::function<std::string()>& describeLackOfMemory,
  const std::function<void(const std::string&)>& report)
{
  try
  {
    work();
    return true;
  }
  catch (const Error& error)
  {
    report(error.what());
  }
  catch (const std::bad_alloc&)
  {
    report(describeLackOfMemory());
  }
  catch (const std::length_error&) // the size exceeds that of any container
  {
    report(describeLackOfMemory());
  }
  catch (const std::exception& error)
  {
    report("An unexpected error ended the execution: " + std::string(error.what()) +
      ". Change the input or a property to try again.");
  }
  catch (...)
  {
    report("An unexpected error ended the execution, and nothing is known of it. Change the input "
           "or a property to try again.");
  }
  return false;
}
}

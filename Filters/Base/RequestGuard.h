#ifndef TRABECULA_FILTERS_REQUESTGUARD_H
#define TRABECULA_FILTERS_REQUESTGUARD_H

#include <functional>
#include <string>

namespace trabecula::filters
{
/**
 * Runs a part of a request of the pipeline, which no exception may leave.
 *
 * @param describeLackOfMemory the message where memory is not sufficient
 * @param report takes the message on an exception: one, of complete sentences
 * @return false after an exception
 */
bool runGuarded(const std::function<void()>& work,
  const std::function<std::string()>& describeLackOfMemory,
  const std::function<void(const std::string&)>& report);
}

#endif

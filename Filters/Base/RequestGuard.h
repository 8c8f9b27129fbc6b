#ifndef TRABECULA_FILTERS_REQUESTGUARD_H
#define TRABECULA_FILTERS_REQUESTGUARD_H

#include <functional>
#include <string>

namespace trabecula::filters
{
/**
 * Runs a part of a pipeline request such that no exception leaves it.
 *
 * @param describeLackOfMemory returns the message if memory is not sufficient
 * @param report receives the message of an exception, which consists of complete sentences
 * @return false after an exception
 */
bool runGuarded(const std::function<void()>& work,
  const std::function<std::string()>& describeLackOfMemory,
  const std::function<void(const std::string&)>& report);
}

#endif

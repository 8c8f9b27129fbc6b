#ifndef TRABECULA_CORE_REQUIREMENTS_H
#define TRABECULA_CORE_REQUIREMENTS_H

// Functions for the validation of input.

#include "Core/Error.h"

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace trabecula
{
/// @throws Error with the concatenated parts, numbers with six digits
template <class... Parts>
[[noreturn]] void fail(const Parts&... parts)
{
  std::ostringstream text;
  text.precision(6);
  (text << ... << parts);
  throw Error(text.str());
}

/// @throws Error unless the value lies in the interval and is finite
void requireInside(
  const char* name, double value, double low, bool lowIncluded, double high, bool highIncluded);

/// @throws Error unless the number of a choice is one of the enumeration's
/// @param last its last enumerator
template <class Choice>
void requireChoice(const char* name, Choice choice, Choice last)
{
  const int number = static_cast<int>(choice);
  if (number < 0 || number > static_cast<int>(last))
  {
    fail(name, " has the number ", number, ", but there are 0 to ", static_cast<int>(last), ".");
  }
}

/// Range of scales within which the solver's squares of forces over moduli neither overflow nor
/// underflow.
constexpr double LargestScale = 1e100;
constexpr double SmallestScale = 1e-100;

/// @throws Error if the value is out of these scales
/// @param words that follow the name in the message, if the value is a maximum
void requireScale(const std::string& name, double value, const char* of = "");
/// The same for the largest magnitude of the values, unless all are zero.
void requireScale(const std::string& name, const std::vector<double>& values);

/// @param each the expected number in words, as in "three for each point"
void requireSize(const std::string& name, std::size_t size, std::size_t expected, const char* each);

/// @param components of each entity @param entity as in "point"
void requireFinite(
  const std::string& name, const std::vector<double>& values, int components, const char* entity);
}

#endif

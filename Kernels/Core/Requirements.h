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
/// @throws Error with the concatenated parts as its message; numbers have six digits
template <class... Parts>
[[noreturn]] void fail(const Parts&... parts)
{
  std::ostringstream text;
  text.precision(6);
  (text << ... << parts);
  throw Error(text.str());
}

/// @throws Error unless the value is in the interval and finite
void requireInside(
  const char* name, double value, double low, bool lowIncluded, double high, bool highIncluded);

/// @throws Error unless the value is an enumerator of its enumeration, which are numbered from 0
/// @param last the last enumerator
template <class Choice>
void requireChoice(const char* name, Choice choice, Choice last)
{
  const int number = static_cast<int>(choice);
  if (number < 0 || number > static_cast<int>(last))
  {
    fail(name, " has the number ", number, ", but there are 0 to ", static_cast<int>(last), ".");
  }
}

/// Range of magnitudes of input for which squares of forces over moduli neither overflow nor
/// underflow in the solver.
constexpr double LargestScale = 1e100;
constexpr double SmallestScale = 1e-100;

/// @throws Error unless the magnitude of the value is within these bounds
/// @param of words that follow the value in the message, as in " at most"
void requireScale(const std::string& name, double value, const char* of = "");
/// As above for the largest magnitude of the values, unless all are zero.
void requireScale(const std::string& name, const std::vector<double>& values);

/// @throws Error unless the sizes are equal
/// @param each the expected size in words, as in "three for each point"
void requireSize(const std::string& name, std::size_t size, std::size_t expected, const char* each);

/// @throws Error that names the first entity with a value that is not finite
/// @param components of each entity @param entity its name, as in "point"
void requireFinite(
  const std::string& name, const std::vector<double>& values, int components, const char* entity);
}

#endif

#ifndef TRABECULA_CORE_REQUIREMENTS_H
#define TRABECULA_CORE_REQUIREMENTS_H

// What validation of input is made of.

#include "Core/Error.h"

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace trabecula
{
/// @throws Error with all parts one after another, numbers with six digits
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

/// The solver divides squares of forces by moduli: with more than these, numbers overflow or
/// vanish.
constexpr double LargestScale = 1e100;
constexpr double SmallestScale = 1e-100;

/// @throws Error if the value is out of these scales
/// @param of what the value is the largest of, if it is
void requireScale(const std::string& name, double value, const char* of = "");
/// The same for the largest of the values, unless all are zero.
void requireScale(const std::string& name, const std::vector<double>& values);

/// @param each what is to be given, in words, as in "three for each point"
void requireSize(const std::string& name, std::size_t size, std::size_t expected, const char* each);

/// @param components of each entity @param entity as in "point"
void requireFinite(
  const std::string& name, const std::vector<double>& values, int components, const char* entity);
}

#endif

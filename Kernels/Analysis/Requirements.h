#ifndef TRABECULA_ANALYSIS_REQUIREMENTS_H
#define TRABECULA_ANALYSIS_REQUIREMENTS_H

// What validate() is made of.

#include "Core/Error.h"
#include "Mesh/HexMesh.h"

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace trabecula
{
struct TopologyProblem;

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

/// Which nodes belong to an element.
std::vector<bool> nodesInElements(const HexMesh& mesh);

/// Whether any support is displaced.
bool supportsMove(const TopologyProblem& problem);

/// Springs, where there are any.
void checkSprings(const TopologyProblem& problem);

/// Outputs and what they need, if the objective is an output displacement.
void checkOutput(const TopologyProblem& problem);
}

#endif

#ifndef TRABECULA_TESTING_KERNELS_REFUSALS_H
#define TRABECULA_TESTING_KERNELS_REFUSALS_H

#include "Support/Problems.h"

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace trabecula::testing
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double Infinity = std::numeric_limits<double>::infinity();

/// The message that a problem is refused with; empty if it is not.
std::string refusal(const TopologyProblem& problem);

/// The same of an analysis.
std::string refusalOf(const StructuralProblem& problem);

/// Expects a sentence with all of the words.
void expectMessage(const std::string& message, const std::vector<std::string>& words);

/// A problem without fault, to put one into.
TopologyProblem good();

/// Expects the words in the refusal of the good problem with one change.
void expectRefusal(
  const std::function<void(TopologyProblem&)>& change, const std::vector<std::string>& words);

/// Points without elements.
inline Mesh loosePoints(const std::vector<double>& points)
{
  Mesh mesh;
  mesh.points = points;
  return mesh;
}

/// Adds the nodes and elements of a second mesh; the new nodes have no supports and no forces.
void append(TopologyProblem& problem, const Mesh& other);
}

#endif
